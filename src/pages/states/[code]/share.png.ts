import type { APIRoute, GetStaticPaths } from 'astro'
import { BUILT_AT, service } from '../../../site/build.ts'
import { type ComparedState, comparedStates } from '../../../site/states/measures.ts'
import { shareImage } from '../../../site/states/share-image.ts'

/** The share picture (og:image) of a state. */
export const getStaticPaths = (() =>
  comparedStates(service, BUILT_AT).map((state) => ({
    params: { code: state.code.toLowerCase() },
    props: { state },
  }))) satisfies GetStaticPaths

export const GET: APIRoute<{ state: ComparedState }> = async ({ props: { state } }) =>
  new Response(new Uint8Array(await shareImage(state)))
