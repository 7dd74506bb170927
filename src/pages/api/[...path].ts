/**
 * Declares `/api/*` to the platform's routing table, which is made from this folder. `src/fetch.ts` answers these
 * requests before they get here, those that are not found too.
 */
export const prerender = false

export const GET = (): Response => new Response(null, { status: 404 })
export const POST = GET
