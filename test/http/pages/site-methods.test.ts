import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { apiOrSite } from '../../../src/http/app.ts'
import { createRecordPages } from '../../../src/http/pages/pages.ts'
import { createSite } from '../../../src/http/pages/site.ts'
import { FRAME_FILE } from '../../../src/views/addresses.ts'
import { openApi, scratch } from '../../api.ts'

describe('the site', async () => {
  const { app, service, publication, now } = await openApi()
  const folder = scratch()
  mkdirSync(path.join(folder, 'docs'))
  for (const file of ['index.html', 'docs/index.html', '404.html', 'openapi.json', FRAME_FILE]) {
    writeFileSync(path.join(folder, file), '<title>A page</title>')
  }
  const records = createRecordPages({ service: () => service, clock: now, base: null, log: () => {}, contact: null })
  const fetch = apiOrSite(app.fetch, createSite(folder, app, records))
  const ask = async (method: string, place: string) => {
    const body = ['GET', 'HEAD', 'OPTIONS'].includes(method) ? null : 'a=b'
    return fetch(new Request(`http://service.example${place}`, { method, body }))
  }
  const opportunity = `/opportunities/${publication.opportunities[0]?.item.slug}`
  const PLACES = ['/', '/docs', '/docs/', '/openapi.json', '/search', opportunity]

  it.each(PLACES.flatMap((place) => ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [method, place])))(
    'refuses %s %s with 405 and names the methods that work',
    async (method, place) => {
      const refused = await ask(method as string, place as string)
      expect(refused.status).toBe(405)
      expect(refused.headers.get('Allow')).toBe('GET, HEAD, OPTIONS')
      expect(refused.headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(await refused.text()).toBe(`${method} is not supported here. Use GET.\n`)
      for (const allowed of ['GET', 'HEAD', 'OPTIONS']) {
        expect((await ask(allowed, place as string)).ok, allowed).toBe(true)
      }
    },
  )

  it.each(['/nothing', '/opportunities/nothing', '/docs/nothing'])(
    'has nothing at %s for any method',
    async (place) => {
      for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) expect((await ask(method, place)).status).toBe(404)
    },
  )

  it('leads from a state in capitals to its page', async () => {
    for (const place of ['/states/NE', '/states/Ne/', '/states/nE']) {
      const response = await ask('GET', place)
      expect([response.status, response.headers.get('Location')]).toEqual([301, '/states/ne'])
    }
    expect((await ask('GET', '/states/zz')).status).toBe(404)
  })

  it('leaves the API its own answers', async () => {
    const refused = await ask('POST', '/api/stats')
    expect(refused.status).toBe(405)
    expect(await refused.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED' })
  })
})
