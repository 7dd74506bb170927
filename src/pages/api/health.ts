/** Declares `/api/health` to the platform's routing table; `src/fetch.ts` answers it. */
export const prerender = false

export const GET = (): Response => new Response(null, { status: 404 })
