import type { APIRoute, GetStaticPaths } from 'astro'
import { BUILT_AT, service } from '../../site/build.ts'
import { chartPicture, mapPicture } from '../../site/states/maps.ts'
import { comparedStates, MEASURES, type Measure } from '../../site/states/states.ts'

const KINDS = { map: mapPicture, chart: chartPicture }

/** The maps and charts of the comparison as pictures to download and embed. */
export const getStaticPaths = (() =>
  Object.keys(KINDS).flatMap((kind) =>
    MEASURES.map((measure) => ({ params: { kind, measure: measure.name }, props: { measure } })),
  )) satisfies GetStaticPaths

export const GET: APIRoute<{ measure: Measure }> = ({ params: { kind }, props: { measure } }) =>
  new Response(KINDS[kind as keyof typeof KINDS](comparedStates(service, BUILT_AT), measure, BUILT_AT))
