import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Context, Hono } from 'hono'
import { StoreUnavailable } from '../../metering/admission.ts'
import { LIMITS } from '../../metering/limits.ts'
import type { ActivityDetail } from '../../resources/activities.ts'
import { once, orNull } from '../../rules/once.ts'
import { getConfirmedIn } from '../../rules/time/freshness.ts'
import { STATE_NAMES } from '../../schema/vocabularies.ts'
import { DatasetUnavailable } from '../../store/open/dataset.ts'
import {
  CAPITALS,
  FRAME_FILE,
  LIST_FRAME_FILE,
  STATE_PICK_PATH,
  TEXTS_FILE,
  toStatePath,
} from '../../views/addresses.ts'
import { getFileFormats, getLayout } from '../../views/lists/list-page.ts'
import { SECTION_NAMES } from '../../views/lists/listing.ts'
import { createPageSearch, type PageText } from '../../views/page-texts.ts'
import { toRecipientPath } from '../../views/recipients.ts'
import { toAwardView, toRecipientView } from '../../views/records/award.ts'
import { toFailureView, toMissingView } from '../../views/records/parts.ts'
import { toActivityView, toDocumentView, toOpportunityView } from '../../views/records/records.ts'
import { SEARCH_LENGTH, SEARCH_PATH, searchRefusedView, searchView } from '../../views/search.ts'
import { renderInFrame, type View } from '../../views/view.ts'
import type { AlertService } from '../alerts/service.ts'
import type { App } from '../app.ts'
import type { Deps } from '../deps.ts'
import { logFailure } from '../exchange.ts'
import { readCallerSubnet } from '../request/callers.ts'
import { ApiError, getErrorEntry } from '../response/errors.ts'
import { addAlertPages } from './alerts.ts'
import { type PageContext, readHoldings } from './holdings.ts'
import { getQuery } from './list-query.ts'
import { readListFile, readListPage } from './lists.ts'
import { formatNear, formatRecipientsPage, NearbyRow, readNear, toNearbyRow } from './recipients.ts'
import { createResponse, download, type PageStatus, toFileResponse } from './response.ts'
import { searchSite } from './search-site.ts'

type PageDeps = Pick<Deps, 'service' | 'clock' | 'log' | 'base' | 'limits' | 'readCallerAddress'> & {
  contact: string | null
  /** Alerts by mail; without it there are none. */
  alerts?: AlertService | null
}

type RecordList = 'opportunities' | 'documents' | 'activities' | 'awards'

/** The pages of lists and records in the frames of the site in a folder. */
export type RecordsIn = (folder: string) => App

export const createRecordPages =
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
export function createPages(
  deps: PageDeps,
  frames: { record: string | null; list: string | null },
  texts: () => PageText[] = () => [],
): App {
  const pages: App = new Hono({ strict: false })
  pages.use(async (_, next) => {
    const leave = deps.service.enter?.()
    await next().finally(leave)
  })
  // Relative links unless the address is set: the Host header is a caller's word, and shared caches keep these pages.
  const base = deps.base ?? ''
  const readContext = async (): Promise<PageContext> => {
    const service = deps.service()
    const now = deps.clock()
    const { datasetVersion: version } = service.manifest
    const holdings = await readHoldings(service, now)
    return { service, holdings, now, version, base, contact: deps.contact, hasAlerts: Boolean(deps.alerts) }
  }
  const show = (c: Context, view: View, context: PageContext, status: PageStatus = 200, frame = frames.record) =>
    frame === null ? c.notFound() : createResponse(c, renderInFrame(frame, view, base), context, status)

  const add = (path: string, respond: (c: Context, context: PageContext) => Response | Promise<Response>) =>
    pages.get(path, async (c) => respond(c, await readContext()))

  /** The response for a record that is not published: a redirect to the record it was merged into, or why it is gone. */
  const respondMissing = (c: Context, list: RecordList | 'events', name: string, context: PageContext) => {
    const removed = context.service.readers[list].findRemoved(name.toLowerCase())
    if (removed === null) return show(c, toMissingView(c.req.path, `/${list}`), context, 404)
    const { removedAt, mergedInto } = JSON.parse(removed) as { removedAt: string; mergedInto: string | null }
    return mergedInto
      ? c.redirect(`/${list}/${mergedInto}`, 301)
      : show(c, toMissingView(c.req.path, `/${list}`, removedAt), context, 410)
  }

  addAlertPages(pages, deps, async (c, view, status) => show(c, view, await readContext(), status))
  for (const name of SECTION_NAMES) {
    add(`/${name}`, async (c, context) => {
      const refused = c.req.query('q') ? await refuseSearch(c, c.req.query('q') ?? '', context) : null
      if (refused) return refused
      const { view, hasProblems } = readListPage(name, getQuery(c), context)
      return show(c, view, context, hasProblems ? 400 : 200, frames.list)
    })
    for (const format of getFileFormats(name)) {
      add(`/${name}.${format}`, (c, context) => {
        const { problems, ...file } = readListFile(name, format, getQuery(c), context)
        if (problems.length > 0) return c.text(`${problems.join('\n')}\n`, 400)
        return toFileResponse(c, format, getLayout(name), file, context)
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
    return c.redirect(code in STATE_NAMES ? toStatePath(code) : '/states')
  })
  pages.get(`/states/:code{${CAPITALS}}`, (c) => c.redirect(toStatePath(c.req.param('code')), 301))

  /** The page that a network gets in place of a search when it searched too often; null when it may search. */
  async function refuseSearch(c: Context, query: string, context: PageContext): Promise<Response | null> {
    const counted = deps.limits?.count('siteSearch', readCallerSubnet(c, deps), context.now)
    if (!counted || counted.allowed) return null
    const view = searchRefusedView(query, LIMITS.siteSearch.tries, counted.retryAfterSeconds)
    const response = await show(c, view, context, 429)
    response.headers.set('Retry-After', String(counted.retryAfterSeconds))
    return response
  }

  const searchPages = once(() => createPageSearch(texts()))
  add(SEARCH_PATH, async (c, context) => {
    const query = (c.req.query('q') ?? '').trim().slice(0, SEARCH_LENGTH.max)
    if (query.length < SEARCH_LENGTH.min) return show(c, searchView(query, null), context)
    const refused = await refuseSearch(c, query, context)
    if (refused) return refused
    const { groups, understood, answer } = await searchSite(query, { ...context, pages: searchPages() })
    const response = await show(c, searchView(query, groups, understood, answer), context)
    // Search results must not be indexed by search engines.
    response.headers.set('X-Robots-Tag', 'noindex')
    return response
  })
  for (const list of ['opportunities', 'events'] as const) {
    add(`/${list}/:name{.+\\.ics}`, (c, context) => {
      const name = getName(c).slice(0, -'.ics'.length)
      const record = list === 'events' ? context.holdings.event(name) : context.holdings.opportunity(name)
      if (!record) return respondMissing(c, list, name, context)
      const { title, updatedAt: updated } = record
      const file = { records: [record], title, description: title, updated, address: base + c.req.path }
      return toFileResponse(c, 'ics', getLayout(list), file, context)
    })
  }

  /** Adds the pages of single records. Each has one URL; its other ids, and those of merged records, redirect to it. */
  const addRecords = (list: RecordList, read: (name: string, context: PageContext) => View | null) =>
    add(`/${list}/:name`, (c, context) => {
      const name = getName(c)
      const view = read(name, context)
      if (!view) return respondMissing(c, list, name, context)
      return view.path === `/${list}/${name}` ? show(c, view, context) : c.redirect(view.path, 301)
    })
  addRecords('opportunities', (name, context) => {
    const { holdings } = context
    const opportunity = holdings.opportunity(name)
    if (!opportunity) return null
    const { id, relatedTo } = opportunity
    const related = relatedTo && holdings.opportunity(relatedTo.id)
    return toOpportunityView(opportunity, related, holdings.readPast('opportunities', [id]), context)
  })
  addRecords('documents', (name, context) => {
    const { holdings, service } = context
    const item = holdings.document(name.toLowerCase())
    const detail = item && service.readers.documents.find(item.id, context.now)
    if (!item || !detail) return null
    const awards = holdings.awardsIn(item.id)
    const past = holdings.readPast('documents', [item.id])
    return toDocumentView(
      { item, detail: JSON.parse(detail), awards, zone: holdings.getZone(item.state), past },
      context,
    )
  })
  addRecords('activities', (name, context) => {
    const body = context.service.readers.activities.find(name.toLowerCase(), context.now)
    if (body === null) return null
    const activity: ActivityDetail = JSON.parse(body)
    return toActivityView({ activity, ...context.holdings.linkedTo(activity) }, context)
  })
  addRecords('awards', (name, context) => {
    const held = context.holdings.award(name.toLowerCase())
    const lastRead = held && getConfirmedIn(context.service.freshness, held.award.state)
    return held && toAwardView({ ...held, lastRead }, context)
  })

  add('/recipients', (c, context) =>
    show(c, formatRecipientsPage(getQuery(c), context.holdings), context, 200, frames.list),
  )
  add('/near', (c, context) => show(c, formatNear(readNear(getQuery(c), context.holdings)), context, 200, frames.list))
  add('/near.csv', (c, context) => {
    const records = readNear(getQuery(c), context.holdings).nearby.map((row) => toNearbyRow(row, base))
    const layout = { item: NearbyRow, calendar: null, feed: null }
    return toFileResponse(c, 'csv', layout, { records, title: '', description: '', updated: '', address: '' }, context)
  })
  add('/recipients/:name', (c, context) => {
    const { holdings } = context
    const recipient = holdings.findRecipient(getName(c))
    if (!recipient) return show(c, toMissingView(c.req.path, '/recipients'), context, 404)
    if (recipient.slug !== getName(c)) return c.redirect(toRecipientPath(recipient), 301)
    const ids = [...recipient.awards, ...recipient.held].map(({ id }) => id)
    const past = holdings.readPast('awards', ids)
    return show(c, toRecipientView(recipient, holdings.getNamesakes(recipient), past, context), context)
  })
  // The address of earlier builds.
  add('/awards/:state/:name', (c, context) => {
    const recipient = context.holdings.findRecipient(`${getName(c)}-${c.req.param('state')?.toLowerCase()}`)
    return recipient
      ? c.redirect(toRecipientPath(recipient), 301)
      : show(c, toMissingView(c.req.path, '/recipients'), context, 404)
  })
  pages.get('/data/:name', async (c) => (await download(c, deps.service().exports, getName(c))) ?? c.notFound())
  pages.notFound((c) => c.text('Not found', 404))
  /** A sentence about a failure, in the frame of the site for people, and as text for programs. */
  const fail = (c: Context, sentence: string, status: 500 | 503, headers?: Record<string, string>) =>
    frames.record !== null && c.req.header('accept')?.includes('text/html')
      ? c.html(renderInFrame(frames.record, toFailureView(c.req.path, sentence), base), status, headers)
      : c.text(sentence, status, headers)
  pages.onError((error, c) => {
    if (error instanceof ApiError) return c.text(`${error.message}\n`, getErrorEntry(error.code).status as 400)
    const isAway = error instanceof DatasetUnavailable || error instanceof StoreUnavailable
    if (isAway || orNull(() => deps.service().isDamagedBy(error)))
      return fail(c, 'The data is temporarily unavailable. Try again in a minute.', 503, { 'Retry-After': '60' })
    const id = randomUUID()
    logFailure(id, deps, error)
    return fail(c, `Something went wrong on our side. The cause is in our logs under the id ${id}.`, 500)
  })
  return pages
}

const getName = (c: Context): string => c.req.param('name') ?? ''
