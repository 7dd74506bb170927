import { BASE, BUILT_AT, service } from '../site/build.ts'
import { findSitemapPages, sitemap } from '../site/sitemap.ts'

export const GET = (): Response =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${sitemap(findSitemapPages(service, BUILT_AT), BASE)}`)
