import { BASE, BUILT_AT, service } from '../site/build.ts'
import { places, sitemap } from '../site/sitemap.ts'

export const GET = (): Response =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${sitemap(places(service, BUILT_AT), BASE)}`)
