import type { APIRoute, GetStaticPaths } from 'astro'
import { STATE_CODES } from '../../../schema/vocabularies.ts'
import { BASE, BUILT_AT, service } from '../../../site/build.ts'
import { filesOf, fileText, type ListFile } from '../../../site/files.ts'

/** The records of a state as files. */
export const getStaticPaths = (() =>
  STATE_CODES.flatMap(filesOf).map((file) => ({
    params: { code: file.state?.toLowerCase(), section: file.section, format: file.format },
    props: { file },
  }))) satisfies GetStaticPaths

export const GET: APIRoute<{ file: ListFile }> = ({ props: { file } }) =>
  new Response(fileText(service, BUILT_AT, BASE, file))
