import { DOCUMENT } from '../site/build.ts'

/** The contract for machines. */
export const GET = (): Response => new Response(JSON.stringify(DOCUMENT))
