import type { APIRoute, GetStaticPaths } from 'astro'
import { BUILT_AT, service } from '../../../site/build.ts'
import { shareImage } from '../../../site/states/maps.ts'
import { type ComparedState, comparedStates } from '../../../site/states/states.ts'

/** The share picture (og:image) of a state. */
export const getStaticPaths = (() =>
  comparedStates(service, BUILT_AT).map((state) => ({
    params: { code: state.code.toLowerCase() },
    props: { state },
  }))) satisfies GetStaticPaths

export const GET: APIRoute<{ state: ComparedState }> = async ({ props: { state } }) =>
  new Response(new Uint8Array(await shareImage(state)))
