import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { getHash, getId } from '../../src/ingest/drafts.ts'
import { decide, formatDetail, type Item, readItems } from '../../src/nightly/review.ts'
import { commandHere, commandProcess } from '../command.ts'
import { publishedFolder, readContents, readLines, readRows } from './folders.ts'

const SCRIPT = 'scripts/review.ts'
const KEY = ['grants-gov', '350001']
const NOTICE = '00000000-0000-4000-8000-000000000004'

let data: string

/** `npm run review` with these words. */
const review = async (...words: string[]): Promise<{ code: number; text: string }> => {
  const { code, stdout, stderr } = await commandHere(SCRIPT, [...words, '--data', data])
  return { code, text: stdout + stderr }
}

function write(name: string, ...rows: object[]): void {
  const file = path.join(data, 'history', name)
  mkdirSync(path.dirname(file), { recursive: true })
  const isOne = name.endsWith('.json')
  writeFileSync(file, isOne ? JSON.stringify(rows[0]) : rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

const conflict = (offered: unknown) => ({
  source: 'grants-gov',
  kind: 'notices',
  id: noticeId(),
  ref: 'HRSA-27-1',
  field: 'dueDate',
  recorded: '2026-12-01',
  offered,
  since: '2026-11-20',
})

const candidate = {
  url: 'https://dhss.alaska.gov/rfp-7.pdf',
  kind: 'notice',
  state: 'AK',
  title: 'RFP 7: village clinics',
  fileType: 'PDF',
  pageUrl: 'https://ak.example.org/rhtp',
  dates: [{ label: 'Due', date: '2027-01-15' }],
  amounts: [250_000],
  source: 'EXTRACTED',
  review: 'PENDING',
  found: '2026-11-20',
}

const quarantined = {
  source: 'grants-gov',
  since: '2026-11-20',
  readAt: '2026-11-20T08:00:00.000Z',
  findings: [{ check: 'fetched', reason: 'grants-gov gave 2 rows, 40 before' }],
  isReleased: false,
  part: {
    fetched: 2,
    drafts: [{ kind: 'notices', ref: 'HRSA-27-1', key: KEY, like: [], given: { dueDate: '2027-05-05' } }],
    gone: [],
    removes: [],
    confirmed: [],
    history: {},
    changes: [],
  },
}

/** The notice that the source has given: Crisis stabilization grants, due on December 1. */
const noticeId = (): string =>
  String(readLines(data, 'notices').find(({ title }) => title === 'Crisis stabilization grants')?.id ?? NOTICE)

beforeEach(async () => {
  const { folders } = await publishedFolder()
  data = folders.data
  const fields = { dueDate: getHash('2026-12-01') }
  write('given.ndjson', { source: 'grants-gov', kind: 'notices', key: JSON.stringify(KEY), id: noticeId(), fields })
})

/** The items of a kind that need a decision. */
const waiting = async (kind: Item['kind']): Promise<Item[]> =>
  (await readItems(data)).filter((item) => item.kind === kind)

/** Decides the first item of a kind. */
async function decided(kind: Item['kind'], decision: string, reason: string, fields = {}): Promise<string> {
  const [item] = await waiting(kind)
  if (!item) throw new Error(`No ${kind} waits.`)
  return decide(data, item, { decision, reason, fields, now: new Date('2026-11-21T12:00:00.000Z') })
}

const decisions = () => readRows(path.join(data, 'history', 'decisions.ndjson'))
const quarantineNow = () => readContents(path.join(data, 'history'))['quarantine/grants-gov.json']
const noticeNow = () => readLines(data, 'notices').find(({ id }) => id === noticeId())

describe('npm run review', () => {
  it('lists items by kind, with both sides, and accepts a decision only with a reason', async () => {
    write('quarantine/grants-gov.json', quarantined)
    write('conflicts.ndjson', conflict('2027-03-01'))
    write('candidates.ndjson', candidate)
    const { code, stdout: text } = await commandProcess(SCRIPT, ['--data', data])
    expect(code).toBe(0)
    expect(text).toMatch(/In quarantine.*\(1\)\n {2}q-grants-gov .*gave 2 rows, 40 before/)
    expect(text).toMatch(/Conflicts.*\(1\)\n.*dueDate: recorded "2026-12-01", grants-gov says "2027-03-01"/)
    expect(text).toMatch(/Candidates.*\(1\)\n.*RFP 7: village clinics/)
    expect(text).toMatch(/Gaps \(\d+\)/)
    expect((await review('show', 'q-grants-gov')).text).toContain('dueDate: "2026-12-01" becomes "2027-05-05"')
    expect(await review('show', 'q-nowhere')).toEqual({ code: 1, text: expect.stringMatching(/handle "q-nowhere"/) })
    expect((await review('decide', 'q-grants-gov', 'release')).text).toMatch(/--reason/)
  })

  it('releases or drops quarantined data', async () => {
    write('quarantine/grants-gov.json', quarantined)
    await decided('quarantine', 'release', 'the agency says so')
    expect(JSON.parse(quarantineNow() ?? '').isReleased).toBe(true)
    await decided('quarantine', 'drop', 'an outage')
    expect(quarantineNow()).toBeUndefined()
    expect(decisions()).toMatchObject([
      { kind: 'quarantine', subject: 'grants-gov', decision: 'release', reason: 'the agency says so' },
      { decision: 'drop', reason: 'an outage' },
    ])
  })

  it('takes the value of a source into the record, or keeps the record, and records why', async () => {
    write('conflicts.ndjson', conflict('2027-03-01'))
    expect(await decided('conflict', 'take', 'confirmed by phone')).toContain('now has the value of grants-gov')
    expect(noticeNow()?.dueDate).toBe('2027-03-01')
    expect(decisions()).toMatchObject([{ before: '2026-12-01', after: '2027-03-01', reason: 'confirmed by phone' }])
    write('conflicts.ndjson', conflict('2028-03-01'))
    await decided('conflict', 'keep', 'a typing error')
    expect(noticeNow()?.dueDate).toBe('2027-03-01')
    expect(await waiting('conflict')).toEqual([])
  })

  it('accepts a candidate as a record with the given fields, or rejects it permanently', async () => {
    write('candidates.ndjson', candidate)
    await decided('candidate', 'accept', 'read it', { dueDate: '2027-02-01' })
    const id = getId('notices', ['review', candidate.url])
    expect(readLines(data, 'notices').find((row) => row.id === id)).toMatchObject({
      title: 'RFP 7: village clinics',
      dueDate: '2027-02-01',
      budgetMax: 250_000,
      sourceUrl: candidate.url,
    })
    write('candidates.ndjson', { ...candidate, url: 'https://dhss.alaska.gov/lunch.pdf' })
    await decided('candidate', 'reject', 'a menu')
    expect(await waiting('candidate')).toEqual([])
  })

  it.each([
    ['Request for Proposals: management of rural grants', 'RFP'],
    ['Invitation for Bids: telehealth carts', 'IFB'],
    ['Village clinic grants', 'GRANT'],
    ['Help for village clinics', 'GRANT'],
  ])('accepts the candidate "%s" as of type %s', async (title, opportunityType) => {
    const url = `https://dhss.alaska.gov/${title.length}.pdf`
    write('candidates.ndjson', { ...candidate, url, title })
    await decided('candidate', 'accept', 'read it')
    const id = getId('notices', ['review', url])
    expect(readLines(data, 'notices').find((row) => row.id === id)).toMatchObject({ title, opportunityType })
  })

  it('gives a notice the deadline of its page, shown with the sentence of the page', async () => {
    const evidence = 'Applications are due January 15, 2027.'
    write('candidates.ndjson', { ...candidate, evidence, noticeId: noticeId() })
    const [item] = await waiting('candidate')
    expect((await review('show', item?.handle ?? '')).text).toContain(`the page says  "${evidence}"`)
    const count = readLines(data, 'notices').length
    await decided('candidate', 'accept', 'read it')
    expect(noticeNow()).toMatchObject({
      dueDate: '2027-01-15',
      rolling: false,
      confirmedAt: '2026-11-20',
      lastChanged: '2026-11-21T12:00:00.000Z',
    })
    expect(readLines(data, 'notices')).toHaveLength(count)
    expect(await waiting('candidate')).toEqual([])
  })

  it('takes the page of a deadline in text as its source', async () => {
    const url = `${candidate.pageUrl}#deadline-0123456789ab`
    write('candidates.ndjson', { ...candidate, url, evidence: 'Applications are due January 15, 2027.' })
    await decided('candidate', 'accept', 'read it')
    const id = getId('notices', ['review', url])
    const made = readLines(data, 'notices').find((row) => row.id === id)
    expect(made).toMatchObject({ dueDate: '2027-01-15', sourceUrl: candidate.pageUrl, retrievedFrom: null })
  })

  it.each<[string, string, object, RegExp]>([
    ['a field has an invalid value', 'accept', { title: '' }, /title/],
    ['the records would be invalid', 'accept', { partOf: '00000000-0000-4000-8000-0000000fffff' }, /partOf/],
    ['the decision is for another kind of item', 'release', {}, /can be decided with accept or reject/],
  ])('changes nothing if %s', async (_, decision, fields, message) => {
    write('candidates.ndjson', candidate)
    const before = readContents(data)
    await expect(decided('candidate', decision, 'a reason', fields)).rejects.toThrow(message)
    expect(readContents(data)).toEqual(before)
  })

  it('lists gaps, which cannot be decided', async () => {
    const [gap] = await waiting('gap')
    expect(gap && formatDetail(gap)).toMatch(/closes when a record is added/)
    await expect(decided('gap', 'accept', 'a reason')).rejects.toThrow(/cannot be decided/)
  })
})
