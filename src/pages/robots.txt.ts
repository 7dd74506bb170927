import { BASE } from '../site/build.ts'

/** Crawlers may read every page except the API and the account pages. */
export const GET = (): Response =>
  new Response(
    `User-agent: *\nDisallow: /api/\nDisallow: /common-grants/\nDisallow: /account\n\nSitemap: ${BASE}/sitemap.xml\n`,
  )
