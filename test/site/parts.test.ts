import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../src/contract/schemas.ts'
import { CHANGE_TYPES, STATE_CODES } from '../../src/schema/vocabularies.ts'
import { formatBounds, toFields, typeText } from '../../src/site/docs/fields.ts'
import { formatMarkdown } from '../../src/site/integration.ts'
import { BOX, formatClass, getRank, STATE_SHAPES, toClasses } from '../../src/site/states/maps.ts'
import { formatAwardedLabel, getShownStates, openOpportunities } from '../../src/site/states/states.ts'
import { toAwardView } from '../../src/views/records/award.ts'
import { formatHistory } from '../../src/views/records/parts.ts'
import {
  countedText,
  formatCode,
  formatLongDate,
  formatMinute,
  formatMoment,
  formatOrdinal,
  formatPercent,
  formatProse,
  roundDollarText,
} from '../../src/views/wording.ts'
import { openApi as openTestApi } from '../api.ts'
import { CONTRACT } from '../contract/whole.ts'

describe("the label of a state's awards", () => {
  it.each([
    [{ awardeeCount: 0, awards: 0, awardAmountsKnown: 0 }, 'awarded to organizations'],
    [{ awardeeCount: 1, awards: 2, awardAmountsKnown: 2 }, 'awarded to 1 organization'],
    [
      { awardeeCount: 95, awards: 109, awardAmountsKnown: 102 },
      'awarded to 95 organizations; 102 of 109 amounts published',
    ],
    [{ awardeeCount: 12, awards: 12, awardAmountsKnown: 0 }, 'awarded to 12 organizations; 0 of 12 amounts published'],
  ])('says what the sum covers: %j', (state, label) => {
    expect(formatAwardedLabel(state as never)).toBe(label)
  })
})

describe("the map's color classes", () => {
  it('put every value into exactly one class, larger values higher', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10 ** 9 }), { minLength: 1, maxLength: 60 }), (values) => {
        const classes = toClasses(values)
        const ranks = values.toSorted((a, b) => a - b).map((value) => getRank(value, classes))
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
        for (const value of values) {
          expect(classes.filter(({ from, to }) => value >= from && value < to).length).toBe(1)
        }
      }),
      { seed: 7 },
    )
  })

  it('have limits in whole steps of five million', () => {
    const values = [147, 157, 168, 173, 181, 189, 193, 200, 204, 208, 213, 219, 233, 272, 281].map((m) => m * 1_000_000)
    expect(toClasses(values).map(({ from }) => from / 1_000_000)).toEqual([0, 175, 195, 210, 235])
  })

  it.each([
    [
      [0, 0, 0, 0, 0, 0, 0, 0, 1, 3],
      ['under 1', '1 to 3', '3 or more'],
    ],
    [[0, 0, 0], ['0 or more']],
  ])('tell the few states that have something from the others: %j', (values, labels) => {
    expect(toClasses(values, 1).map((entry) => formatClass(entry, String))).toEqual(labels)
  })
})

describe('the history of a record', () => {
  const at = '2026-10-06T14:00:00.000Z'
  const told = { id: 'b', type: 'NEW_DOCUMENT', occurredAt: '2026-10-06T12:00:00.000Z', summary: 'New document: Plan' }
  const texts = (type: string, createdAt: string | null) => {
    const section = formatHistory({
      createdAt: createdAt ?? undefined,
      updatedAt: at,
      events: [{ ...told, type } as never],
      changes: [],
    })
    return [...(section || { text: '' }).text.matchAll(/First published here|New document: Plan/g)].map(String)
  }

  it('says once that it is new', () => {
    expect(texts('NEW_DOCUMENT', at)).toEqual(['First published here'])
  })

  it('keeps an event of another day or kind, and one without a first step', () => {
    expect(texts('NEW_DOCUMENT', '2026-10-05T12:00:00.000Z')).toEqual(['New document: Plan', 'First published here'])
    expect(texts('PAGE_UPDATED', at)).toEqual(['First published here', 'New document: Plan'])
    expect(texts('NEW_DOCUMENT', null)).toEqual(['New document: Plan'])
  })

  it('says once what changed', () => {
    const events = [
      { type: 'OPPORTUNITY_UPDATED', occurredAt: at, summary: 'Updated: Plan' },
      { type: 'OPPORTUNITY_UPDATED', occurredAt: at, summary: 'Deadline extended to 2026-12-31: Plan' },
      { type: 'OPPORTUNITY_UPDATED', occurredAt: '2026-10-05T12:00:00.000Z', summary: 'Updated: Plan' },
    ]
    const fields = {
      summary: { before: 'A plan.', after: 'A new plan.' },
      awardStage: { before: null, after: 'AWARDED' },
    }
    const changes = [{ change: 'UPDATED', changedAt: at, fields }]
    const { text } = formatHistory({ updatedAt: at, events: events as never, changes: changes as never })
    const steps = [...text.matchAll(/(?:Summary|Deadline|Updated)[^<]*/g)].map(String)
    expect(steps).toEqual([
      'Deadline extended to December 31, 2026: Plan',
      'Summary: A new plan (was A plan); Stage: Awarded (was unknown).',
      'Updated: Plan',
    ])
  })
})

describe('the page of an award', () => {
  const getFacts = (county: string | null, place: string | null) => {
    const sourceDocument = { id: 'd', title: 'List', fileType: 'PDF', url: 'https://example.org/list.pdf' }
    const names = { id: 'a', state: 'AL', stateName: 'Alabama', awardeeName: 'Training Institute' }
    const award = { ...names, county, place, federalAmount: 1, matchAmount: null, sourceDocument, sourceLine: null }
    const page = { award: { ...award, sourceUrl: sourceDocument.url, updatedAt: '2026-10-06T14:00:00.000Z' } }
    const rest = { recipient: '/recipients/a', lastRead: null, past: { events: [], changes: [] } }
    const { main } = toAwardView({ ...page, ...rest } as never, { base: '', version: 'a', now: Date.now() } as never)
    return main.text.split('<p class="actions">')
  }

  it('has its county among the facts, and a list of counties in a section of its own', () => {
    const [facts, sections] = getFacts('Bibb County', null)
    expect([facts, sections]).toEqual([
      expect.stringContaining('Bibb County, Alabama'),
      expect.not.stringContaining('Bibb'),
    ])
    const counties = ['Bibb', 'Blount', 'Calhoun', 'Chambers', 'Cherokee'].map((name) => `${name} County`).join('; ')
    const [fewFacts, places] = getFacts(null, counties)
    expect([fewFacts, places]).toEqual([
      expect.not.stringContaining('Bibb'),
      expect.stringContaining(`${counties}, Alabama`),
    ])
  })
})

describe('the map', () => {
  it('has an outline of every state, within its box', () => {
    expect([...STATE_SHAPES.keys()].sort()).toEqual([...STATE_CODES])
    for (const [code, outline] of STATE_SHAPES) {
      const points = parsePoints(outline)
      expect(points.length, code).toBeGreaterThan(3)
      for (const [x, y] of points) {
        expect(x >= BOX.x && x <= BOX.x + BOX.width && y >= BOX.y && y <= BOX.y + BOX.height, `${code} ${x},${y}`).toBe(
          true,
        )
      }
    }
  })
})

describe('the fields of a response', () => {
  const { schemas } = CONTRACT.components

  it('are listed with types and values, each followed by its nested fields', () => {
    const fields = toFields(schemas.Award as JsonSchema, schemas)
    expect(fields.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['id', 'sourceDocument', 'sourceDocument.fileType', 'programCategoryEvidence[].source']),
    )
    expect(fields.find(({ path }) => path === 'federalAmount')).toMatchObject({ type: 'number or null' })
    expect(fields.find(({ path }) => path === 'programCategoryEvidence[].source')).toMatchObject({
      values: ['ADMIN_CONFIRMED', 'EXTRACTED', 'INFERRED'],
    })
  })

  it('of variants are listed once if they are the same, otherwise once per variant', () => {
    const fields = toFields(schemas.ChangeEvent as JsonSchema, schemas)
    const named = (path: string) => fields.filter((field) => field.path === path)
    expect(named('occurredAt').length).toBe(1)
    expect(named('type')).toMatchObject([{ values: CHANGE_TYPES }])
    expect(named('detail').map(({ when }) => when)).toEqual([...CHANGE_TYPES])
    expect(named('detail.deadline').map(({ when }) => when)).toEqual(['NEW_OPPORTUNITY', 'OPPORTUNITY_UPDATED'])
    expect(named('deadline')).toEqual([])
  })

  it('have one path each, within a variant', () => {
    for (const [id, schema] of Object.entries(schemas)) {
      const places = toFields(schema, schemas).map(({ path, when }) => `${path} ${when}`)
      expect(places, id).toEqual([...new Set(places)])
    }
    const list = {
      type: 'object',
      properties: { data: { type: 'array', items: { $ref: '#/components/schemas/Award' } } },
    }
    const paths = toFields(list as JsonSchema, schemas).map(({ path }) => path)
    expect(paths).toEqual(
      expect.arrayContaining(['data', 'data[].id', 'data[].programCategoryEvidence[].matchedTerms']),
    )
  })

  it('have readable types and limits', () => {
    expect(typeText({ type: 'array', items: { type: 'string', format: 'date-time' } }, schemas)).toBe(
      'array of timestamp',
    )
    expect(typeText({ anyOf: [{ $ref: '#/components/schemas/StateCode' }, { type: 'null' }] }, schemas)).toBe(
      'string or null',
    )
    expect(formatBounds({ minimum: 1, maximum: 1_000 })).toBe('1 to 1,000')
    expect(formatBounds({ minimum: 0 })).toBeNull()
  })
})

describe('text formatting', () => {
  it('writes money, shares and dates in American style', () => {
    expect(roundDollarText(10_000_000_003)).toBe('$10.0 billion')
    expect(roundDollarText(218_529_075)).toBe('$218.5 million')
    expect(roundDollarText(750)).toBe('$750')
    expect([countedText(1, 'award'), countedText(1_200, 'award')]).toEqual(['1 award', '1,200 awards'])
    expect(formatPercent(26.99)).toBe('27%')
    expect([1, 2, 3, 4, 11, 12, 21, 50].map(formatOrdinal).join(' ')).toBe('1st 2nd 3rd 4th 11th 12th 21st 50th')
    // 4:59 UTC is still the evening before in the eastern United States.
    expect(formatLongDate('2026-12-01T04:59:59.000Z')).toBe('November 30, 2026')
    expect(formatLongDate('2026-12-01')).toBe('December 1, 2026')
    expect(formatMinute('2026-12-01T00:05:00.000Z')).toBe('December 1, 2026 at 00:05 UTC')
    const due = { at: '2026-12-01T23:00:00.000Z', precision: 'TIME', zone: 'America/Chicago' } as const
    expect(formatMoment(due)).toBe('December 1, 2026 at 5:00 PM CST')
  })

  it.each([
    ['Announced on 2026-09-28.', 'Announced on September 28, 2026.'],
    ['From 2026-06-01 to 2031-09-30', 'From June 1, 2026 to September 30, 2031'],
    ['See https://example.org/news/2025-12-30/grant', 'See https://example.org/news/2025-12-30/grant'],
    ['Notice RFP-2026-01-15-A', 'Notice RFP-2026-01-15-A'],
  ])('formats dates within prose: %s', (text, shown) => {
    expect(formatProse(text)).toBe(shown)
  })

  it.each([
    ['RFA', 'RFA'],
    ['NOFO', 'NOFO'],
    ['GRANT', 'Grant'],
    ['CITY', 'City'],
    ['OPEN', 'Open'],
    ['TOWN_HALL', 'Town hall'],
    ['states', 'States'],
  ])('writes the code %s as %s', (code, label) => {
    expect(formatCode(code)).toBe(label)
  })
})

describe('a page in Markdown', () => {
  const page = (main: string, isText = true) =>
    `<!doctype html><head>${isText ? '<link type="text/markdown" href="/x.md">' : ''}</head><body><nav>No</nav><main>${main}</main></body>`

  it('keeps text, tables and code, and leaves out visual aids', async () => {
    const text = await formatMarkdown(
      page(`<h1>States</h1><svg aria-hidden="true"><title>Map</title></svg><table><thead><tr><th>A</th><th>B</th></tr></thead>
        <tbody><tr><td>1</td><td><code>x</code></td></tr></tbody></table><pre data-language="bash"><code>curl x</code></pre>`),
    )
    expect(text).toBe('# States\n\n| A | B   |\n| - | --- |\n| 1 | `x` |\n\n```bash\ncurl x\n```\n')
  })

  it('separates what is visually separate', async () => {
    const text = await formatMarkdown(
      page(`<table><thead><tr><th>A</th></tr></thead><tbody>
        <tr><td><i>string</i><span class="mark">X</span>Its name.<details class="values"><summary>2 values</summary>
        <p><code>a</code> <code>b</code> </p></details></td></tr>
        <tr><td><i>number</i> <br> <p class="values"><code>1</code> </p></td></tr></tbody></table>
        <dl><div><dt><a href="#C"> <code>C</code> </a><span class="mark">401</span></dt><dd>Why.</dd></div></dl>
        <p><span class="mark">open</span> Here</p>`),
    )
    expect(text).toContain('| *string* · X · Its name. · 2 values: `a` `b` |')
    expect(text).toMatch(/\| \*number\* · `1` +\|/)
    expect(text).toContain('[`C`](#C) · 401\n')
    expect(text).toContain('\nopen · Here\n')
  })

  it('is not created for a page that opts out', async () => {
    expect(await formatMarkdown(page('<h1>Console</h1>', false))).toBeNull()
  })
})

describe("the site's data", () => {
  it('includes all states with their coverage, and open solicitations by nearest due date', async () => {
    const api = await openTestApi()
    expect(getShownStates(api.service, api.now()).map(({ code, coverage }) => [code, coverage.state])).toEqual(
      ['AK', 'HI', 'NE', 'NY', 'TX'].map((code) => [code, code]),
    )
    const open = openOpportunities(api.service, api.now())
    const due = open.map(({ dueDate }) => dueDate ?? '9999')
    expect(due).toEqual(due.toSorted())
    expect(open.length).toBeGreaterThan(0)
    for (const { status, type } of open) {
      expect(status).not.toBe('CLOSED')
      expect(type).not.toBe('AWARD')
    }
    const shown = openOpportunities(api.service, api.now(), 'NE')
    expect(shown.map(({ id }) => id)).toEqual(open.filter(({ state }) => state === 'NE').map(({ id }) => id))
  })
})

/** The points of a path that is made of absolute moves and lines. */
const parsePoints = (outline: string): [x: number, y: number][] =>
  [...outline.matchAll(/[ML](-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)])
