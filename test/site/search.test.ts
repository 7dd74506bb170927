import { beforeAll, describe, expect, it } from 'vitest'
import { SearchResponse } from '../../src/http/endpoints/search.ts'
import { createPages } from '../../src/http/pages/pages.ts'
import { createLimits } from '../../src/metering/limits.ts'
import type { Award } from '../../src/resources/awards.ts'
import { toKeyword } from '../../src/rules/text/keyword.ts'
import type { Document, Opportunity } from '../../src/schema/wire/records.ts'
import { parseItems } from '../../src/site/lists.ts'
import { openService } from '../../src/store/service.ts'
import { createPageSearch } from '../../src/views/page-texts.ts'
import { BLANK_MAIN, BLANKS } from '../../src/views/view.ts'
import { baked, openApi, pageDeps, STARTER, type TestApi } from '../api.ts'

const PAGES = [
  { path: '/docs/limits', title: 'Limits and headers', text: 'Requests per minute. A refused request gets 429.' },
  { path: '/docs/errors', title: 'Errors', text: 'Each limit has an error of its own. PLAN_REQUIRED: get a plan.' },
  { path: '/about', title: 'About', text: `${'filler '.repeat(80)}quarantine ${'filler '.repeat(80)}` },
]

let api: TestApi
let ask: (query: string) => Promise<{ status: number; headers: Headers; text: string; links: string[] }>

beforeAll(async () => {
  api = await openApi()
  const frame = `<title>${BLANKS.title}</title><main>${BLANK_MAIN}</main>`
  const deps = pageDeps(() => api.service, api.now, 'https://rural.example.org')
  const pages = createPages(deps, { record: frame, list: frame }, () => PAGES)
  ask = async (query) => {
    const response = await pages.request(`/search${query}`)
    const text = await response.text()
    const links = [...text.matchAll(/<li><a href="([^"]+)"/g)].map(([, link]) => link as string)
    return { status: response.status, headers: response.headers, text, links }
  }
})

const first = <Item>(list: 'opportunities' | 'documents' | 'awards'): Item =>
  parseItems<Item>(api.service.readers[list].list({ limit: 1 }, api.now()))[0] as Item
const q = (text: string) => `?${new URLSearchParams({ q: text })}`

describe('the search of the site', () => {
  it('finds an opportunity, a document and a recipient by the words of their names, and a state by its own', async () => {
    const opportunity = first<Opportunity>('opportunities')
    expect((await ask(q(opportunity.title))).links).toContain(`/opportunities/${opportunity.slug}`)
    const document = first<Document>('documents')
    expect((await ask(q(document.title))).links).toContain(`/documents/${document.id}`)
    const award = first<Award>('awards')
    const { links } = await ask(q(award.awardeeName))
    expect(links.filter((link) => link.startsWith('/recipients/'))).not.toEqual([])
    expect((await ask(q('nebraska'))).links[0]).toBe('/states/ne')
  })

  it('has another title than the guide to the search of the API', async () => {
    expect((await ask('')).text).toContain('<title>Search the site</title>')
  })

  it('leads from misspelled words to the search for those that were meant, and from known ones nowhere', async () => {
    const { text } = await ask(q('hosptal nebrska'))
    expect(text).toContain('Did you mean: <a href="/search?q=hospital+nebraska">hospital nebraska</a>')
    expect((await ask(q('hospital nebraska'))).links[0]).toBe('/states/ne')
    for (const query of ['hospital nebraska', 'xyzzyxyzzy', '"hosptal"'])
      expect((await ask(q(query))).text).not.toContain('Did you mean')
  })

  it('finds the guides, with a passage in which the words are marked', async () => {
    const { links, text } = await ask(q('limits'))
    expect(links.slice(-1)).toEqual(['/docs/limits'])
    expect((await ask(q('plan_required'))).links).toEqual(['/docs/errors'])
    expect(text).not.toContain('undefined')
    expect((await ask(q('quaran'))).text).toMatch(
      /… (?:filler )+<mark>quarantine<\/mark> (?:filler )+…|… .*<mark>quarantine/,
    )
  })

  it('is a page to share, which caches store and search engines do not index', async () => {
    const { status, headers } = await ask(q('nebraska'))
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toMatch(/^public, max-age=\d+, s-maxage=\d+/)
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect((await ask('')).headers.has('x-robots-tag')).toBe(false)
  })

  it.each(['', '?q=', '?q=a'])('explains itself at /search%s', async (query) => {
    const { status, text, links } = await ask(query)
    expect(status).toBe(200)
    expect(text).toContain('<form')
    expect(links).toEqual(expect.arrayContaining(['/opportunities', '/awards', '/docs']))
  })

  it('says that nothing was found, and where to look', async () => {
    const { text, links } = await ask(q('zzzzqq'))
    expect(text).toContain('No results for “zzzzqq”.')
    expect(links).toContain('/opportunities')
  })

  it.each(['<script>alert(1)</script>', '"open', '* -', "a'b\\", '(((', '%00'])('shows %s as text', async (text) => {
    const page = await ask(q(text))
    expect(page.status).toBe(200)
    expect(page.text).not.toContain('<script')
  })
})

describe('the answer to a question', async () => {
  const starter = await openApi({ data: STARTER })
  const deps = pageDeps(() => starter.service, starter.now, 'https://rural.example.org')
  const frame = `<title>${BLANKS.title}</title><main>${BLANK_MAIN}</main>`
  const pages = createPages(deps, { record: frame, list: frame }, () => PAGES)
  const read = async (query: string) => {
    const text = await (await pages.request(`/search${q(query)}`)).text()
    const [answer = ''] = /<section aria-labelledby="answer">.*?<\/section>/s.exec(text) ?? []
    return { text, answer }
  }

  it('is above the results, with what an AI answer says from the records, its sources and a link to the rows', async () => {
    const query = 'who got money in George County, Mississippi?'
    const { text, answer } = await read(query)
    const { body } = await starter.ask('/api/v1/search', { json: { query, aiAnswer: true } })
    const { citations } = SearchResponse.parse(body)
    const said = answer
      .replaceAll('</li><li>', '; ')
      .replace(/ <a href="#[^>]+>\[\d+\]<\/a>(?=<\/p><ul>)/g, ' ')
      .replace(/<[^>]+>/g, '')
      .replaceAll('&amp;', '&')
    expect(citations.length).toBeGreaterThan(2)
    for (const { quote, url } of citations) {
      expect(said).toContain(quote)
      expect(answer).toContain(`href="${url}"`)
    }
    expect(answer).toContain('<a href="/awards?state=MS&amp;county=george">')
    for (const [, id] of answer.matchAll(/href="#([^"]+)"/g)) expect(answer).toContain(`id="${id}"`)
    expect(text.indexOf(answer)).toBeLessThan(text.indexOf('role="status"'))
  })

  it('says each sentence once, also if a question has two parts', async () => {
    const { answer } = await read('awards in Garfield and Hinsdale counties CO')
    const sentences = [...answer.matchAll(/<p>(.*?) <a href="#/g)].map(([, sentence]) => sentence)
    expect(sentences.length).toBeGreaterThan(3)
    expect(new Set(sentences).size).toBe(sentences.length)
  })

  it('shows things that a sentence lists one below the other', async () => {
    const { answer } = await read('who got money in George County, Mississippi?')
    const [, list = ''] = /<p>The recipients are: .*?<\/p><ul>(.*?)<\/ul>/.exec(answer) ?? []
    expect(list.match(/<li>[^<]+ \(\$[\d,]+\)<\/li>/g)).toHaveLength(3)
  })

  it('stands alone, without another reading of the question', async () => {
    const { text, answer } = await read('Which states committed to the PA compact?')
    expect(answer).toContain('15 states')
    expect(text).not.toContain('Read as:')
  })

  it.each(['how much will Kansas award in 2029', 'is the plan of Ohio any good?'])(
    'is missing with a word about it: %s',
    async (query) => expect((await read(query)).text).toContain('The records do not answer this question'),
  )

  it('names each record that it cites, also where one page states several', async () => {
    const { answer } = await read('open opportunities in New Hampshire')
    const titles = [...answer.matchAll(/<li [^>]*><a href="([^"]+)">([^<]+)<\/a>/g)]
    expect(titles.length).toBeGreaterThan(1)
    for (const [, , title = ''] of titles) expect(answer).toMatch(new RegExp(`“${title.replace(/[()]/g, '.')}”[^[]+<a`))
  })

  it.each([
    'telehealth',
    'school',
    'is the plan of Ohio any good?',
    'how much will Kansas award in 2029',
    '"nurse compact"',
  ])('is not on the page for %s, which the records do not answer', async (query) => {
    expect((await read(query)).answer).toBe('')
  })
})

describe('the number of results', async () => {
  const { folder } = await baked(STARTER)
  const service = openService(folder)
  const frame = `<title>${BLANKS.title}</title><main>${BLANK_MAIN}</main>`
  const clock = () => Date.parse('2026-11-21T18:00:00Z')
  const pages = createPages(
    pageDeps(() => service, clock, 'https://rural.example.org'),
    { record: frame, list: frame },
  )
  const searchSite = async (query: string, kind: string) => {
    const text = await (await pages.request(`/search${q(query)}`)).text()
    const [section = ''] = new RegExp(`<section aria-labelledby="found-${kind}">.*?</section>`, 's').exec(text) ?? []
    const links = [...section.matchAll(/<li><a href="([^"]+)"/g)].map(([, link]) => link)
    return { text, section, links, total: text.match(/<p role="status">(.*?) for/)?.[1] }
  }
  /** The page finds the words in any form. */
  const countMatches = (query: string, list: 'opportunities' | 'events') =>
    service.readers[list].list({ filters: { q: toKeyword(query.split(' ')) }, limit: 1 }, clock()).total

  it.each(['telehealth', 'school', 'workforce training'])(
    'is that of the results that the page has: %s',
    async (query) => {
      for (const list of ['opportunities', 'events'] as const) {
        const { links, section } = await searchSite(query, list)
        // Two events may have the same address.
        expect(links.length).toBe(countMatches(query, list))
        if (links.length > 5) expect(section).toContain(`<summary>Show ${links.length - 5} more result`)
      }
    },
  )

  it('comes with summaries that are cut between words', async () => {
    const { section } = await searchSite('rural health', 'opportunities')
    const texts = [...section.matchAll(/<\/p><p>(.*?)<\/p>/gs)].map(([, text = '']) => text.replace(/<.*?>/g, ''))
    expect(texts.some((text) => text.endsWith('…'))).toBe(true)
    for (const text of texts) expect(text).toMatch(/[.!?…)”"]$/)
  })

  it('is said to be larger if not all are on the page', async () => {
    const { text, section, links, total } = await searchSite('rural health', 'opportunities')
    expect(links.length).toBe(50)
    expect(section).toContain(`These are the first 50 of ${countMatches('rural health', 'opportunities')}. `)
    const [, path = ''] = /<a href="(\/opportunities\?[^"]*)">See all of them</.exec(section) ?? []
    const list = await (await pages.request(path.replaceAll('&amp;', '&'))).text()
    expect(list).toContain(`<strong>${countMatches('rural health', 'opportunities')} of `)
    expect(total).toBe(`More than ${[...text.matchAll(/<li><a href="/g)].length} results`)
  })
})

describe('the rate limit on searches', () => {
  it('rejects more than 60 a minute from one IP address with a page that says when to try again, and blocks no one else', async () => {
    let now = api.now()
    const limits = createLimits(null, () => performance.now())
    const pages = createPages(
      {
        service: () => api.service,
        clock: () => now,
        base: 'https://rural.example.org',
        contact: null,
        log: () => {},
        limits,
        readCallerAddress: (c) => c.req.header('x-address') ?? '',
      },
      { record: `<title>${BLANKS.title}</title><main>${BLANK_MAIN}</main>`, list: null },
    )
    const search = (address: string, query = q('nebraska')) =>
      pages.request(`/search${query}`, { headers: { 'X-Address': address } })

    expect((await search('192.0.2.1')).status).toBe(200)
    for (let count = 0; count < 58; count += 1) limits.count('siteSearch', '192.0.2.1', now)
    expect((await search('192.0.2.1')).status).toBe(200)
    now += 20_000
    const refused = await search('192.0.2.1')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('40')
    expect(refused.headers.get('cache-control')).toBe('no-store')
    const text = await refused.text()
    expect(text).toContain('<h1>Too many searches</h1>')
    expect(text).toContain('Try again in 40 seconds.')
    expect(text).toContain('value="nebraska"')
    expect((await search('192.0.2.2')).status).toBe(200)
    expect((await search('192.0.2.1', '')).status).toBe(200)
    now += 40_000
    expect((await search('192.0.2.1')).status).toBe(200)
  })
})

describe('the search of pages', () => {
  const find = (query: string) => createPageSearch(PAGES)(query, 5).map(({ path }) => path)

  it('requires every word, weighs the title most, and matches prefixes', () => {
    expect(find('limit')).toEqual(['/docs/limits', '/docs/errors'])
    expect(find('limit plan')).toEqual(['/docs/errors'])
    expect(find('requ').sort()).toEqual(['/docs/errors', '/docs/limits'])
    expect(find('nothing here')).toEqual([])
    expect(find('')).toEqual([])
  })
})
