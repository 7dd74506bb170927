import { DOCUMENT } from '../site/build.ts'

/** The OpenAPI document. */
export const GET = (): Response => new Response(JSON.stringify(DOCUMENT))
