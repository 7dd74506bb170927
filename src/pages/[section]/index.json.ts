import type { APIRoute, GetStaticPaths } from 'astro'
import { BUILT_AT, service } from '../../site/build.ts'
import { indexedEntries } from '../../site/lists.ts'
import { pack, SECTION_NAMES, type SectionName } from '../../views/lists/listing.ts'

/** The compact index that the filters of a list read; loaded with the first choice. */
export const getStaticPaths = (() => SECTION_NAMES.map((section) => ({ params: { section } }))) satisfies GetStaticPaths

export const GET: APIRoute = ({ params }) =>
  new Response(JSON.stringify(pack(indexedEntries(service, BUILT_AT, params.section as SectionName))))
