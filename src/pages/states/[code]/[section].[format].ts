import type { APIRoute, GetStaticPaths } from 'astro'
import { BASE, BUILT_AT, service } from '../../../site/build.ts'
import { fileText, type ListFile, stateFiles } from '../../../site/files.ts'

/** The records of a state as files. */
export const getStaticPaths = (() =>
  stateFiles().map((file) => ({
    params: { code: file.state?.toLowerCase(), section: file.section, format: file.format },
    props: { file },
  }))) satisfies GetStaticPaths

export const GET: APIRoute<{ file: ListFile }> = ({ props: { file } }) =>
  new Response(fileText(service, BUILT_AT, BASE, file))
