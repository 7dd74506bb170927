import type { APIRoute, GetStaticPaths } from 'astro'
import { STATE_CODES } from '../../schema/vocabularies.ts'
import { BUILT_AT, service } from '../../site/build.ts'
import { indexedEntries } from '../../site/lists.ts'
import { NATIONAL, pack, SECTION_NAMES, type SectionName } from '../../views/lists/listing.ts'

/** The compact index of one state, for the filters of a list. */
export const getStaticPaths = (() =>
  SECTION_NAMES.flatMap((section) =>
    [NATIONAL, ...STATE_CODES].map((code) => ({ params: { section, state: code.toLowerCase() }, props: { code } })),
  )) satisfies GetStaticPaths

export const GET: APIRoute = ({ params, props }) =>
  new Response(JSON.stringify(pack(indexedEntries(service, BUILT_AT, params.section as SectionName, props.code))))
