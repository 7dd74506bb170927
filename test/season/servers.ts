import type { AwardList } from '../../src/ingest/from/award-lists.ts'
import { compare } from '../../src/rules/text/words.ts'
import { type Asked, type Reply, type StandIn, standIn } from '../ingest/stand-in.ts'
import { datasetFolder, rewrite } from '../nightly/folders.ts'
import {
  type Bid,
  BONFIRE,
  HOSTS,
  LIST_COLUMNS,
  LIST_URL,
  type Notice,
  PORTALS,
  type PortalName,
  type World,
} from './world.ts'

export const SEASON_SOURCES = [
  'grants-gov',
  'usaspending',
  'federal-register',
  'cms-newsroom',
  ...PORTALS,
  'award-lists',
  'pages',
] as const
export type SeasonSource = (typeof SEASON_SOURCES)[number]

/** What a source returns instead of the truth; null: the truth. */
export type Lie = (asked: Asked, truth: () => Reply, host: string) => Reply | null

export const LIST: AwardList = {
  name: 'season',
  state: 'AK',
  fiscalYear: 'FY2026',
  url: LIST_URL,
  format: 'CSV',
  sheet: null,
  title: 'Awards of the season',
  columns: LIST_COLUMNS,
  stage: 'AWARDED',
  fixed: { awardDate: '2026-09-02' },
}

/** The dataset of a season: the fixture with more states, and with the pages of the season as those of its states. */
export function seasonFolder(
  codes: readonly string[],
  portals: Readonly<Record<string, string>> = { NE: BONFIRE },
): { data: string; out: string } {
  const folders = datasetFolder()
  rewrite(folders.data, 'states', (present) => {
    const missing = codes.filter((code) => !present.some((row) => row.code === code))
    const more = missing.map((code) => ({ ...present[0], code, name: code, timezone: 'America/Chicago' }))
    const rows = [...present, ...more].sort((a, b) => compare(String(a.code), String(b.code)))
    return rows.map((row, index) => ({
      ...row,
      portals: portals[String(row.code)] ? [{ label: 'Bid portal', url: portals[String(row.code)] }] : [],
      sites: HOSTS.filter((_, n) => n % rows.length === index).map((host) => ({
        url: `https://${host}/rhtp`,
        label: host,
        agency: 'Department of Health',
      })),
    }))
  })
  return folders
}

/** Starts a stand-in for every source. They respond from the current state of the world. */
export async function openServers(world: World) {
  let lies: Partial<Record<SeasonSource, Lie>> = {}
  let clockMs = 0
  const serve = (source: SeasonSource, host: string, truth: (asked: Asked) => Reply): Promise<StandIn> =>
    standIn((asked) => {
      const reply = lies[source]?.(asked, () => truth(asked), host) ?? truth(asked)
      return { ...reply, headers: { date: new Date(world.now.getTime() + clockMs).toUTCString(), ...reply.headers } }
    })
  const grantsGov = await serve('grants-gov', 'api.grants.gov', (asked) => answerGrantsGov(world, asked))
  const usaspending = await serve('usaspending', 'api.usaspending.gov', (asked) => answerUsaspending(world, asked))
  const register = await serve('federal-register', 'www.federalregister.gov', (asked) => answerRegister(world, asked))
  const list = await serve('award-lists', 'lists.example.gov', () => ({
    type: 'text/csv',
    body: formatCsv(world.listed),
  }))
  const pages = await Promise.all(
    HOSTS.map(async (host) => [
      host,
      await serve('pages', host, ({ path }) =>
        path === '/robots.txt' ? { status: 404 } : { body: formatPage(world.pages.get(host) ?? '') },
      ),
    ]),
  )
  const newsroom = await serve('cms-newsroom', 'www.cms.gov', (asked) => answerNewsroom(world, asked))
  const portals = await Promise.all(
    PORTALS.map(async (portal): Promise<[string, StandIn]> => {
      const { host, list } = PORTAL_SERVERS[portal]
      const open = () => world.bids.filter((bid) => bid.portal === portal && bid.isListed)
      const answer = (asked: Asked) => (asked.path === '/robots.txt' ? { status: 404 } : list(open(), asked))
      return [host, await serve(portal, host, answer)]
    }),
  )
  const mapped = [
    ['api.grants.gov', grantsGov] as const,
    ['api.usaspending.gov', usaspending] as const,
    ['www.federalregister.gov', register] as const,
    ['lists.example.gov', list] as const,
    ['www.cms.gov', newsroom] as const,
    ...portals,
    ...(pages as [string, StandIn][]),
  ]
  return {
    env: {
      INGEST_ORIGIN_MAP: mapped.map(([host, { origin }]) => `https://${host}=${origin}`).join(','),
    },
    /** What the sources get wrong from now on. */
    tell: (told: Partial<Record<SeasonSource, Lie>>, ahead: number) => {
      lies = told
      clockMs = ahead
    },
  }
}

const american = (day: string | null): string | null => day && `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`

const envelope = (data: unknown): Reply => ({ json: { errorcode: 0, msg: 'Webservice Succeeds', data } })

/** The row of a notice in the search of Grants.gov. */
export const toHit = ({ id, title, status, posted, due }: Notice) => ({
  id,
  number: `HRSA-27-${id}`,
  title,
  agency: 'Health Resources and Services Administration',
  openDate: american(posted),
  closeDate: american(due),
  oppStatus: status,
  cfdaList: ['93.912'],
})

const toDetail = ({ id, title, status, posted, due, amount, version, updated, forecast }: Notice) => ({
  opportunityNumber: `HRSA-27-${id}`,
  opportunityTitle: title,
  docType: status === 'forecasted' ? 'forecast' : 'synopsis',
  agencyDetails: { agencyName: 'Health Resources and Services Administration' },
  synopsis:
    status === 'forecasted'
      ? null
      : {
          version,
          synopsisDesc: `${title} supports clinics.`,
          postingDate: posted,
          responseDate: american(due),
          lastUpdatedDate: updated,
          ...(status === 'withdrawn' && { modComments: 'This funding opportunity has been withdrawn.' }),
          estimatedFunding: amount,
        },
  forecast: forecast && {
    forecastDesc: `${title} supports clinics.`,
    postingDate: posted,
    estApplicationResponseDate: american(forecast.due),
    estimatedFunding: forecast.amount,
  },
  synopsisAttachmentFolders: [],
  synopsisDocumentURLs: [],
})

/** What a search of Grants.gov answers with these notices. */
export function searched(notices: readonly Notice[], { body }: Asked): Reply {
  const { oppStatuses, oppNum, aln, rows, startRecordNum: start } = body
  const hits = notices
    .filter(({ status }) => oppStatuses.split('|').includes(status))
    .map(toHit)
    .filter(({ number }) => (oppNum ? number === oppNum : aln === '93.912'))
  return envelope({ hitCount: hits.length, oppHits: hits.slice(start, start + rows) })
}

function answerGrantsGov({ notices }: World, asked: Asked): Reply {
  if (asked.path === '/v1/api/search2') {
    return searched(asked.body.oppNum ? notices : notices.filter(({ isFound }) => isFound), asked)
  }
  const notice = notices.find(({ id }) => id === String(asked.body.opportunityId))
  return envelope(notice ? toDetail(notice) : { errorMessages: ['There is no record found for your search.'] })
}

function answerUsaspending({ grants }: World, { path, body }: Asked): Reply {
  const rows = grants.map(({ id, name, amount }) => ({
    'Award ID': id,
    'Recipient Name': name,
    'Recipient Location': { state_code: 'AK' },
    'Start Date': '2026-01-15',
    'Award Amount': amount,
    Description: 'A network of clinics',
    generated_internal_id: `ASST_NON_${id}_075`,
  }))
  const actions = grants
    .filter(({ id }) => body.award_id === `ASST_NON_${id}_075`)
    .map(({ id, amount }) => ({ id: `TX_${id}`, action_date: '2026-01-15', federal_action_obligation: amount }))
  const results = path.endsWith('/spending_by_award/') ? rows : actions
  return { json: { results, page_metadata: { hasNext: false } } }
}

function answerRegister({ rules }: World, { query }: Asked): Reply {
  const isMeant = query.get('conditions[term]') === '"rural health transformation"'
  const results = rules.map(({ number, title, published, commentsClose }) => ({
    document_number: number,
    title,
    type: 'Notice',
    abstract: `${title} and its forms.`,
    html_url: `https://www.federalregister.gov/documents/${number}`,
    publication_date: published,
    comments_close_on: commentsClose,
    effective_on: null,
    page_length: 3,
  }))
  return { json: isMeant ? { count: rules.length, results } : { count: 0 } }
}

/** The file of an award list. */
export const formatCsv = (
  listed: World['listed'],
  columns: readonly string[] = Object.values(LIST_COLUMNS),
): string => {
  const cells = (row: World['listed'][number]): Record<string, string> => ({
    [LIST_COLUMNS.ref]: row.ref,
    [LIST_COLUMNS.awardeeName]: row.name,
    [LIST_COLUMNS.projectTitle]: row.project,
    [LIST_COLUMNS.federalAmount]: row.amount,
  })
  const lines = listed.map((row) => columns.map((column) => `"${cells(row)[column] ?? ''}"`).join(','))
  return [columns.join(','), ...lines, ''].join('\n')
}

export const formatPage = (words: string): string =>
  `<html><body><main><h1>Program</h1><p>${words}</p><p>The state runs the program with its hospitals and clinics, and tells of it here.</p></main></body></html>`

const instant = (day: string): string => `/Date(${Date.parse(`${day}T18:00:00Z`)})/`
const toUuid = (id: string): string => `b6ba764c-efe5-4b24-be9f-${id.padStart(12, '0')}`

/** Where the portals are, and how each lists what is open. */
const PORTAL_SERVERS: Readonly<
  Record<PortalName, { host: string; list: (bids: readonly Bid[], asked: Asked) => Reply }>
> = {
  bonfire: {
    host: new URL(BONFIRE).host,
    list: (bids) => ({ type: 'application/rss+xml', body: formatBonfire(bids) }),
  },
  'delaware-bids': {
    host: 'mmp.delaware.gov',
    list: (bids) => {
      const rows = bids.map(({ id, title, due }) => ({ Id: Number(id), Title: title, DeadlineDate: due }))
      return { json: { records: rows.length, rows } }
    },
  },
  'hawaii-hands': {
    host: 'hands.ehawaii.gov',
    list: (bids) => {
      const content = bids.map(({ id, title, due }) => ({ id, title, dueDate: american(due) }))
      return { json: { data: { searchResult: { content, totalElements: content.length } } } }
    },
  },
  'iowa-bids': {
    host: 'bidopportunities.iowa.gov',
    list: (bids) => {
      const aaData = bids.map(({ id, title, due }) => ({
        ID: toUuid(id),
        Solicitation: title,
        ExpirationDate: instant(due),
      }))
      return { json: { iTotalRecords: aaData.length, aaData } }
    },
  },
  'south-dakota-board': {
    host: 'postingboard.esmsolutions.com',
    list: (bids) => {
      const data = bids.map(({ id, title, due }) => ({
        eventId: Number(id),
        eventName: title,
        eventDueDate: `${due}T12:00:00`,
        timezoneNameAbbreviation: 'CT',
      }))
      return { json: { data, totalCount: data.length } }
    },
  },
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

export function formatBonfire(bids: readonly Pick<Bid, 'id' | 'title' | 'due'>[], origin = BONFIRE): string {
  const items = bids.map(({ id, title, due }) => {
    const closes = `${MONTHS[Number(due.slice(5, 7)) - 1]} ${Number(due.slice(8))}, ${due.slice(0, 4)}`
    return `<item><title>Reference #: B-${id}. Name: ${title}</title><description>Description: Care. Project closes ${closes}.</description><link>${origin}/opportunities/${id}</link></item>`
  })
  return `<rss version="2.0"><channel><title>Open Opportunities</title>${items.join('')}</channel></rss>`
}

/** The feed of the newsroom has only the latest releases. */
const LATEST = 6

function answerNewsroom({ releases }: World, { path }: Asked): Reply {
  if (path === '/robots.txt') return { status: 404 }
  const items = releases
    .slice(-LATEST)
    .map(
      (release) =>
        `<item><title><a href="${release.path}">${release.title}</a></title><pubDate>Fri, 11/20/2026 - 10:15</pubDate></item>`,
    )
  return { type: 'text/xml', body: `<rss version="2.0"><channel>${items.join('')}</channel></rss>` }
}

export type Servers = Awaited<ReturnType<typeof openServers>>
