import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { createPages } from '../../src/http/pages/pages.ts'
import type { Award } from '../../src/resources/awards.ts'
import { groupRecipients } from '../../src/rules/awards/awardees.ts'
import { parseItems, readAllRecipients } from '../../src/site/lists.ts'
import { drawCountyMap, sumCounties } from '../../src/site/states/maps.ts'
import { WHOLE_LIST } from '../../src/store/lists/reader.ts'
import { openService, type Service } from '../../src/store/service.ts'
import { toRecipientPath } from '../../src/views/recipients.ts'
import { BLANK_DATA, BLANK_MAIN, BLANKS } from '../../src/views/view.ts'
import { baked, pageDeps, STARTER } from '../api.ts'

const FRAME = `<title>${BLANKS.title}</title>${BLANK_DATA}<main>${BLANK_MAIN}</main>`
const NOW = Date.parse('2026-11-21T18:00:00Z')

let service: Service
let ask: (path: string) => Promise<{ status: number; text: string; location: string | null }>
const listAwards = (filters: object) =>
  parseItems<Award>(service.readers.awards.list({ filters: { ...filters }, limit: WHOLE_LIST }, NOW))

beforeAll(async () => {
  service = openService((await baked(STARTER)).folder)
  const deps = pageDeps(
    () => service,
    () => NOW,
  )
  const pages = createPages(deps, { record: FRAME, list: FRAME })
  ask = async (path) => {
    const response = await pages.request(path)
    return { status: response.status, text: await response.text(), location: response.headers.get('location') }
  }
})

describe('the page of all recipients', () => {
  it('has in each state those with verified awards there', async () => {
    const recipients = readAllRecipients(service, NOW)
    for (const state of ['NE', 'KS', 'IA', 'TX']) {
      const there = recipients.filter(({ awards }) => awards.some((award) => award.state === state))
      const { text } = await ask(`/recipients?state=${state}`)
      expect(/<strong>([\d,]+) of/.exec(text)?.[1]).toBe(there.length.toLocaleString('en-US'))
    }
  })

  it('says in its heading what it selects', async () => {
    const { text } = await ask('/recipients?state=NE&q=hospital&recipientKind=HOSPITAL')
    expect(text).toContain('<h1>Recipients in Nebraska matching “hospital” (Hospital)</h1>')
  })

  it('names for each the states of its verified awards', async () => {
    const held = readAllRecipients(service, NOW).find(
      ({ awards, states }) => awards.length > 0 && new Set(awards.map(({ state }) => state)).size < states.size,
    )
    if (!held) throw new Error('no recipient has rows on file in another state')
    const names = [...new Set(held.awards.map(({ stateName }) => stateName))].join(', ')
    const { text } = await ask(`/recipients?${new URLSearchParams({ q: held.name })}`)
    expect(text).toContain(`data-label="State">${names}<`)
  })
})

describe('the page of recipients near a county', () => {
  it('has the same awards as the API, page and file alike, the closest first', async () => {
    const rows = listAwards({ near: 'Garvin County, OK', within: 60 })
    expect(rows.length).toBeGreaterThan(10)
    const { text } = await ask('/near?state=OK&county=garvin&within=60')
    const table: { [column: string]: string }[] = parse(
      (await ask('/near.csv?state=OK&county=garvin&within=60')).text,
      {
        columns: true,
        bom: true,
      },
    )
    expect(table.reduce((sum, { awards }) => sum + Number(awards), 0)).toBe(rows.length)
    const miles = table.map(({ distanceMiles }) => Number(distanceMiles))
    expect(miles).toEqual(miles.toSorted((a, b) => a - b))
    expect(miles.at(-1)).toBeLessThanOrEqual(60)
    for (const { url = '' } of table) expect(text).toContain(`href="${url}"`)
    const cents = (amounts: (number | null)[]) =>
      amounts.reduce<number>((sum, each) => sum + Math.round((each ?? 0) * 100), 0)
    expect(cents(table.map(({ federalAmount }) => Number(federalAmount)))).toBe(
      cents(rows.map((row) => row.federalAmount)),
    )
    expect(text).toContain('near=Garvin+County%2C+OK&amp;within=60')
  })

  it('stays under 50 KB wherever many are near, with all of them in its file', async () => {
    const query = 'state=AL&county=Hale&within=1000'
    const { text } = await ask(`/near?${query}`)
    const file = parse((await ask(`/near.csv?${query}`)).text, { bom: true }) as string[][]
    expect(file.length - 1).toBeGreaterThan(text.split('<tr>').length - 2)
    expect(text).toContain(`<strong>${(file.length - 1).toLocaleString('en-US')} recipients`)
    expect(text).toContain('the file has all')
    expect(Buffer.byteLength(text)).toBeLessThan(45_000)
  })

  it('tells of rows on file that are not verified, without counting them', async () => {
    const held = listAwards({ near: 'Boone County, IN', verification: ['UNVERIFIED'] })
    expect(held.length).toBeGreaterThan(0)
    const { text } = await ask('/near?state=IN&county=Boone')
    expect(text).toContain(`>${held.length} rows on file</a>`)
    const [, path = ''] = /href="(\/awards\?near=[^"]*UNVERIFIED)"/.exec(text) ?? []
    expect((await ask(path.replaceAll('&amp;', '&'))).text).toContain(`${held.length} of`)
  })

  it('chooses by kind', async () => {
    const hospitals = listAwards({ near: 'Garvin County, OK', within: 60, recipientKind: ['HOSPITAL'] })
    const { text } = await ask('/near.csv?state=OK&county=garvin&within=60&recipientKind=hospital')
    expect(text.trim().split('\r\n')).toHaveLength(groupRecipients(hospitals).length + 1)
  })

  it('says for how many awards the county is known', async () => {
    const all = listAwards({ state: ['IA'] })
    const { text } = await ask('/near?state=IA&county=Polk&within=0')
    const [, placed, total] = /The county is known for ([\d,]+) of ([\d,]+) verified awards? in Iowa/.exec(text) ?? []
    expect(Number(total)).toBe(all.length)
    expect(Number(placed)).toBeLessThanOrEqual(all.length)
  })

  it.each([
    ['/near', 'Choose a state'],
    ['/near?state=NE', 'Look around'],
    ['/near?county=Washington', '31 counties may be meant'],
    ['/near?state=NE&county=Ha', '<a href="/near?state=NE&amp;county=Hall+County">Hall County, NE</a>'],
    ['/near?state=NE&county=Hxll', 'Did you mean <a href="/near?state=NE&amp;county=Hall+County'],
    ['/near?state=NE&county=Atlantis', 'Choose a county below.'],
    ['/near?county=Atlantis', 'Choose the state first.'],
    ['/near?county=Beadle', 'within 50 miles of Beadle County, South Dakota'],
    ['/near?state=zz&within=-3&recipientKind=x', 'Choose a state'],
    ['/near?state=VA&county=Richmond+city&within=0', 'in Richmond city, Virginia'],
    ['/near?county=<b>', '“&lt;b&gt;” is not known'],
  ])('%s leads on without scripts', async (path, words) => {
    const { status, text } = await ask(path)
    expect([status, text]).toEqual([200, expect.stringContaining(words)])
    expect(text).not.toMatch(/undefined|NaN|\[object|\$0\b/)
    expect(Buffer.byteLength(text)).toBeLessThan(40_000)
  })
})

const row = (awardeeName: string, state: string, ccn: string | null = null) => ({ awardeeName, state, ccn })

describe('a recipient', () => {
  const counted = (...rows: ReturnType<typeof row>[]) => groupRecipients(rows).length

  it('is one under all spellings of its name in a state, and under its certification number', () => {
    expect(counted(row('Mercy Hosp., Inc.', 'IA'), row('MERCY HOSPITAL', 'IA'))).toBe(1)
    expect(
      counted(row('Grace Cottage', 'VT', '471300'), row('Grace Cottage Family Health & Hospital', 'VT', '471300')),
    ).toBe(1)
    expect(counted(row('Providence', 'AK', '020001'), row('Providence Health', 'WA', '020001'))).toBe(1)
  })

  it('is never merged without evidence: equal names in two states, or two numbers under one name', () => {
    expect(counted(row('Memorial Hospital', 'IA'), row('Memorial Hospital', 'NE'))).toBe(2)
    expect(counted(row('Memorial Hospital', 'IA', '160001'), row('Memorial Hospital', 'IA', '160002'))).toBe(2)
    expect(counted(row('Sanford Health', 'IA'), row('SANFORD HEALTH', 'SD'))).toBe(1)
  })

  it('keeps every row once', () => {
    const rows = listAwards({ verification: ['VERIFIED', 'UNVERIFIED'] })
    const ids = groupRecipients(rows).flatMap((group) => group.map(({ id }) => id))
    expect(ids.sort()).toEqual(rows.map(({ id }) => id).sort())
  })
})

describe('the title of an award', () => {
  it('tells the awards of one recipient apart by what they are worth', async () => {
    const byRecipient = [...Map.groupBy(listAwards({}), ({ awardeeName }) => awardeeName).values()]
    const several = byRecipient.find((awards) => {
      const amounts = new Set(awards.map(({ federalAmount }) => federalAmount))
      return awards.length > 1 && amounts.size === awards.length && !amounts.has(null)
    })
    expect(several).toBeDefined()
    const pages = await Promise.all((several ?? []).map(({ id }) => ask(`/awards/${id}`)))
    const titles = pages.map(({ text }) => /<title>(.*?)<\/title>/.exec(text)?.[1])
    expect(new Set(titles).size).toBe(several?.length)
  })

  it('is its own among the awards of the same amount to one recipient', async () => {
    const all = listAwards({ verification: ['VERIFIED', 'UNVERIFIED'] })
    const alike = [...Map.groupBy(all, ({ awardeeName, federalAmount }) => `${awardeeName} ${federalAmount}`).values()]
    const several = alike.filter(({ length }) => length > 1)
    expect(several.length).toBeGreaterThan(0)
    const pages = await Promise.all(
      several
        .slice(0, 12)
        .flat()
        .map(({ id }) => ask(`/awards/${id}`)),
    )
    const titles = pages.map(({ text }) => /<title>(.*?)<\/title>/.exec(text)?.[1])
    expect(new Set(titles).size).toBe(titles.length)
  })
})

describe('the page of a recipient', () => {
  it('has all of its awards in every state, the sum of the verified ones alone, and what is on file', async () => {
    const { text } = await ask('/recipients/sanford-health')
    for (const code of ['ia', 'sd']) expect(text).toContain(`href="/states/${code}"`)
    expect(text).toContain('Also written as SANFORD HEALTH.')
    expect(text).toContain('according to <a href="http://www.sanfordsheldon.org/about/">')
    const sanford = listAwards({ verification: ['VERIFIED', 'UNVERIFIED'] }).filter(({ awardeeName }) =>
      /^sanford health$/i.test(awardeeName),
    )
    const verified = sanford.filter(({ verification }) => verification === 'VERIFIED')
    const total = verified.reduce((sum, { federalAmount }) => sum + (federalAmount ?? 0), 0)
    expect(text).toContain(`<dd>$${Math.round(total).toLocaleString('en-US')}</dd>`)
    for (const { id } of sanford) expect(text).toContain(`href="/awards/${id}"`)
    expect(text.match(/not verified<\/span>/g)?.length).toBe(sanford.length - verified.length)
    expect((await ask(`/awards/${verified[0]?.id}`)).text).toContain('href="/recipients/sanford-health"')
  })

  it('ends a list of spellings with one period, also if the last name has one', async () => {
    const recipients = readAllRecipients(service, NOW).filter(
      ({ name, spellings }) => spellings.length > 1 && spellings.some((each) => each !== name && each.endsWith('.')),
    )
    expect(recipients.length).toBeGreaterThan(0)
    for (const recipient of recipients) {
      const { text } = await ask(toRecipientPath(recipient))
      expect(/Also written as (.*?)<\/p>/.exec(text)?.[1]).toMatch(/[^.]\.$/)
    }
  })

  it('leads to the pages of its counties at their own addresses, without the distance that they have by default', async () => {
    const { text } = await ask('/recipients/sanford-health')
    const [link = ''] = /\/near\?state=[A-Z]{2}&amp;county=[\w+]+/.exec(text) ?? []
    const path = link.replaceAll('&amp;', '&')
    expect(path).not.toBe('')
    expect((await ask(path)).text).toContain(`href="${link.replace('/near?', '/near.csv?')}"`)
    expect((await ask(`${path}&within=50`)).text).not.toMatch(/href="\/near[^"]*within=50/)
  })

  it('names the namesakes of other states apart', async () => {
    const { text } = await ask('/recipients/columbia-memorial-hospital-ny')
    expect(text).toContain('Nothing shows that these are the same organization.')
    expect(text).toMatch(/href="\/recipients\/columbia-memorial-hosp(ital)?-or"/)
  })

  it('is found at its former address, and under its other spellings', async () => {
    expect(await ask('/awards/ne/antelope-memorial-hospital')).toMatchObject({
      status: 301,
      location: '/recipients/antelope-memorial-hospital-ne',
    })
    expect(await ask('/recipients/sanford-health-sd')).toMatchObject({
      status: 301,
      location: '/recipients/sanford-health',
    })
  })

  it('is called by its usual name, without what single rows add', async () => {
    const { text } = await ask('/recipients?q=beatrice+community&state=NE')
    expect(text).toContain('>Beatrice Community Hospital</a>')
    expect(text).not.toContain('Virtual Nursing')
  })
})

describe('the list of recipients', () => {
  it('has every recipient with verified awards once, and only those', async () => {
    const all = readAllRecipients(service, NOW)
    const { text } = await ask('/recipients')
    expect(text).toContain(`${all.length.toLocaleString('en-US')} recipients`)
    expect(new Set(all.map(({ slug }) => slug)).size).toBe(all.length)
    const verified = listAwards({})
    expect(all.reduce((sum, { awards }) => sum + awards.length, 0)).toBe(verified.length)
    const paged = /<a rel="next" href="\/recipients\?page=2">/
    expect(text).toMatch(paged)
    expect((await ask('/recipients?state=NE&recipientKind=HOSPITAL')).text).toContain('Recipients in Nebraska')
    expect((await ask('/recipients?q=nobody+of+that+name')).text).toContain('No recipient matches.')
  })
})

describe("a state's counties", () => {
  it('have the sums of its awards, each with a place on the map', () => {
    const recipients = readAllRecipients(service, NOW).filter(({ states }) => states.has('MS'))
    const { sums, note } = sumCounties('MS', recipients)
    expect(note).toMatch(/^The county is known for \d+ of \d+ verified awards in Mississippi; /)
    const harrison = listAwards({ state: ['MS'], county: 'harrison' })
    const total = harrison.reduce((sum, { federalAmount }) => sum + (federalAmount ?? 0), 0)
    const harrisonSum = sums.find(({ county }) => county.name === 'Harrison County')
    expect([harrisonSum?.awards, Math.round(harrisonSum?.total ?? 0)]).toEqual([harrison.length, Math.round(total)])
    const map = drawCountyMap('MS', sums)
    expect(map?.circles.length).toBe(sums.length)
    const [left = 0, top = 0, width = 0, height = 0] = map?.box.split(' ').map(Number) ?? []
    for (const { x, y } of map?.circles ?? []) {
      expect(x >= left && x <= left + width && y >= top && y <= top + height).toBe(true)
    }
  })
})
