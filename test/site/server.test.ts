import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALT_BASE_URL, BASE_URL, builtProject, type Running, runServer } from './built.ts'

/** The built site beside the API, as the self-hosted server sends it. */

let folder: string
let server: Running

beforeAll(async () => {
  folder = await builtProject()
  server = await runServer(folder)
}, 300_000)

afterAll(() => server?.stop())

const ask = (target: string, options?: RequestInit) => fetch(server.address + target, options)

describe('the self-hosted server', () => {
  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/docs/errors', 'text/html; charset=utf-8'],
    ['/docs/errors/', 'text/html; charset=utf-8'],
    ['/reference/states/code', 'text/html; charset=utf-8'],
    ['/docs/errors.md', 'text/markdown; charset=utf-8'],
    ['/index.md', 'text/markdown; charset=utf-8'],
    ['/llms.txt', 'text/plain; charset=utf-8'],
    ['/openapi.json', 'application/json'],
    ['/icon.svg', 'image/svg+xml; charset=utf-8'],
    ['/favicon.ico', 'image/x-icon'],
    ['/robots.txt', 'text/plain; charset=utf-8'],
    ['/sitemap.xml', 'application/xml; charset=utf-8'],
    ['/opportunities.ics?state=NE', 'text/calendar; charset=utf-8'],
    ['/opportunities.atom?state=NE', 'application/atom+xml; charset=utf-8'],
    ['/awards.csv?state=NE', 'text/csv; charset=utf-8; header=present'],
    ['/states/ne/share.png', 'image/png'],
    ['/documents/a8665aa9-92d9-58c0-a796-6c6ecffa2201', 'text/html; charset=utf-8'],
  ])('sends %s as %s', async (target, type) => {
    const response = await ask(target)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('cache-control')).toContain('public')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('lets any web page read the contract, which lists both hosts', async () => {
    const response = await ask('/openapi.json', { headers: { Origin: 'https://elsewhere.example' } })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const { servers } = (await response.json()) as { servers: { url: string }[] }
    expect(servers.map(({ url }) => url)).toEqual([BASE_URL, ALT_BASE_URL])
  })

  it('compresses texts, and lets caches keep files with a content hash in their name forever', async () => {
    const page = await ask('/', { headers: { 'Accept-Encoding': 'gzip' } })
    expect(page.headers.get('content-encoding')).toBe('gzip')
    const style = /href="(\/_astro\/[^"]+\.css)"/.exec(await page.text())?.[1] ?? ''
    expect((await ask(style)).headers.get('cache-control')).toContain('immutable')
  })

  it.each(['/', '/docs/errors.md', '/sitemap.xml', '/states/ne/share.png'])(
    'does not send %s again to a reader who has this very version of it',
    async (target) => {
      for (const encoding of ['identity', 'gzip', 'br']) {
        const headers = { 'Accept-Encoding': encoding }
        const modified = (await ask(target, { headers })).headers.get('last-modified') ?? ''
        for (const method of ['GET', 'HEAD']) {
          const again = await ask(target, { method, headers: { ...headers, 'If-Modified-Since': modified } })
          expect([again.status, await again.text()]).toEqual([304, ''])
          expect(again.headers.get('last-modified')).toBe(modified)
          expect(again.headers.get('cache-control')).toContain('max-age=300')
        }
        const others: Record<string, string>[] = [
          { 'If-Modified-Since': 'Thu, 01 Jan 2099 00:00:00 GMT' },
          { 'If-Modified-Since': modified, 'If-None-Match': '"another"' },
        ]
        for (const other of others) expect((await ask(target, { headers: { ...headers, ...other } })).status).toBe(200)
      }
    },
  )

  it('returns the 404 page for an unknown page, and a problem document for an unknown API path', async () => {
    const page = await ask('/nowhere/at/all')
    expect(page.status).toBe(404)
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    expect(await page.text()).toContain('There is no page at this address.')
    const problem = await ask('/api/nowhere')
    expect(problem.status).toBe(404)
    expect(problem.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  })

  it("serves only files in the site's folder", async () => {
    for (const target of ['/..%2f..%2fpackage.json', '/%2e%2e/%2e%2e/package.json', '/docs/..%5c..%5cpackage.json']) {
      expect((await ask(target)).status).toBe(404)
    }
  })

  it('returns problem documents whose type is a page with that entry', async () => {
    const { type } = (await (await ask('/api/v1/states')).json()) as { type: string }
    const { pathname, hash } = new URL(type)
    const page = await (await ask(pathname)).text()
    expect(page).toContain(`id="${hash.slice(1)}"`)
  })
})

describe('the deployment', () => {
  it('serves the contract and Markdown with their types, the contract to any web page', () => {
    const { headers } = JSON.parse(readFileSync(path.join(import.meta.dirname, '..', '..', 'vercel.json'), 'utf8')) as {
      headers: { source: string; headers: { key: string; value: string }[] }[]
    }
    const of = (source: string) =>
      Object.fromEntries(
        headers.find((entry) => entry.source === source)?.headers.map(({ key, value }) => [key, value]) ?? [],
      )
    expect(of('/openapi.json')).toMatchObject({
      'Content-Type': 'application/json; charset=utf-8',
      'Access-Control-Allow-Origin': '*',
    })
    expect(of('/(.*).md')).toEqual({ 'Content-Type': 'text/markdown; charset=utf-8' })
  })
})
