import { readFileSync } from 'node:fs'

/** The citation for reference managers: a file at the top of the project, where code hosts look for it. */
export const GET = (): Response => new Response(readFileSync('CITATION.cff', 'utf8'))
