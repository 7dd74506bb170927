import type { APIRoute, GetStaticPaths } from 'astro'
import { STATE_CODES } from '../../schema/vocabularies.ts'
import { BUILT_AT, service } from '../../site/build.ts'
import { indexedEntries } from '../../site/lists.ts'
import { NATIONAL, pack, SECTION_NAMES, type SectionName } from '../../views/lists/listing.ts'

/** The compact indexes that the filters of a list read with the first choice: of the whole list, and of each state. */
export const getStaticPaths = (() =>
  SECTION_NAMES.flatMap((section) =>
    [undefined, NATIONAL, ...STATE_CODES].map((state) => ({
      params: { section, index: state === undefined ? 'index' : `index-${state.toLowerCase()}` },
      props: { state },
    })),
  )) satisfies GetStaticPaths

export const GET: APIRoute = ({ params, props }) =>
  new Response(JSON.stringify(pack(indexedEntries(service, BUILT_AT, params.section as SectionName, props.state))))
