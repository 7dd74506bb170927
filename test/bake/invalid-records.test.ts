import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { prepare } from '../../src/bake/bake.ts'
import { DatasetError } from '../../src/records/ndjson.ts'
import type { RecordKind } from '../../src/schema/records.ts'
import { copyOfFixture, readLines, recordsFile, replaceLine, spoil } from './folder.ts'

const feedFile = (folder: string): string => path.join(folder, 'history', 'changes.ndjson')

/** The errors that the bake reports for a folder; empty if there are none. */
async function findErrors(folder: string): Promise<string[]> {
  try {
    await prepare(folder, () => {})
    return []
  } catch (error) {
    if (error instanceof DatasetError) return error.message.split('\n')
    throw error
  }
}

let folder: string
beforeEach(() => {
  folder = copyOfFixture()
})

const file = (kind: RecordKind) => recordsFile(folder, kind)
const UNKNOWN = '00000000-0000-4000-8000-ffffffffffff'

describe('a record', () => {
  it.each<[error: string, kind: RecordKind, fields: object, field: string, reason: RegExp]>([
    ['a javascript: address', 'documents', { url: 'javascript:alert(1)' }, 'url', /not an http\(s\) URL/],
    ['a data: address', 'events', { recordingUrl: 'data:text/html,x' }, 'recordingUrl', /not an http\(s\) URL/],
    ['a URL without a host', 'notices', { sourceUrl: 'https://' }, 'sourceUrl', /not an http\(s\) URL/],
    ['a URL with a space', 'notices', { sourceUrl: 'https://a.example/b c' }, 'sourceUrl', /white space/],
    ['a local URL', 'notices', { sourceUrl: 'http://localhost/x' }, 'sourceUrl', /public host/],
    [
      'a URL that is too long',
      'documents',
      { url: `https://a.example/${'x'.repeat(2000)}` },
      'url',
      /longer than 2000/,
    ],
    ['an invalid URL in a list', 'notices', { documentUrls: ['javascript:1'] }, 'documentUrls.0', /not an http/],
    ['a control character', 'notices', { title: 'Bell \u0007' }, 'title', /control character/],
    ['a line break', 'events', { description: 'One\nTwo' }, 'description', /control character/],
    ['a bidirectional override', 'awards', { awardeeName: 'Clinic \u202egnp' }, 'awardeeName', /control character/],
    ['a null byte in a full text', 'documents', { text: 'a\u0000b' }, 'text', /control character/],
    ['a lone surrogate', 'notices', { title: 'x \ud800' }, 'title', /control character/],
    ['a replacement character', 'notices', { summary: 'caf\ufffd' }, 'summary', /control character/],
    ['an empty text', 'notices', { summary: '' }, 'summary', /is empty \(use null/],
    ['whitespace at an end', 'notices', { title: ' Grants' }, 'title', /begins or ends with white space/],
    ['a title that is too long', 'notices', { title: 'x'.repeat(301) }, 'title', /longer than 300/],
    ['a summary that is too long', 'notices', { summary: 'x'.repeat(2001) }, 'summary', /longer than 2000/],
    ['a full text that is too long', 'documents', { text: 'x'.repeat(2_000_001) }, 'text', /longer than 2,000,000/],
    [
      'a list that is too long',
      'notices',
      { documentUrls: Array(201).fill('https://a.example') },
      'documentUrls',
      /<=200/,
    ],
    ['a negative amount', 'awards', { federalAmount: -1 }, 'federalAmount', /is negative/],
    ['an absurd amount', 'allotments', { amount: 1e13 }, 'amount', /is more than/],
    ['an amount as text', 'awards', { federalAmount: '100' }, 'federalAmount', /must be of type number/],
    ['a date before 2000', 'notices', { postedDate: '1999-12-31' }, 'postedDate', /outside 2000–2100/],
    ['a date after 2100', 'notices', { dueDate: '2101-01-01' }, 'dueDate', /outside 2000–2100/],
    ['an impossible date', 'notices', { dueDate: '2026-02-30' }, 'dueDate', /neither a date/],
    ['a date in another format', 'notices', { dueDate: '11/30/2026' }, 'dueDate', /neither a date/],
    [
      'a timestamp without an offset',
      'notices',
      { dueDate: '2026-11-30T17:00:00' },
      'dueDate',
      /timestamp with an offset/,
    ],
    [
      'an impossible month',
      'documents',
      { milestones: [{ date: '2026-13', label: 'x' }] },
      'milestones.0.date',
      /not a month/,
    ],
    ['a fiscal year in another format', 'awards', { fiscalYear: '2026' }, 'fiscalYear', /not a fiscal year \(FY2026\)/],
    ['a fiscal year in another century', 'awards', { fiscalYear: 'FY1999' }, 'fiscalYear', /outside 2000–2100/],
    ['an id that is not a UUID', 'awards', { id: 'award-1' }, 'id', /not a UUID/],
    ['an id in upper case', 'awards', { id: '00000000-0000-4000-8000-0000000B0001' }, 'id', /lowercase/],
    ['an unknown state', 'notices', { state: 'ZZ' }, 'state', /must be one of /],
    ['no description', 'activities', { description: null }, 'description', /must be of type string/],
    ['too short a description', 'activities', { description: 'Trains nurses.' }, 'description', /30 to 60 words/],
    ['no metrics', 'activities', { metrics: null }, 'metrics', /must be of type array/],
    ['a footnote as metric', 'activities', { metrics: ['*By county'] }, 'metrics.0', /footnote mark/],
    ['a metric with a footnote mark', 'activities', { metrics: ['Visits*'] }, 'metrics.0', /footnote mark/],
    ['an unknown policy', 'commitments', { policy: 'Free parking' }, 'policy', /must be one of /],
    ['an unknown status', 'activities', { status: 'DONE' }, 'status', /must be one of /],
    ['an unknown category', 'activities', { category: 'BROADBAND' }, 'category', /must be one of /],
    [
      'a new category where only legacy ones are allowed',
      'activities',
      { category: 'BEHAVIORAL_HEALTH' },
      'category',
      /must be one of /,
    ],
    [
      'an inferred category',
      'notices',
      { categories: [{ category: 'BEHAVIORAL_HEALTH', source: 'INFERRED' }] },
      'categories.0.source',
      /./,
    ],
    ['a type in lower case', 'notices', { opportunityType: 'rfp' }, 'opportunityType', /uppercase type/],
    ['an unknown time zone', 'states', { timezone: 'America/Gotham' }, 'timezone', /not a known IANA/],
    ['an unknown region', 'states', { region: '11' }, 'region', /must be one of /],
    ['a share over 100', 'states', { ruralPercent: 101 }, 'ruralPercent', /<=100/],
    ['0 pages', 'documents', { pages: 0 }, 'pages', />=1/],
    ['an unknown key', 'events', { organiser: 'x' }, 'line', /has unknown keys: organiser/],
    ['yes instead of true', 'events', { cancelled: 'yes' }, 'cancelled', /must be of type boolean/],
  ])('with %s is rejected, with its line and field', async (_, kind, fields, field, reason) => {
    spoil(file(kind), 2, fields)
    const errors = await findErrors(folder)
    expect(errors[0]).toMatch(new RegExp(`^${kind}\\.ndjson:2: ${field.replaceAll('.', '\\.')}: `))
    expect(errors[0]?.split(': ').slice(2).join(': ')).toMatch(reason)
  })

  it('with a missing key is rejected', async () => {
    replaceLine(file('awards'), 3, (text) => {
      const { federalAmount: _, ...rest } = JSON.parse(text)
      return JSON.stringify(rest)
    })
    expect(await findErrors(folder)).toEqual([expect.stringMatching(/^awards\.ndjson:3: federalAmount: /)])
  })
})

it('a title that five awards of a list share is a program, not a project', async () => {
  const spoilLines = (lines: readonly number[]) => {
    for (const line of lines) spoil(file('awards'), line, { projectTitle: 'Facility Enhancements' })
  }
  spoilLines([12, 13, 14, 15])
  expect(await findErrors(folder)).toEqual([])
  spoilLines([16])
  expect(await findErrors(folder)).toEqual([
    expect.stringMatching(/^awards\.ndjson:12: projectTitle: is a program with 5 awards; write it as initiative/),
  ])
})

/** Values that belong to another field, or to none. */
const misplaced = (
  [
    ['a county as the title of a project', { projectTitle: 'Park County' }, /projectTitle: is a county/],
    ['a county of three words as a title', { projectTitle: 'Isle of Wight County' }, /projectTitle: is a county/],
    ...['Hall', 'HALL COUNTY', 'Hall County, NE', 'Hall and Adams Counties', 'Hall County; Adams County'].map(
      (projectTitle) =>
        [`"${projectTitle}" as a title`, { state: 'NE', projectTitle }, /projectTitle: is a county/] as const,
    ),
    [
      'a county of another state',
      { state: 'NE', county: 'Kenai Peninsula Borough' },
      /county: "Kenai Peninsula Borough" is not the official name/,
    ],
    ['a county without its kind', { state: 'NE', county: 'Hall' }, /county: "Hall" is not the official name/],
    [
      'a misspelled county as a place',
      { state: 'NE', county: null, place: 'Hall County; Adam County' },
      /place: "Adam County"/,
    ],
    ['a number as the title of a project', { projectTitle: 'Project 2' }, /projectTitle: numbers the projects/],
    [
      'a network as the title of a project',
      { projectTitle: 'Prairie Network member hospitals' },
      /projectTitle: is a class/,
    ],
    [
      'a grant program as a title',
      { projectTitle: 'Rural Technology Grant (RTG)' },
      /projectTitle: is a grant program/,
    ],
    [
      'its initiative as its title',
      { projectTitle: 'Tribal', initiative: 'Tribal' },
      /projectTitle: repeats the initiative/,
    ],
    [
      "a copy's label as initiative",
      { initiative: 'RHT series: administration' },
      /initiative: is a label of the copy/,
    ],
    [
      'a template as description',
      { programDescription: 'Project "Beds" under Access; awarded, amount not published.' },
      /programDescription: only repeats other fields/,
    ],
    [
      'a description made of its other fields',
      { initiative: 'Rural Access', programDescription: 'Award under the Rural Access initiative.' },
      /programDescription: only repeats other fields/,
    ],
    [
      'a sentence as the title of a project',
      { projectTitle: 'The purpose of this contract is to train nurses.' },
      /projectTitle: is a sentence/,
    ],
    [
      'its copy as the source',
      { sourceUrl: 'https://example.org/copy', retrievedFrom: 'https://example.org/copy' },
      /sourceUrl: is the copy that was read/,
    ],
    ...[
      'https://github.com/a/b',
      'http://www.github.com/a/b/',
      'https://GitHub.com/a/b#readme',
      'https://github.com/a/b/tree/main',
      'https://gitlab.com/a/b',
      'https://raw.githubusercontent.com/a/b/main/',
    ].map((copy) => [`${copy} as copy`, { retrievedFrom: copy }, /retrievedFrom: is a whole repository/] as const),
    ['a bare repository as source', { sourceUrl: 'https://github.com/a/b' }, /sourceUrl: is a whole repository/],
  ] as const
).map(([error, fields, reported]): [string, RecordKind, number, object, RegExp] => [
  error,
  'awards',
  6,
  fields,
  new RegExp(`^awards\\.ndjson:6: ${reported.source}`),
])

describe('a line', () => {
  it.each<[string, (text: string) => string, RegExp]>([
    ['that is not JSON', (text) => text.slice(0, -1), /^events\.ndjson:3: line: is not JSON: /],
    ['that is empty', () => '', /^events\.ndjson:3: line: is empty; remove it$/],
    ['that is a list', (text) => `[${text}]`, /^events\.ndjson:3: line: /],
    ['that is null', () => 'null', /^events\.ndjson:3: line: /],
    ['with two objects', (text) => `${text}${text}`, /^events\.ndjson:3: line: is not JSON: /],
  ])('%s is rejected', async (_, change, reported) => {
    replaceLine(file('events'), 3, change)
    expect(await findErrors(folder)).toEqual([expect.stringMatching(reported)])
  })

  it('with invalid UTF-8 is rejected', async () => {
    const lines = readLines(file('notices'))
    const spoilt = Buffer.from(
      `${lines.join('\n')}\n`.replace('Crisis stabilization grants', 'Crisis \u0001 grants'),
      'latin1',
    )
    spoilt[spoilt.indexOf(0x01)] = 0xe9
    writeFileSync(file('notices'), spoilt)
    expect(await findErrors(folder)).toEqual([
      expect.stringMatching(/^notices\.ndjson:4: title: contains a control character/),
    ])
  })

  it('after a byte-order mark is rejected, and the mark is named', async () => {
    replaceLine(file('states'), 1, (text) => `\ufeff${text}`)
    expect((await findErrors(folder))[0]).toBe(
      'states.ndjson:1: line: starts with a byte-order mark; save the file without one',
    )
  })

  it('may end with CRLF or without a line break', async () => {
    const { prepare } = await import('../../src/bake/bake.ts')
    const plain = await prepare(folder, () => {})
    writeFileSync(file('awards'), readLines(file('awards')).join('\r\n'))
    const other = await prepare(folder, () => {})
    expect(JSON.stringify(other.publication)).toBe(JSON.stringify(plain.publication))
  })
})

describe('a file', () => {
  it('that is missing is reported, also if several are', async () => {
    rmSync(file('events'))
    rmSync(file('activities'))
    expect(await findErrors(folder)).toEqual([
      expect.stringMatching(/^events\.ndjson:0: file: cannot be read; expected at .*events\.ndjson$/),
      expect.stringMatching(/^activities\.ndjson:0: file: cannot be read/),
    ])
  })

  it('that is a folder is reported', async () => {
    rmSync(file('events'))
    mkdirSync(file('events'))
    expect(await findErrors(folder)).toEqual([expect.stringMatching(/^events\.ndjson:0: file: cannot be read/)])
  })

  it('of states that is empty is reported alone, not as an error in every other record', async () => {
    writeFileSync(file('states'), '')
    expect(await findErrors(folder)).toEqual(['states.ndjson:0: file: is empty; a dataset needs its states'])
  })

  it('of another kind may be empty', async () => {
    writeFileSync(file('events'), '')
    expect(await findErrors(folder)).toEqual([])
  })

  it('of the feed that is corrupt is reported', async () => {
    replaceLine(feedFile(folder), 2, (text) => text.replace('NEW_OPPORTUNITY', 'NEW_THING'))
    expect((await findErrors(folder))[0]).toMatch(/^changes\.ndjson:2: type: /)
  })
})

describe('records together', () => {
  it.each<[error: string, kind: RecordKind, line: number, fields: object, reported: RegExp]>([
    [
      'two records with the same id',
      'awards',
      2,
      { id: '00000000-0000-4000-8000-0000000b0001' },
      /^awards\.ndjson:2: id: "00000000-0000-4000-8000-0000000b0001" is already used on an earlier line/,
    ],
    [
      'two states with the same code',
      'states',
      2,
      { code: 'AK', timezone: 'America/Anchorage' },
      /^states\.ndjson:2: code: "AK" is already used/,
    ],
    [
      'a status without a source',
      'activities',
      1,
      { statusSourceUrl: null },
      /^activities\.ndjson:1: statusSourceUrl: is null, but status ACTIVE needs a source/,
    ],
    [
      'the day of a status without a status',
      'activities',
      1,
      { status: null, statusSourceUrl: null },
      /^activities\.ndjson:1: status: is null, but has a source or a day/,
    ],
    [
      'a source document that does not exist',
      'awards',
      4,
      { sourceDocumentId: UNKNOWN },
      /^awards\.ndjson:4: sourceDocumentId: no document has/,
    ],
    [
      'a state without a record',
      'awards',
      6,
      { state: 'WY' },
      /^awards\.ndjson:6: state: "WY" is not in states\.ndjson/,
    ],
    [
      'a duplicate of an award that does not exist',
      'awards',
      3,
      { duplicateOf: UNKNOWN },
      /^awards\.ndjson:3: duplicateOf: no award has/,
    ],
    [
      'a duplicate of itself',
      'awards',
      3,
      { duplicateOf: '00000000-0000-4000-8000-0000000b0003' },
      /^awards\.ndjson:3: duplicateOf: is the record itself/,
    ],
    [
      'an amount of 0 for an unpublished amount',
      'awards',
      6,
      { federalAmount: 0 },
      /^awards\.ndjson:6: federalAmount: is 0; write null when the amount is unknown/,
    ],
    ...misplaced,
    [
      'a description that begins with the kind of the document',
      'documents',
      4,
      { description: 'News release of the governor of May 1, 2026. Grants open.' },
      /^documents\.ndjson:4: description: begins with the kind of the document/,
    ],
    [
      "a description that closes with the state's award",
      'documents',
      4,
      { state: 'NE', description: 'Grants open on May 1. The award for FY2026 is $218,529,075.' },
      /^documents\.ndjson:4: description: closes with the award to the state/,
    ],
    [
      'an undated sentence in a summary',
      'states',
      1,
      { summary: 'Alaska leads. No recipients have been published.' },
      /^states\.ndjson:1: summary: says what can change without a date: No recipients/,
    ],
    ['a summary without sources', 'states', 1, { summarySources: [] }, /^states\.ndjson:1: summarySources: must list/],
    [
      'a summary that begins with the kind of a document',
      'states',
      1,
      { summary: 'Program page of the department.' },
      /^states\.ndjson:1: summary: begins with the kind of the document/,
    ],
    [
      'two documents with the same URL, ignoring the fragment',
      'documents',
      4,
      { url: 'https://example.org/documents/3/#awards' },
      /^documents\.ndjson:4: url: is the URL of document 00000000-0000-4000-8000-0000000d0003; merge the two/,
    ],
    [
      'a merged document that still exists',
      'documents',
      4,
      { mergedIds: ['00000000-0000-4000-8000-0000000d0003'] },
      /^documents\.ndjson:4: mergedIds: 00000000-0000-4000-8000-0000000d0003 is still a separate document/,
    ],
    [
      'a list of a document that does not exist',
      'lists',
      1,
      { documentId: UNKNOWN },
      /^lists\.ndjson:1: documentId: no document has the id/,
    ],
    [
      'a list with only a first line',
      'lists',
      1,
      { firstLine: 1 },
      /^lists\.ndjson:1: lastLine: is only allowed with firstLine/,
    ],
    [
      'a list that ends before it begins',
      'lists',
      1,
      { firstLine: 9, lastLine: 8 },
      /^lists\.ndjson:1: lastLine: is before firstLine/,
    ],
    [
      'a unit without the total that it rounds',
      'lists',
      2,
      { statedTotalUnit: 1_000_000 },
      /^lists\.ndjson:2: statedTotalUnit: requires a statedTotal/,
    ],
    [
      'an award row in two lists of its document',
      'lists',
      3,
      { documentId: '00000000-0000-4000-8000-0000000d0002' },
      /^awards\.ndjson:1: sourceLine: is in 2 lists of its document/,
    ],
    [
      'a national notice with a state',
      'notices',
      14,
      { state: 'NE' },
      /^notices\.ndjson:14: scope: is NATIONAL, but state is NE/,
    ],
    [
      'a state notice without a state',
      'notices',
      1,
      { state: null },
      /^notices\.ndjson:1: scope: is STATE, but state is null/,
    ],
    [
      'a minimum budget above the maximum',
      'notices',
      5,
      { budgetMin: 2001 },
      /^notices\.ndjson:5: budgetMin: 2001 is greater than budgetMax 2000/,
    ],
    [
      'a correction of ours told as a change of the source',
      'notices',
      5,
      { lastChanged: '2026-11-28', confirmedAt: '2026-08-31' },
      /^notices\.ndjson:5: lastChanged: 2026-11-28 is after confirmedAt 2026-08-31; a correction of ours/,
    ],
    [
      'an event that ends before it starts',
      'events',
      1,
      { endAt: '2026-11-19' },
      /^events\.ndjson:1: endAt: 2026-11-19 is before startAt/,
    ],
  ])('%s is reported', async (_, kind, line, fields, reported) => {
    spoil(file(kind), line, fields)
    const errors = await findErrors(folder)
    expect(
      errors.some((error) => reported.test(error)),
      errors.join('\n'),
    ).toBe(true)
  })

  it('may be documents at different pages of one file, each at one of them', async () => {
    const pages = (at: number) => ({ url: `https://example.org/plans.pdf#page=${at}` })
    spoil(file('documents'), 3, pages(2))
    spoil(file('documents'), 4, pages(3))
    expect((await findErrors(folder)).filter((error) => error.includes('merge the two'))).toEqual([])
    spoil(file('documents'), 4, pages(2))
    expect((await findErrors(folder)).join()).toMatch(/documents\.ndjson:4: url: is the URL of document /)
  })

  it('are not checked against a file with invalid lines, which would only cause false errors', async () => {
    replaceLine(file('documents'), 2, () => '{}')
    const errors = await findErrors(folder)
    expect(errors.length).toBeGreaterThan(0)
    for (const error of errors) expect(error).toMatch(/^documents\.ndjson:2: /)
  })
})

describe('the change feed', () => {
  it.each<[string, object, RegExp]>([
    [
      'an event that is not after the one before it',
      { occurredAt: '2026-10-01T05:00:00.000Z' },
      /^changes\.ndjson:3: occurredAt: .* is not after/,
    ],
    [
      'an event with the id of another',
      { id: '00000000-0000-4000-8000-000000090001' },
      /^changes\.ndjson:3: id: .* is already used/,
    ],
    ['an event with a javascript: URL', { siteUrl: 'javascript:alert(1)' }, /^changes\.ndjson:3: siteUrl: /],
    [
      'an event with a control character',
      { summary: 'Bell \u0007' },
      /^changes\.ndjson:3: summary: contains a control/,
    ],
  ])('with %s is reported', async (_, fields, reported) => {
    spoil(feedFile(folder), 3, fields)
    const errors = await findErrors(folder)
    expect(
      errors.some((error) => reported.test(error)),
      errors.join('\n'),
    ).toBe(true)
  })
})

it('all invalid lines of all files are reported together', async () => {
  spoil(file('states'), 1, { region: '12', population: -1 })
  spoil(file('awards'), 1, { federalAmount: -5 })
  spoil(file('notices'), 27, { dueDate: 'soon' })
  appendFileSync(file('activities'), '{"id"\n')
  const errors = await findErrors(folder)
  expect(errors.map((error) => error.split(': ').slice(0, 2).join(': '))).toEqual([
    'states.ndjson:1: region',
    'states.ndjson:1: population',
    'awards.ndjson:1: federalAmount',
    'notices.ndjson:27: dueDate',
    `activities.ndjson:${readLines(file('activities')).length}: line`,
  ])
})

it('the fixture itself has no errors, even without history', async () => {
  expect(await findErrors(folder)).toEqual([])
  rmSync(path.join(folder, 'history'), { recursive: true })
  expect(await findErrors(folder)).toEqual([])
})
