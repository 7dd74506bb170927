import { readCitation } from '../site/data.ts'

export const GET = (): Response => new Response(readCitation())
