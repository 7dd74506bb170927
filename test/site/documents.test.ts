import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { TOPICS } from '../../src/contract/promises.ts'
import { describeError, RESPONSE_HEADERS } from '../../src/contract/responses.ts'
import { ROUTES } from '../../src/contract/routes.ts'
import { ERROR_CODES, ERRORS, getErrorPath } from '../../src/http/response/errors.ts'
import { SETTINGS } from '../../src/http/settings/settings.ts'
import { PLAN_NAMES, PLANS } from '../../src/metering/plans.ts'
import { CATEGORIES, CATEGORY_IDS } from '../../src/schema/taxonomy.ts'
import { LANGUAGES } from '../../src/site/docs/samples.ts'
import { toMarkdownPath, toReferencePath } from '../../src/site/navigation.ts'
import { CHANGELOG } from '../contract/contract.ts'
import { ALT_BASE_URL, BASE_URL, builtProject } from './built.ts'
import { type BuiltPage, find, getPages, getText, main } from './crawl.ts'
import { GUIDES } from './guides.ts'

const ROOT = path.join(import.meta.dirname, '..', '..')
let folder: string
let pages: BuiltPage[]

beforeAll(async () => {
  folder = path.join(await builtProject(), 'dist', 'client')
  pages = getPages(folder)
})

const at = (place: string): BuiltPage | undefined => pages.find((page) => page.path === place)
const rows = (place: string): string[] => find(at(place), 'main tr').map(getText)

describe('the reference', () => {
  it.each(
    ROUTES.map(({ slug, method, path: place, query, parameter, body, endpoint }) => ({
      slug,
      method,
      place,
      query,
      parameter,
      body,
      endpoint,
    })),
  )('has $method $place with every parameter, a sample in each language, and its errors', (route) => {
    const page = at(toReferencePath(route.slug))
    const text = main(page)
    expect(text).toContain(`${route.method} ${route.place}`)
    const names = find(page, '.fields th code').map(getText)
    const aliases = Object.values(route.query).flatMap(({ alias }) => alias ?? [])
    const fields = Object.keys((route.body as { shape?: object } | null)?.shape ?? {})
    for (const name of [...Object.keys(route.query), ...aliases, ...fields]) expect(names).toContain(name)
    if (route.parameter) expect(names).toContain(route.parameter.name)
    expect(find(page, '.samples label').map(getText)).toEqual(Object.values(LANGUAGES).map(({ label }) => label))
    expect(text).toContain(`${BASE_URL}${route.place.replace(/\{.*/, '')}`)
    if (route.endpoint) expect(text).toContain(route.endpoint.isSigned ? 'SUBSCRIPTION_REVOKED' : 'API_KEY_MISSING')
  })

  it('lists every endpoint', () => {
    const text = main(at('/reference'))
    for (const { method, path: place } of ROUTES) expect(text).toContain(`${method} ${place}`)
    expect(text).toContain(ALT_BASE_URL)
  })
})

describe('the guides', () => {
  it.each(ERROR_CODES)('have the error %s at the URL in its problem documents', (code) => {
    const [place = '', anchor = ''] = getErrorPath(code).split('#')
    const [entry] = find(at(place), `[id="${anchor}"]`)
    expect(getText(entry)).toContain(String(ERRORS[code].status))
    expect(getText(entry)).toContain(describeError(code).text)
  })

  it.each(PLAN_NAMES)('have the plan %s with its allowances', (name) => {
    const { label, perMinute, perMonth, answersPerMonth, keys, subscriptions, webhooks } = PLANS[name]
    const figures = [perMinute, perMonth, answersPerMonth, keys, subscriptions, webhooks].map((value) =>
      value.toLocaleString('en-US'),
    )
    const row = find(at('/docs/limits'), 'tr').find((entry) => getText(entry).includes(`${label} ${name}`))
    expect(row && find({ tree: { type: 'root', children: [row] } } as BuiltPage, 'td').map(getText)).toEqual(figures)
  })

  it.each(RESPONSE_HEADERS)('have the header $name with its meaning', ({ name, description }) => {
    expect(description).not.toBe('')
    expect(find(at('/docs/limits'), 'th code').map(getText)).toContain(name)
  })

  it.each(Object.keys(SETTINGS))('have the environment variable %s with its meaning', (name) => {
    const row = rows('/docs/self-hosting').find((text) => text.trim().startsWith(name))
    expect(row).toContain(SETTINGS[name as keyof typeof SETTINGS].description!.split('`')[0])
  })

  it('have every environment variable that the code reads', () => {
    const texts = rows('/docs/self-hosting').map((text) => text.trim())
    const isDocumented = (name: string) => texts.some((text) => text.startsWith(name))
    expect(variablesRead().filter((name) => !isDocumented(name) && !(name in PLATFORM))).toEqual([])
  })

  it.each(CATEGORY_IDS)('have the category %s', (id) => {
    const row = rows('/docs/taxonomy').find((text) => text.includes(id))
    expect(row).toContain(CATEGORIES[id].label)
    expect(row).toContain(CATEGORIES[id].legacy ?? 'new in')
  })

  it('contain every promise of the contract', () => {
    const said = GUIDES.map((guide) => main(at(guide.path))).join('\n')
    for (const [topic, { sentences }] of Object.entries(TOPICS)) {
      // The plans are a table there.
      if (topic === 'plans') continue
      for (const sentence of sentences) expect(said).toContain(sentence.replaceAll('`', ''))
    }
  })

  it('have every version of the changelog', () => {
    for (const { version, changes } of CHANGELOG) {
      expect(find(at('/docs/changelog'), `[id="${version}"]`).length).toBe(1)
      for (const change of changes) expect(main(at('/docs/changelog'))).toContain(change.replaceAll('`', ''))
    }
  })
})

describe('llms.txt', () => {
  it('lists every guide and every endpoint as Markdown', () => {
    const text = readFileSync(path.join(folder, 'llms.txt'), 'utf8')
    for (const guide of GUIDES) expect(text).toContain(`[${guide.title}](${BASE_URL}${toMarkdownPath(guide.path)})`)
    for (const { slug } of ROUTES) expect(text).toContain(`${BASE_URL}${toMarkdownPath(toReferencePath(slug))}`)
    expect(text).toContain(`${BASE_URL}/openapi.json`)
  })
})

/** Variables that do not belong to the service, or are for tests. */
const PLATFORM: Record<string, string> = {
  PATH: 'set by every system; a benchmark looks for programs in it',
  WEBHOOK_SECRET: 'read by the program of a guide',
  NODE_ENV: 'set by platforms',
  VERCEL: 'set by the platform during its build',
  GITHUB_STEP_SUMMARY: 'set by the workflow runner',
  BUILT_AT: 'a constant of the build',
  INGEST_ORIGIN_MAP: 'for tests',
  INGEST_SPACING_MS: 'for tests',
}

const READ = /\b(?:env|environment|settings)\.([A-Z][A-Z0-9_]+)/g

function variablesRead(): string[] {
  const files = ['src', 'scripts'].flatMap((room) =>
    readdirSync(path.join(ROOT, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => path.join(ROOT, room, file)),
  )
  const names = [...files, path.join(ROOT, 'astro.config.mjs')].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(READ)].map(([, read = '']) => read),
  )
  return [...new Set(names)].sort()
}
