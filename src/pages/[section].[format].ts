import type { APIRoute, GetStaticPaths } from 'astro'
import { BASE, BUILT_AT, service } from '../site/build.ts'
import { filesOf, fileText, type ListFile } from '../site/files.ts'

/** The records of a section as files. */
export const getStaticPaths = (() =>
  filesOf(null).map((file) => ({
    params: { section: file.section, format: file.format },
    props: { file },
  }))) satisfies GetStaticPaths

export const GET: APIRoute<{ file: ListFile }> = ({ props: { file } }) =>
  new Response(fileText(service, BUILT_AT, BASE, file))
