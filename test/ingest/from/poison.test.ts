import { describe, expect, it } from 'vitest'
import { AWARD_LISTS, type AwardList, createAwardListSource } from '../../../src/ingest/from/award-lists.ts'
import { federalRegister } from '../../../src/ingest/from/federal-documents.ts'
import { grantsGov } from '../../../src/ingest/from/grants-gov/source.ts'
import { usaspending } from '../../../src/ingest/from/usaspending.ts'
import { INGEST_KINDS } from '../../../src/ingest/source.ts'
import { RECORDS } from '../../../src/schema/records.ts'
import {
  federalAward,
  federalRegisterApi,
  grantsGovApi,
  opportunity,
  pointing,
  registerDocument,
  transaction,
  usaspendingApi,
} from '../apis.ts'
import { dataset, NEXT_NIGHT, night, readFiles, readRows } from '../night.ts'
import { standIn } from '../stand-in.ts'

/** What a source must not be able to put into a record. */
const POISONS: unknown[] = [
  '<script>alert(1)</script>Clinic',
  '&lt;script&gt;alert(1)&lt;/script&gt;Clinic',
  '&amp;lt;img src=x onerror=alert(1)&amp;gt;Clinic',
  '<<script>script>alert(1)<</script>/script>',
  '<img src="javascript:alert(1)">Clinic',
  'javascript:alert(document.cookie)',
  'data:text/html;base64,PHNjcmlwdD4=',
  'Clinic\u0000\u0007\u001b[2J\u009b31m',
  'Clinic\r\n{"id":"forged"}\n',
  'Clinic\u2028\u2029\ufeff',
  '\u202eclinic\u202c \u2066x\u2069',
  'Clinic \ud800 half \udc00',
  '\ud83c\udfe5'.repeat(2_000),
  'Clinic '.repeat(process.env.LONG ? 20_000 : 2_000),
  `${'<b>'.repeat(5_000)}deep`,
  '=HYPERLINK("http://evil.example","Clinic")',
  '@SUM(1+1)*cmd|" /C calc"!A0',
  "'; DROP TABLE awards; --",
  '../../../../etc/passwd',
  '#{7*7}{{7*7}}',
  '',
  null,
  -1,
  Number.MAX_VALUE,
  true,
  [],
  ['nested', { deep: ['<script>'] }],
  { toString: 'x' },
  JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
]
const PER_SOURCE = 50
const poison = (n: number): unknown => POISONS[n % POISONS.length]
const rows = Array.from({ length: PER_SOURCE }, (_, n) => n)

/** An object in which every key except the kept ones contains poison, with keys that would pollute prototypes. */
function poisoned(whole: object, n: number, kept: readonly string[]): Record<string, unknown> {
  const fields = Object.entries(whole).map(([key, value], index) => [
    key,
    kept.includes(key) ? value : poison(n + index),
  ])
  return Object.defineProperty(Object.fromEntries(fields), '__proto__', { value: { polluted: true }, enumerable: true })
}

const opportunities = rows.map((n) => {
  const whole = opportunity(String(1_000 + n))
  const data = whole.data as Record<string, unknown>
  return {
    hit: {
      ...poisoned(whole.hit, n, ['id', 'cfdaList']),
      id: whole.hit.id,
      title: 'Rural',
      cfdaList: whole.hit.cfdaList,
    },
    data: n % 5 === 0 ? poison(n) : { ...poisoned(data, n, []), synopsis: poisoned(data.synopsis as object, n, []) },
  }
})
const documents = rows.map((n) => ({
  ...poisoned(
    registerDocument(`2026-1${1_000 + n}`),
    n,
    n % 2 === 0 ? ['document_number', 'title', 'html_url'] : ['title'],
  ),
  title: 'Rural Health Transformation',
  abstract: poison(n) as string,
}))
const awards = rows.map((n) =>
  poisoned(
    federalAward(`X-${n}`),
    n,
    n % 2 === 0 ? ['Award ID', 'Recipient Location', 'Start Date', 'generated_internal_id'] : [],
  ),
)
/** A cell holds text and numbers only. */
const csvCell = (value: unknown) => (typeof value === 'object' ? '' : `"${String(value).replaceAll('"', '""')}"`)
const csv = [
  [
    'App ID',
    'Org Name',
    'Project Title',
    'Project Summary',
    'Initiative',
    'Award Amount (Preliminary)',
    'Notification Date',
  ],
  ...rows.map((n) => [
    n % 3 === 0 ? poison(n) : `BP1-${n}`,
    ...[1, 2, 3, 4].map((column) => poison(n + column)),
    n % 2 === 0 ? 1_000 + n : poison(n),
    poison(n + 6),
  ]),
  ['BP1-OK', 'Honest Clinic', 'Care', 'Cares.', 'Access', '5', '8/28/2026'],
]
const LIST: AwardList = { ...AWARD_LISTS[0], format: 'CSV', sheet: null }

async function poisonedNight(data: string, now: string) {
  const servers = {
    grantsGov: await grantsGovApi([...opportunities, opportunity('999')] as never),
    usaspending: await usaspendingApi([...awards, federalAward('OK-1')], [transaction('OK-1', '2026-01-01', '5')]),
    federalRegister: await federalRegisterApi([...documents, registerDocument('2026-00001')] as never),
  }
  const body = csv.map((cells) => cells.map(csvCell).join(',')).join('\n')
  const list = await standIn(() => ({ type: 'text/csv', body }))
  const env = pointing(servers, [`https://health.alaska.gov=${list.origin}`])
  return night(data, [grantsGov, usaspending, federalRegister, createAwardListSource([LIST])], env, {
    now,
    timeoutMs: 10_000,
  })
}

describe('two hundred poisoned rows', () => {
  /** The first run, performed by the first test that needs it. */
  let first: Promise<{ data: string; results: Awaited<ReturnType<typeof poisonedNight>> }> | undefined
  const firstRun = () => {
    first ??= dataset().then(async (data) => ({ data, results: await poisonedNight(data, NEXT_NIGHT) }))
    return first
  }

  it('stop no source, and what is kept of them is clean', async () => {
    const { data, results } = await firstRun()
    expect(results.map(({ source, failed }) => [source, failed])).toEqual([
      ['grants-gov', null],
      ['usaspending', null],
      ['federal-register', null],
      ['award-lists', null],
    ])

    for (const kind of INGEST_KINDS) {
      for (const record of await readRows(data, kind))
        expect(RECORDS[kind].safeParse(record)).toMatchObject({ success: true })
    }
    const text = Object.values(await readFiles(data)).join('')
    // The only control is the break between lines; escapes would hide others, or halves of characters.
    expect(text.match(/(?!\n)\p{Cc}|\p{Cf}|\p{Cs}|[\u2028\u2029]|\\u[\da-f]{4}|\\[bfnrt]/iu)).toBeNull()
    expect(text.match(/<[a-z!/?]|onerror|"__proto__"|polluted|"[^"]*Url":"(?!https?:)/i)).toBeNull()
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()

    expect((await readRows(data, 'awards')).map(({ awardeeName }) => awardeeName)).toContain('Honest Clinic')
    expect((await readRows(data, 'notices')).map(({ noticeNumber }) => noticeNumber)).toContain('HRSA-27-999')
    expect((await readRows(data, 'documents')).map(({ pages }) => pages)).toContain(3)
  })

  it('are all accounted for: used, or skipped with a reason that is itself clean', async () => {
    const { results } = await firstRun()
    for (const { source, rejected, fetched } of results) {
      expect({ source, fetched: fetched >= 20, rejected: rejected.length >= 5 }).toEqual({
        source,
        fetched: true,
        rejected: true,
      })
      for (const { ref, reason } of rejected) {
        expect(`${ref} ${reason}`).not.toMatch(/\p{Cc}|\p{Cs}|<script/iu)
        expect(reason.length).toBeLessThan(300)
      }
    }
    const [notices] = results
    expect((notices?.new ?? 0) + (notices?.rejected.length ?? 0)).toBe(PER_SOURCE + 1)
  })

  it('give the same result in every run', async () => {
    const { data } = await firstRun()
    const before = await readFiles(data)
    await poisonedNight(data, '2026-11-22T07:00:00.000Z')
    expect(await readFiles(data)).toEqual(before)
  })
})
