import { readFileSync } from 'node:fs'

/** `GET /api/stats`, prerendered from the bake. */
export const prerender = true

export const GET = (): Response => new Response(readFileSync('data/baked/stats.json', 'utf8'))
