import { describe, expect, it } from 'vitest'
import { getId } from '../../../src/ingest/drafts.ts'
import { grantsGov } from '../../../src/ingest/from/grants-gov/source.ts'
import { grantsGovApi, type Opportunity, opportunity, pointing } from '../apis.ts'
import { dataset, NEXT_NIGHT, NIGHT, night, readFiles, readRows } from '../night.ts'
import { notice } from '../records.ts'
import type { Asked, Reply } from '../stand-in.ts'

async function asking(
  data: string,
  opportunities: Opportunity[],
  more: { now?: string; fault?: (asked: Asked) => Reply | null } = {},
) {
  const { fault, ...options } = more
  const server = await grantsGovApi(opportunities, fault)
  const [result] = await night(data, [grantsGov], pointing({ grantsGov: server }), options)
  if (!result) throw new Error('no result')
  return { result, asked: server.asked }
}

it('turns an opportunity into a notice of national scope', async () => {
  const data = await dataset()
  const { result } = await asking(data, [opportunity('363580')])
  expect(result).toMatchObject({ source: 'grants-gov', fetched: 1, new: 1, rejected: [], failed: null })
  expect(await readRows(data, 'notices')).toEqual([
    {
      id: getId('notices', ['grants-gov', '363580']),
      state: null,
      scope: 'NATIONAL',
      title: 'Rural Health Network Development Program',
      opportunityType: 'NOFO',
      noticeNumber: 'HRSA-27-363580',
      issuingAgency: 'Health Resources and Services Administration',
      summary: 'Supports rural networks & partners. Two tracks.',
      budgetMin: null,
      budgetMax: 24_000_000,
      budgetPerAward: 500_000,
      applicantTypes: ['State governments', 'Nonprofits having a 501(c)(3) status with the IRS'],
      postedDate: '2026-08-13',
      dueDate: '2027-01-15',
      loiDate: null,
      questionDeadline: null,
      expectedBy: null,
      rolling: false,
      amended: false,
      amendedAt: null,
      sourceStatus: 'OPEN',
      confirmedAt: NIGHT.slice(0, 10),
      inferred: [],
      documentUrls: [
        'https://apply07.grants.gov/grantsws/rest/opportunity/att/download/99001',
        'https://www.hrsa.gov/grants/find-funding',
      ],
      firstSeen: NIGHT,
      lastChanged: NIGHT,
      sourceUrl: 'https://www.grants.gov/search-results-detail/363580',
      retrievedFrom: 'https://api.grants.gov/v1/api/fetchOpportunity',
      alsoFrom: [],
      duplicateOf: null,
      partOf: null,
      relatedTo: null,
    },
  ])
})

it('reads the forecast of an opportunity that is not posted yet', async () => {
  const data = await dataset()
  const forecast = {
    version: 7,
    forecastDesc: 'Planning money.',
    postingDate: 'Aug 07, 2026 12:00:00 AM EDT',
    estApplicationResponseDate: 'Oct 15, 2026 12:00:00 AM EDT',
    awardCeiling: '100000',
    estimatedFunding: 'none',
  }
  await asking(data, [
    opportunity('1', { hit: { oppStatus: 'forecasted' }, data: { docType: 'forecast', synopsis: null, forecast } }),
  ])
  expect((await readRows(data, 'notices'))[0]).toMatchObject({
    summary: 'Planning money.',
    postedDate: '2026-08-07',
    dueDate: '2026-10-15',
    budgetMax: null,
    budgetPerAward: 100_000,
    amended: false,
    sourceStatus: 'FORECAST',
  })
})

it('records that a posted notice was amended, and when', async () => {
  const data = await dataset()
  await asking(data, [opportunity('1', { synopsis: { version: 3, lastUpdatedDate: 'Nov 02, 2026 10:00:00 AM EST' } })])
  expect((await readRows(data, 'notices'))[0]).toMatchObject({ amended: true, amendedAt: '2026-11-02' })
})

describe('searching', () => {
  it('reads every page of every search, and each opportunity once', async () => {
    const data = await dataset()
    const many = ['1', '2', '3', '4', '5'].map((id) => opportunity(id))
    const { result, asked } = await asking(data, many)
    expect(result).toMatchObject({ fetched: 5, new: 5 })
    expect(asked.filter(({ path }) => path.endsWith('fetchOpportunity'))).toHaveLength(5)
    const pages = asked.flatMap(({ body }) => (body.cfda === '93.912' ? body.startRecordNum : []))
    expect(pages).toEqual([0, 2, 4])
  })

  it("uses a keyword's results only if the title is about rural health", async () => {
    const data = await dataset()
    const other = { cfdaList: ['10.001'] }
    const { result } = await asking(data, [
      opportunity('1', { hit: { ...other, title: 'Rural Hospital Assistance' } }),
      opportunity('2', { hit: { ...other, title: 'Plural hospital names' } }),
    ])
    expect(result.fetched).toBe(1)
  })

  it('uses no other opportunities if the service ignores the listing', async () => {
    const data = await dataset()
    const everything = [opportunity('1', { hit: { cfdaList: ['93.001'], title: 'Urban Sculpture' } })]
    const fault = ({ body }: Asked): Reply | null =>
      body.cfda ? { json: { errorcode: 0, data: { hitCount: 1, oppHits: everything.map(({ hit }) => hit) } } } : null
    expect((await asking(data, everything, { fault })).result.fetched).toBe(0)
  })

  it('also reads listings under their documented names', async () => {
    const data = await dataset()
    const fault = ({ body }: Asked): Reply | null => {
      const hit = { id: 1, title: 'Flex', alnist: ['93.241'], agencyName: 'HRSA' }
      const hits = body.aln === '93.241' ? [hit] : []
      return body.rows ? { json: { errorcode: 0, data: { hitCount: hits.length, oppHits: hits } } } : null
    }
    expect((await asking(data, [opportunity('1')], { fault })).result).toMatchObject({ fetched: 1, new: 1 })
  })
})

describe('the next run', () => {
  it('with the same responses changes no byte', async () => {
    const data = await dataset()
    const many = [opportunity('2'), opportunity('1'), opportunity('3')]
    await asking(data, many)
    const before = await readFiles(data)
    const { result } = await asking(data, many.toReversed(), { now: NEXT_NIGHT })
    expect(result).toMatchObject({ new: 0, changed: 0, unchanged: 3 })
    expect(await readFiles(data)).toEqual(before)
  })

  it('with a new deadline changes the notice, and its last change', async () => {
    const data = await dataset()
    await asking(data, [opportunity('1')])
    const [before] = await readRows(data, 'notices')
    const moved = opportunity('1', { synopsis: { responseDate: 'Feb 01, 2027 12:00:00 AM EST', version: 2 } })
    expect((await asking(data, [moved], { now: NEXT_NIGHT })).result).toMatchObject({ changed: 1, new: 0 })
    expect(await readRows(data, 'notices')).toEqual([
      { ...before, dueDate: '2027-02-01', amended: true, amendedAt: '2026-08-13', lastChanged: NEXT_NIGHT },
    ])
  })

  it('with a removed deadline has none', async () => {
    const data = await dataset()
    await asking(data, [opportunity('1')])
    const [before] = await readRows(data, 'notices')
    const open = opportunity('1', { hit: { closeDate: '' }, synopsis: { responseDate: null } })
    await asking(data, [open], { now: NEXT_NIGHT })
    expect(await readRows(data, 'notices')).toEqual([{ ...before, dueDate: null, lastChanged: NEXT_NIGHT }])
  })
})

describe('a forecast', () => {
  const forecast = opportunity('1', {
    hit: { oppStatus: 'forecasted', closeDate: '' },
    data: {
      docType: 'forecast',
      synopsis: null,
      forecast: {
        forecastDesc: 'Planned.',
        postingDate: 'Aug 13, 2026 12:00:00 AM EDT',
        estApplicationResponseDate: 'Mar 01, 2027 12:00:00 AM EST',
        awardCeiling: '900000',
        estimatedFunding: '900000',
      },
    },
  })

  it('that is posted loses what only the forecast had', async () => {
    const data = await dataset()
    await asking(data, [forecast])
    const [before] = await readRows(data, 'notices')
    expect(before).toMatchObject({ sourceStatus: 'FORECAST', dueDate: '2027-03-01', budgetMax: 900_000 })
    const posted = opportunity('1', {
      hit: { closeDate: '' },
      synopsis: { responseDate: null, awardCeiling: null, estimatedFunding: null },
      // The old block is still there, and so is its type.
      data: { docType: 'forecast', forecast: { estApplicationResponseDate: 'Mar 01, 2027 12:00:00 AM EST' } },
    })
    await asking(data, [posted], { now: NEXT_NIGHT })
    expect(await readRows(data, 'notices')).toMatchObject([
      {
        id: before?.id,
        sourceStatus: 'OPEN',
        dueDate: null,
        budgetMax: null,
        summary: 'Supports rural networks & partners. Two tracks.',
      },
    ])
  })
})

describe('a notice that is no longer in the search', () => {
  /** The service lists notices in its searches by their status, and gives the details of all it knows. */
  const service =
    (listed: readonly Opportunity[]) =>
    ({ path, body }: Asked): Reply | null => {
      if (path !== '/v1/api/search2') return null
      const hits = listed
        .map(({ hit }) => hit)
        .filter((hit) => String(body.oppStatuses).split('|').includes(String(hit.oppStatus)))
        .filter((hit) =>
          body.oppNum ? hit.number === body.oppNum : body.cfda ? hit.cfdaList.includes(body.cfda) : false,
        )
      return { json: { errorcode: 0, data: { hitCount: hits.length, oppHits: hits } } }
    }
  const other = opportunity('2')

  async function leaving(after: readonly Opportunity[]) {
    const data = await dataset()
    await asking(data, [opportunity('1'), other])
    const listed = [...after, other]
    const { result, asked } = await asking(data, listed, { now: NEXT_NIGHT, fault: service(listed) })
    const [notice] = (await readRows(data, 'notices')).filter(({ noticeNumber }) => noticeNumber === 'HRSA-27-1')
    return { data, result, asked, notice }
  }

  it.each([
    ['closed', 'CLOSED'],
    ['archived', 'ARCHIVED'],
  ])('because it is %s becomes %s', async (oppStatus, sourceStatus) => {
    const { result, notice } = await leaving([opportunity('1', { hit: { oppStatus } })])
    expect(result).toMatchObject({ changed: 1, gone: 0, rejected: [] })
    expect(notice).toMatchObject({ sourceStatus, dueDate: '2027-01-15', lastChanged: NEXT_NIGHT })
  })

  it('because there is no record of it is closed, not withdrawn, and is otherwise unchanged', async () => {
    const { notice, result } = await leaving([])
    expect(result).toMatchObject({ changed: 1, gone: 0, rejected: [] })
    expect(notice).toMatchObject({ sourceStatus: 'CLOSED', dueDate: '2027-01-15', confirmedAt: NIGHT.slice(0, 10) })
  })

  it('after it was closed stays closed when its record is retired', async () => {
    const { data } = await leaving([opportunity('1', { hit: { oppStatus: 'closed' } })])
    const before = await readRows(data, 'notices')
    await asking(data, [other], { now: '2027-02-20T07:00:00.000Z', fault: service([other]) })
    const [notice] = (await readRows(data, 'notices')).filter(({ noticeNumber }) => noticeNumber === 'HRSA-27-1')
    expect(before.find(({ id }) => id === notice?.id)).toMatchObject({ sourceStatus: 'CLOSED' })
    expect(notice).toMatchObject({ sourceStatus: 'CLOSED' })
  })

  it.each([
    ['its title', { data: { opportunityTitle: 'WITHDRAWN: Rural Health Network Development Program' } }],
    ['its title', { data: { opportunityTitle: 'CANCELED Rural Health Network Development Program' } }],
    ['its title', { data: { opportunityTitle: 'Rural Health Network Development Program (Rescinded)' } }],
    ['its last change', { synopsis: { modComments: 'The funding opportunity has been cancelled by the agency.' } }],
    ['its last change', { synopsis: { modComments: 'This Notice of Funding Opportunity is hereby withdrawn.' } }],
    ['its last change', { synopsis: { modComments: 'HRSA is cancelling this funding opportunity.' } }],
  ])('is WITHDRAWN if Grants.gov says so in %s', async (_, more) => {
    const gone = opportunity('1', { hit: { oppStatus: 'closed' }, ...more })
    expect((await leaving([gone])).notice).toMatchObject({ sourceStatus: 'WITHDRAWN' })
  })

  it.each([
    ['a webinar was', { synopsis: { modComments: 'The webinar of June 3 was cancelled. The due date was extended.' } }],
    ['its webinar was', { synopsis: { modComments: 'The webinar for this opportunity has been canceled.' } }],
    ['it is about that', { data: { opportunityTitle: 'Canceled Debts of Rural Hospitals' } }],
  ])('is not WITHDRAWN because %s', async (_, more) => {
    const { notice } = await leaving([opportunity('1', { hit: { oppStatus: 'closed' }, ...more })])
    expect(notice).toMatchObject({ sourceStatus: 'CLOSED' })
  })

  it('is searched for by its number in quotes if that has spaces', async () => {
    const spaced = opportunity('1', {
      hit: { cfdaList: ['10.001'], title: 'Something else' },
      data: { opportunityNumber: 'CMS RHT 26' },
    })
    const { asked } = await leaving([spaced])
    expect(asked.flatMap(({ body }) => body?.oppNum ?? [])).toEqual(['"CMS RHT 26"'])
  })

  it('because its wording changed is still open', async () => {
    const renamed = opportunity('1', { hit: { cfdaList: ['10.001'], title: 'Something else' } })
    const { notice, result } = await leaving([renamed])
    expect(result).toMatchObject({ changed: 0, gone: 0 })
    expect(notice?.sourceStatus).toBe('OPEN')
  })

  it('follows its dates if no search gives its status', async () => {
    const unlisted = opportunity('1', {
      hit: { oppStatus: 'unlisted' },
      synopsis: { responseDate: 'Nov 01, 2026 12:00:00 AM EST' },
    })
    expect((await leaving([unlisted])).notice).toMatchObject({ sourceStatus: 'CLOSED', dueDate: '2026-11-01' })
  })

  it('is not looked up again once it is archived or withdrawn, and reappears when it is posted again', async () => {
    const { data } = await leaving([])
    const third = await asking(data, [other], { now: '2026-11-22T07:00:00.000Z', fault: service([other]) })
    expect(third.asked.filter(({ body }) => body.opportunityId === 1)).toEqual([])
    expect(third.result).toMatchObject({ changed: 0, gone: 1 })
    await asking(data, [opportunity('1'), other], { now: '2026-11-23T07:00:00.000Z' })
    const [again] = (await readRows(data, 'notices')).filter(({ noticeNumber }) => noticeNumber === 'HRSA-27-1')
    expect(again?.sourceStatus).toBe('OPEN')
  })

  it('is unchanged if its details cannot be read', async () => {
    const data = await dataset()
    await asking(data, [opportunity('1'), other])
    const before = await readRows(data, 'notices')
    const fault = (asked: Asked): Reply | null =>
      asked.body.opportunityId === 1
        ? { json: { errorcode: 0, data: { opportunityNumber: 'HRSA-27-1' } } }
        : service([other])(asked)
    const { result } = await asking(data, [other], { now: NEXT_NIGHT, fault })
    expect(result.rejected).toMatchObject([{ ref: '1', reason: expect.stringMatching(/^details: /) }])
    expect(await readRows(data, 'notices')).toEqual(before)
  })

  it('is looked up if it was recorded by hand from its page', async () => {
    const data = await dataset({ notices: [notice({ sourceUrl: 'https://www.grants.gov/search-results-detail/9' })] })
    await asking(data, [other])
    const [first] = (await readRows(data, 'notices')).filter(({ id }) => id === notice().id)
    expect(first).toMatchObject({ sourceStatus: 'CLOSED', title: notice().title })
  })
})

describe('a due date', () => {
  const ET = 'Electronically submitted applications must be submitted no later than 11:59 p.m., ET, on the listed date.'

  it.each([
    [
      'of the twin, whatever the zone of the other',
      { responseDateStr: '2027-01-15-00-00-00', responseDate: 'Jan 14, 2027 11:00:00 PM CST' },
      '2027-01-15',
      false,
    ],
    ['of the twin alone', { responseDateStr: '2027-01-15-00-00-00', responseDate: null }, '2027-01-15', false],
    ['with an hour in its description', { responseDateDesc: ET }, '2027-01-15T23:59:00-05:00', false],
    ['with an hour in another zone', { responseDateDesc: 'Due by 5 p.m. CT.' }, '2027-01-15T17:00:00-06:00', false],
    ['in summer', { responseDate: '07/15/2027', responseDateDesc: ET }, '2027-07-15T23:59:00-04:00', false],
    ['with an hour and its seconds', { responseDateDesc: 'By 11:59:59 PM ET.' }, '2027-01-15T23:59:00-05:00', false],
    ['with two hours', { responseDateDesc: 'Questions by 5 PM ET, applications by 11:59 PM ET.' }, '2027-01-15', false],
    ['with an impossible hour', { responseDateDesc: 'Due by 25:30 PM.' }, '2027-01-15', false],
    ['with an hour of nobody knows where', { responseDateDesc: 'Due by 5 PM local time.' }, '2027-01-15', false],
    ['with a description without an hour', { responseDateDesc: 'See the announcement.' }, '2027-01-15', false],
    ['that stands in for none', { responseDate: 'Jan 01, 2099 12:00:00 AM EST', responseDateDesc: ET }, null, true],
    ['that stands in for none', { responseDateStr: '2076-08-17-00-00-00' }, null, true],
    [
      'that is missing, with a description',
      { responseDate: null, responseDateDesc: 'Accepted on a rolling basis.' },
      null,
      true,
    ],
  ] as const)('%s', async (_, synopsis, dueDate, rolling) => {
    const data = await dataset()
    const hit = 'responseDate' in synopsis && synopsis.responseDate === null ? { closeDate: '' } : {}
    const { result } = await asking(data, [opportunity('1', { synopsis, hit })])
    expect(result).toMatchObject({ new: 1, quarantined: [], rejected: [] })
    expect(await readRows(data, 'notices')).toMatchObject([{ dueDate, rolling }])
  })
})

it('fills the blanks of a notice that was recorded by hand from the same page', async () => {
  const byHand = notice({ summary: 'Written by hand.' })
  const data = await dataset({ notices: [byHand] })
  await asking(data, [opportunity('363580')])
  expect(await readRows(data, 'notices')).toEqual([
    {
      ...byHand,
      applicantTypes: ['State governments', 'Nonprofits having a 501(c)(3) status with the IRS'],
      dueDate: '2027-01-15',
      sourceStatus: 'OPEN',
      budgetPerAward: 500_000,
      confirmedAt: NIGHT.slice(0, 10),
      documentUrls: expect.arrayContaining(['https://www.hrsa.gov/grants/find-funding']),
      lastChanged: NIGHT,
    },
  ])
})

describe('malformed rows', () => {
  it('are skipped one by one, with the reason', async () => {
    const data = await dataset()
    const { result } = await asking(data, [
      opportunity('1', { hit: { id: 'DROP TABLE' } as never }),
      opportunity('2', { hit: { title: ' ' }, data: { opportunityTitle: null } }),
      opportunity('3', { data: { synopsis: null } }),
      opportunity('4'),
    ])
    expect(result).toMatchObject({ new: 1, failed: null })
    expect(result.rejected).toEqual([
      { ref: '93.912, row 1', reason: 'has no id' },
      { ref: '"rural health", row 1', reason: 'has no id' },
      { ref: 'HRSA-27-2', reason: 'title: is missing' },
      {
        ref: 'HRSA-27-3',
        reason: 'details: responded with an unexpected shape: data: has neither synopsis nor forecast',
      },
    ])
  })

  it('lose the unreadable fields, and keep the others', async () => {
    const data = await dataset()
    const synopsis = {
      synopsisDesc: 7,
      postingDate: 'soon',
      responseDate: null,
      awardCeiling: '-5',
      estimatedFunding: [],
      applicantTypes: 'all',
      fundingDescLinkUrl: 'javascript:alert(1)',
    }
    const { result } = await asking(data, [
      opportunity('1', { hit: { closeDate: '' }, synopsis, data: { synopsisAttachmentFolders: {} } }),
    ])
    expect(result.rejected).toEqual([])
    expect((await readRows(data, 'notices'))[0]).toMatchObject({
      summary: null,
      postedDate: '2026-08-13',
      dueDate: null,
      budgetMax: null,
      budgetPerAward: null,
      applicantTypes: [],
      documentUrls: [],
    })
  })
})

describe('the source fails, and writes nothing, when', () => {
  const faults: [string, (asked: Asked) => Reply | null, RegExp][] = [
    ['the search is down', () => ({ status: 503 }), /^responded with 503$/],
    [
      'the search reports an error in a 200',
      () => ({ json: { errorcode: 1, msg: 'Invalid', data: {} } }),
      /the service reported an error/,
    ],
    [
      'its data is a string',
      () => ({ json: { errorcode: 0, data: 'read ECONNRESET' } }),
      /responded with an unexpected shape: data/,
    ],
    [
      'the search is malformed',
      () => ({ type: 'application/json', body: '{"errorcode":0,' }),
      /^responded with malformed JSON$/,
    ],
    [
      'the search returns a web page',
      () => ({ type: 'text/html', body: '<h1>Maintenance' }),
      /instead of application\/json$/,
    ],
    [
      'no details are available',
      ({ path }) => (path.endsWith('fetchOpportunity') ? { status: 500 } : null),
      /^responded with 500$/,
    ],
  ]
  it.each(faults)('%s', async (_, fault, reason) => {
    const data = await dataset({ notices: [notice()] })
    const before = await readFiles(data)
    const many = ['1', '2', '3', '4', '5', '6'].map((id) => opportunity(id))
    const { result } = await asking(data, many, { fault })
    expect(result).toMatchObject({ new: 0, changed: 0, failed: expect.stringMatching(reason) })
    expect(await readFiles(data)).toEqual(before)
  })
})
