import { describe, expect, it } from 'vitest'
import { createPortalSource } from '../../../../src/ingest/from/portals/portal.ts'
import { dataset, NEXT_NIGHT, NIGHT, night, readFiles, readLines, readRows } from '../../night.ts'
import { state } from '../../records.ts'
import { type Asked, type Reply, standIn } from '../../stand-in.ts'
import { MORE_SHAPES } from './more-shapes.ts'
import { SHAPES as FIRST_SHAPES, type Row, type Shape, TITLE } from './shapes.ts'

const SHAPES = [...FIRST_SHAPES, ...MORE_SHAPES]

const toState = ({ portal, timezone }: Shape) => ({ ...state({ code: portal.state, name: portal.state }), timezone })

async function asked(
  data: string,
  { portal, answer }: Shape,
  reply: Reply | readonly Row[],
  { robots = { status: 404 } as Reply, now = NIGHT, total = undefined as number | undefined } = {},
) {
  const server = await standIn(
    (request) => {
      if (request.path === '/robots.txt') return robots
      return Array.isArray(reply) ? answer(reply, total ?? reply.length, request) : (reply as Reply)
    },
    { robots: true },
  )
  const env = { INGEST_ORIGIN_MAP: `${new URL(portal.url).origin}=${server.origin}` }
  const [result] = await night(data, [createPortalSource(portal)], env, { now })
  return { ...result, asked: server.asked.map(({ method, path }) => `${method} ${path}`) }
}

/** What a portal lists in a second night fails, and changes nothing. */
async function expectFailure(shape: Shape, reply: Reply | readonly Row[], reason: RegExp, total?: number) {
  const data = await dataset({ states: [toState(shape)] })
  await asked(data, shape, [shape.row(1), shape.row(2)])
  const before = await readFiles(data)
  const result = await asked(data, shape, reply, { now: NEXT_NIGHT, ...(total && { total }) })
  expect(result.failed).toMatch(reason)
  expect(await readFiles(data)).toEqual(before)
}

describe.each(SHAPES.map((shape) => [shape.portal.name, shape] as const))('the list of %s', (_, shape) => {
  const { portal, row, notice } = shape

  it('returns the solicitations about rural health, as listed by the portal', async () => {
    const data = await dataset({ states: [toState(shape)] })
    const result = await asked(data, shape, [row(1), row(2, 'Office furniture')])
    expect(result).toMatchObject({ failed: null, fetched: 2, new: 1, rejected: [], confirmed: [portal.state] })
    expect(await readRows(data, 'notices')).toMatchObject([
      {
        ...notice,
        title: TITLE,
        state: portal.state,
        scope: 'STATE',
        sourceStatus: 'OPEN',
        retrievedFrom: portal.url,
      },
    ])
  })

  it('closes what it no longer has, and reopens it when it is back', async () => {
    const data = await dataset({ states: [toState(shape)] })
    const statuses = async () => (await readRows(data, 'notices')).map((record) => record.sourceStatus).sort()
    await asked(data, shape, [row(1), row(2)])
    expect(await asked(data, shape, [row(1)], { now: NEXT_NIGHT })).toMatchObject({ new: 0, changed: 1 })
    expect(await statuses()).toEqual(['CLOSED', 'OPEN'])
    expect(await asked(data, shape, [row(1), row(2)], { now: NEXT_NIGHT })).toMatchObject({ new: 0, changed: 1 })
    expect(await statuses()).toEqual(['OPEN', 'OPEN'])
  })

  it('that is truncated fails, and changes nothing', () =>
    expectFailure(shape, [row(1), row(2)], /returned 2 of 5 solicitations/, 5))

  it('that has another shape fails, and changes nothing', () =>
    expectFailure(
      shape,
      { json: { message: 'Unauthorized' } },
      /responded with (?:an unexpected shape|application\/json instead)/,
    ))
})

/** One portal of each reader. */
const READERS = SHAPES.filter(({ portal }) => ['delaware-bids', 'florida-mfmp', 'colorado-vss'].includes(portal.name))

describe.each(READERS.map((shape) => [shape.portal.name, shape] as const))('the list of %s', (name, shape) => {
  const { portal, row } = shape

  it.each<[string, Reply, RegExp]>([
    ['is down', { status: 503 }, /responded with 503/],
    ['is a web page', { body: '<html></html>' }, /responded with (?:text\/html|malformed JSON)|has no session/],
  ])('that %s fails, and changes nothing', (_, reply, reason) => expectFailure(shape, reply, reason))

  it('is not read if robots.txt disallows it, or its state is not recorded', async () => {
    const data = await dataset({ states: [toState(shape)] })
    await asked(data, shape, [row(1)])
    const before = await readLines(data, 'records/notices.ndjson')
    const robots = { type: 'text/plain', body: 'User-agent: *\nDisallow: /' }
    const barred = await asked(data, shape, [], { robots, now: NEXT_NIGHT })
    expect(barred).toMatchObject({ failed: null, fetched: 0, confirmed: [], asked: ['GET /robots.txt'] })
    expect(barred.rejected).toEqual([{ ref: portal.name, reason: "disallowed by the site's robots.txt" }])
    expect(await readLines(data, 'records/notices.ndjson')).toEqual(before)
    expect(await asked(await dataset(), shape, [row(1)])).toMatchObject({ source: name, fetched: 0, asked: [] })
  })
})

const findShape = (name: string): Shape => SHAPES.find(({ portal }) => portal.name === name) as Shape

describe('a list with several pages', () => {
  it.each([
    ['hawaii-hands', 3],
    ['south-dakota-board', 3],
    ['virginia-eva', 3],
    ['florida-mfmp', 1 + 3 + 1],
    ['texas-esbd', 10 + 1],
    ['connecticut-ctsource', 24],
  ])('of %s is read to its end', async (name, requests) => {
    const shape = findShape(name)
    const data = await dataset({ states: [toState(shape)] })
    const rows = Array.from({ length: 230 }, (_, number) => shape.row(number, `Lot ${number}`))
    const result = await asked(data, shape, [...rows, shape.row(500)])
    expect(result).toMatchObject({ fetched: 231, new: 1, rejected: [] })
    expect(result.asked).toHaveLength(requests + 1)
  })

  it('that repeats a row in place of another is refused', async () => {
    const shape = findShape('connecticut-ctsource')
    const data = await dataset({ states: [toState(shape)] })
    const rows = Array.from({ length: 12 }, (_, number) => shape.row(number))
    const result = await asked(data, shape, [...rows.slice(0, 11), rows[0] as Row])
    expect(result.failed).toBe('returned 11 of 12 solicitations')
  })
})

describe('a solicitation', () => {
  const noticesAfter = async (name: string, ...nights: Row[][]) => {
    const shape = findShape(name)
    const data = await dataset({ states: [toState(shape)] })
    const rejected = []
    for (const rows of nights) {
      const result = await asked(data, shape, rows)
      expect(result.failed).toBeNull()
      rejected.push(...(result.rejected ?? []))
    }
    return { notices: await readRows(data, 'notices'), rejected }
  }
  const createRow = (name: string, more: Row = {}) => ({ ...findShape(name).row(1), ...more })

  it.each([
    ['colorado-vss', { SO_STA: 'M', PUB_DT: 1794078000000, AMND_DT: 1794078000000 }, '2026-11-07'],
    ['virginia-eva', { version: '2', pubdate: '2026-11-07T09:00:00.000Z' }, '2026-11-07'],
  ])('of %s that is amended keeps the day of its first version', async (name, amendment, amendedAt) => {
    const { notices } = await noticesAfter(name, [createRow(name)], [createRow(name, amendment)])
    expect(notices).toMatchObject([{ postedDate: '2026-11-02', amended: true, amendedAt }])
    const { notices: late } = await noticesAfter(name, [createRow(name, amendment)])
    expect(late).toMatchObject([{ postedDate: null, amended: true, amendedAt }])
  })

  it.each([
    ['florida-mfmp', { closeDate: '2099-01-01T17:00:00.000+00:00' }],
    ['texas-esbd', { responseDue: '8/17/2076', responseTime: '2:00 PM' }],
  ])('of %s with a stand-in for a closing date is always open', async (name, more) => {
    expect((await noticesAfter(name, [createRow(name, more)])).notices).toMatchObject([
      { dueDate: null, rolling: true, sourceStatus: 'OPEN' },
    ])
  })

  it.each([
    ['colorado-vss', { DOC_CD_CONCAT: 'Notice of Contractor Settlement (NCS1)' }],
    ['west-virginia-oasis', { DOC_CD_CONCAT: 'Agency Sole Source Determination (ASSD)' }],
    ['michigan-sigma', { DOC_CD_CONCAT: 'Notice of Intent to Award (NIA1)' }],
    ['florida-mfmp', { type: 'Agency Decision' }],
    ['virginia-eva', { doccddesc: 'Sole Source (SS)' }],
    ['georgia-gpr', { soleSource: true }],
  ])('of %s that nobody can respond to is left out', async (name, more) => {
    expect(await noticesAfter(name, [createRow(name, more)])).toEqual({ notices: [], rejected: [] })
  })

  it('of virginia-eva that closes at midnight is due the day before', async () => {
    const { notices } = await noticesAfter('virginia-eva', [
      createRow('virginia-eva', { closedate: '2026-12-11T00:00:00Z' }),
    ])
    expect(notices).toMatchObject([{ dueDate: '2026-12-10' }])
  })

  it.each([
    ['florida-mfmp', { status: 'WITHDRAWN' }, 'WITHDRAWN'],
    ['florida-mfmp', { status: 'CLOSED' }, 'CLOSED'],
    ['texas-esbd', { statusName: 'Posting Cancelled' }, 'WITHDRAWN'],
    ['texas-esbd', { statusName: 'Awarded' }, 'AWARDED'],
  ])('of %s that is no longer listed has the status of its page: %o', async (name, more, sourceStatus) => {
    const shape = findShape(name)
    const data = await dataset({ states: [toState(shape)] })
    await asked(data, shape, [shape.row(1), shape.row(2)])
    const gone = { ...shape.row(1), ...more }
    const isDetail = ({ method, path }: Asked) => method === 'GET' || path.endsWith('/detail')
    const answer: Shape['answer'] = (rows, total, request) =>
      shape.answer(isDetail(request) ? [...rows, gone] : rows, total, request)
    const result = await asked(data, { ...shape, answer }, [shape.row(2)], { now: NEXT_NIGHT })
    expect(result).toMatchObject({ failed: null, changed: 1, rejected: [] })
    const again = await asked(data, { ...shape, answer }, [shape.row(2)], { now: NEXT_NIGHT })
    expect(again).toMatchObject({ changed: 0 })
    expect((await readRows(data, 'notices')).map((notice) => notice.sourceStatus).sort()).toEqual(
      ['OPEN', sourceStatus].sort(),
    )
  })

  it('whose page cannot be read keeps what its row says', async () => {
    const shape = findShape('florida-mfmp')
    const data = await dataset({ states: [toState(shape)] })
    const answer: Shape['answer'] = (rows, total, request) =>
      request.path.endsWith('/detail') ? { status: 404 } : shape.answer(rows, total, request)
    expect(await asked(data, { ...shape, answer }, [shape.row(1)])).toMatchObject({
      new: 1,
      rejected: [{ reason: 'details: responded with 404' }],
    })
    expect(await readRows(data, 'notices')).toMatchObject([{ dueDate: '2026-12-10T14:00:00-05:00', summary: null }])
  })
})
