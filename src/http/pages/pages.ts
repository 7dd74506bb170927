import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Context, Hono } from 'hono'
import { StoreUnavailable } from '../../metering/admission.ts'
import { LIMITS } from '../../metering/limits.ts'
import type { ActivityDetail } from '../../resources/activities.ts'
import { once } from '../../rules/once.ts'
import { confirmedIn } from '../../rules/time/freshness.ts'
import { STATE_NAMES } from '../../schema/vocabularies.ts'
import { DatasetUnavailable } from '../../store/open/dataset.ts'
import type { Service } from '../../store/service.ts'
import { FRAME_FILE, LIST_FRAME_FILE, STATE_PICK_PATH, TEXTS_FILE } from '../../views/addresses.ts'
import { getFileFormats } from '../../views/lists/list-page.ts'
import { SECTION_NAMES } from '../../views/lists/listing.ts'
import { type PageText, pageSearch } from '../../views/page-texts.ts'
import { recipientPath } from '../../views/recipients.ts'
import { activityView } from '../../views/records/activity.ts'
import { awardView, recipientView } from '../../views/records/award.ts'
import { documentView } from '../../views/records/document.ts'
import { opportunityView } from '../../views/records/opportunity.ts'
import { missingView } from '../../views/records/parts.ts'
import { SEARCH_LENGTH, SEARCH_PATH, searchRefusedView, searchView } from '../../views/search.ts'
import { inFrame, type SiteContext, type View } from '../../views/view.ts'
import type { AlertService } from '../alerts/service.ts'
import type { App } from '../app.ts'
import type { Deps } from '../deps.ts'
import { callerSubnet } from '../request/callers.ts'
import { ApiError, errorStatus } from '../response/errors.ts'
import { addAlertPages } from './alerts.ts'
import { type Holdings, readHoldings } from './holdings.ts'
import { getQuery } from './list-query.ts'
import { readListFile, readListPage } from './lists.ts'
import { formatNear, formatRecipientsPage, NearbyRow, readNear, toNearbyRow } from './recipients.ts'
import {
  calendar,
  download,
  fileResponse,
  formatCaching,
  type PageStatus,
  pageResponse,
  tableResponse,
} from './response.ts'
import { searchSite } from './search-site.ts'

type PageDeps = Pick<Deps, 'service' | 'clock' | 'base' | 'limits' | 'readCallerAddress'> & {
  contact: string | null
  /** Alerts by mail; without it there are none. */
  alerts?: AlertService | null
}

type RecordList = 'opportunities' | 'documents' | 'activities' | 'awards'

interface PageContext {
  service: Service
  place: SiteContext
  holdings: Holdings
}

/** The empty pages that records and lists are inserted into. */
export interface Frames {
  record: string | null
  list: string | null
}

/** The pages of lists and records in the frames of the site in a folder. */
export type RecordsIn = (folder: string) => App

export const recordsIn =
  (deps: PageDeps): RecordsIn =>
  (folder) => {
    const readText = (name: string) => {
      const file = path.join(folder, name)
      return existsSync(file) ? readFileSync(file, 'utf8') : null
    }
    const frames = { record: readText(FRAME_FILE), list: readText(LIST_FRAME_FILE) }
    return createPages(deps, frames, () => JSON.parse(readText(TEXTS_FILE) ?? '[]'))
  }

/**
 * The pages of lists and records, rendered on request from the current bake in the frame of all pages.
 * @param frames the empty pages from the site's build; null when there are none
 * @param texts the built pages, read on the first search
 */
export function createPages(deps: PageDeps, frames: Frames, texts: () => PageText[] = () => []): App {
  const pages: App = new Hono({ strict: false })
  pages.use(async (_, next) => {
    const leave = deps.service.enter?.()
    await next().finally(leave)
  })
  // Relative links unless the address is set: the Host header is a caller's word, and shared caches keep these pages.
  const base = deps.base ?? ''
  const caching = () => formatCaching(deps)
  const readContext = async (): Promise<PageContext> => {
    const service = deps.service()
    const now = deps.clock()
    const place = { base, contact: deps.contact, version: service.manifest.datasetVersion, now }
    return { service, place, holdings: await readHoldings(service, now) }
  }
  const show = (c: Context, view: View, status: PageStatus = 200, frame = frames.record) =>
    frame === null ? c.notFound() : pageResponse(c, inFrame(frame, view, base), caching(), status)

  /** The response for a record that is not published: a redirect to the record it was merged into, or why it is gone. */
  const missing = (c: Context, list: RecordList | 'events', name: string) => {
    const removed = deps.service().readers[list].findRemoved(name.toLowerCase())
    if (removed === null) return show(c, missingView(c.req.path, `/${list}`), 404)
    const { removedAt, mergedInto } = JSON.parse(removed) as { removedAt: string; mergedInto: string | null }
    return mergedInto
      ? c.redirect(`/${list}/${mergedInto}`, 301)
      : show(c, missingView(c.req.path, `/${list}`, removedAt), 410)
  }

  addAlertPages(pages, deps, show)
  for (const name of SECTION_NAMES) {
    pages.get(`/${name}`, async (c) => {
      if (c.req.query('q')) {
        const refusedFor = searchRefusal(c, deps)
        if (refusedFor !== null) return tooManySearches(c.req.query('q') ?? '', refusedFor, c)
      }
      const { service, holdings, place } = await readContext()
      const hasAlerts = Boolean(deps.alerts)
      const list = { service, holdings, now: place.now, base: deps.base, hasAlerts }
      const { view, hasProblems } = readListPage(name, getQuery(c), list)
      return show(c, view, hasProblems ? 400 : 200, frames.list)
    })
    for (const format of getFileFormats(name)) {
      pages.get(`/${name}.${format}`, async (c) => {
        const { service, holdings, place } = await readContext()
        const file = readListFile(name, getQuery(c), { service, holdings, now: place.now, base: deps.base })
        if (file.problems.length > 0) return c.text(`${file.problems.join('\n')}\n`, 400)
        return fileResponse(c, name, format, file, place, caching())
      })
      // Addresses of earlier builds, which calendars and feed readers still ask.
      pages.get(`/states/:code/${name}.${format}`, (c) =>
        c.redirect(`/${name}.${format}?state=${encodeURIComponent(c.req.param('code').toUpperCase())}`, 301),
      )
    }
    pages.get(`/${name}/page/:page`, (c) => c.redirect(`/${name}?page=${encodeURIComponent(c.req.param('page'))}`, 301))
  }

  pages.get(STATE_PICK_PATH, (c) => {
    const code = (c.req.query('state') ?? '').toUpperCase()
    return c.redirect(code in STATE_NAMES ? `/states/${code.toLowerCase()}` : '/states')
  })

  async function tooManySearches(query: string, seconds: number, c: Context): Promise<Response> {
    const response = await show(c, searchRefusedView(query, LIMITS.siteSearch.tries, seconds), 429)
    response.headers.set('Retry-After', String(seconds))
    return response
  }

  const searchPages = once(() => pageSearch(texts()))
  pages.get(SEARCH_PATH, async (c) => {
    const query = (c.req.query('q') ?? '').trim().slice(0, SEARCH_LENGTH.max)
    if (query.length < SEARCH_LENGTH.min) return show(c, searchView(query, null))
    const refusedFor = searchRefusal(c, deps)
    if (refusedFor !== null) return tooManySearches(query, refusedFor, c)
    const { service, holdings, place } = await readContext()
    const { groups, understood } = await searchSite(query, { service, holdings, now: place.now, pages: searchPages() })
    const response = await show(c, searchView(query, groups, understood))
    // Search results must not be indexed by search engines.
    response.headers.set('X-Robots-Tag', 'noindex')
    return response
  })
  for (const list of ['opportunities', 'events'] as const) {
    pages.get(`/${list}/:name{.+\\.ics}`, async (c) => {
      const { holdings, place } = await readContext()
      const name = (c.req.param('name') ?? '').slice(0, -'.ics'.length)
      const record = list === 'events' ? holdings.event(name) : holdings.opportunity(name)
      return record ? calendar(c, list, record, place, caching()) : missing(c, list, name)
    })
  }

  /** Adds the pages of single records. Each has one URL; its other ids, and those of merged records, redirect to it. */
  const addRecords = (list: RecordList, read: (name: string, context: PageContext) => View | null) =>
    pages.get(`/${list}/:name`, async (c) => {
      const name = getName(c)
      const view = read(name, await readContext())
      if (!view) return missing(c, list, name)
      return view.path === `/${list}/${name}` ? show(c, view) : c.redirect(view.path, 301)
    })
  addRecords('opportunities', (name, { holdings, place }) => {
    const opportunity = holdings.opportunity(name)
    if (!opportunity) return null
    const { id, relatedTo } = opportunity
    const related = relatedTo && holdings.opportunity(relatedTo.id)
    return opportunityView(opportunity, related, holdings.readPast('opportunities', [id]), place)
  })
  addRecords('documents', (name, { holdings, place, service }) => {
    const item = holdings.document(name.toLowerCase())
    const detail = item && service.readers.documents.find(item.id, place.now)
    if (!item || !detail) return null
    const awards = holdings.awardsIn(item.id)
    const past = holdings.readPast('documents', [item.id])
    return documentView({ item, detail: JSON.parse(detail), awards, zone: holdings.getZone(item.state), past }, place)
  })
  addRecords('activities', (name, { holdings, place, service }) => {
    const body = service.readers.activities.find(name.toLowerCase(), place.now)
    if (body === null) return null
    const activity: ActivityDetail = JSON.parse(body)
    return activityView({ activity, ...holdings.linkedTo(activity) }, place)
  })
  addRecords('awards', (name, { holdings, place, service }) => {
    const found = holdings.award(name.toLowerCase())
    return found && awardView({ ...found, lastRead: confirmedIn(service.freshness, found.award.state) }, place)
  })

  pages.get('/recipients', async (c) => {
    const { holdings } = await readContext()
    return show(c, formatRecipientsPage(getQuery(c), holdings), 200, frames.list)
  })
  pages.get('/near', async (c) => {
    const { holdings } = await readContext()
    return show(c, formatNear(readNear(getQuery(c), holdings)), 200, frames.list)
  })
  pages.get('/near.csv', async (c) => {
    const { holdings } = await readContext()
    const rows = readNear(getQuery(c), holdings).nearby.map((row) => toNearbyRow(row, base))
    return tableResponse(c, NearbyRow, rows, caching())
  })
  pages.get('/recipients/:name', async (c) => {
    const { holdings, place } = await readContext()
    const recipient = holdings.findRecipient(getName(c))
    if (!recipient) return show(c, missingView(c.req.path, '/recipients'), 404)
    if (recipient.slug !== getName(c)) return c.redirect(recipientPath(recipient), 301)
    const ids = [...recipient.awards, ...recipient.held].map(({ id }) => id)
    const past = holdings.readPast('awards', ids)
    return show(c, recipientView(recipient, holdings.getNamesakes(recipient), past, place))
  })
  // The address of earlier builds.
  pages.get('/awards/:state/:name', async (c) => {
    const { holdings } = await readContext()
    const recipient = holdings.findRecipient(`${getName(c)}-${c.req.param('state').toLowerCase()}`)
    return recipient ? c.redirect(recipientPath(recipient), 301) : show(c, missingView(c.req.path, '/recipients'), 404)
  })
  pages.get('/data/:name', async (c) => (await download(c, deps.service().exports, getName(c))) ?? c.notFound())
  pages.notFound((c) => c.text('Not found', 404))
  pages.onError((error, c) => {
    if (error instanceof ApiError) return c.text(`${error.message}\n`, errorStatus(error.code) as 400)
    if (!(error instanceof DatasetUnavailable || error instanceof StoreUnavailable)) throw error
    return c.text('The data is temporarily unavailable. Try again in a minute.', 503, { 'Retry-After': '60' })
  })
  return pages
}

/** @returns seconds until the next one is allowed; null when this one is */
function searchRefusal(c: Context, deps: PageDeps): number | null {
  const counted = deps.limits?.count('siteSearch', callerSubnet(c, deps), deps.clock())
  return counted && !counted.allowed ? counted.retryAfterSeconds : null
}

const getName = (c: Context): string => c.req.param('name') ?? ''
