import { BASE } from '../site/build.ts'

/** Crawlers may read every page; the API and accounts hold nothing for them. */
export const GET = (): Response =>
  new Response(
    `User-agent: *\nDisallow: /api/\nDisallow: /common-grants/\nDisallow: /account\n\nSitemap: ${BASE}/sitemap.xml\n`,
  )
