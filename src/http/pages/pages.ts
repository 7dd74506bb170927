import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Context, Hono } from 'hono'
import { DatasetUnavailable } from '../../store/dataset.ts'
import type { Service } from '../../store/service.ts'
import { FRAME_FILE } from '../../views/addresses.ts'
import { layoutOf } from '../../views/layouts.ts'
import { awardeeView } from '../../views/records/awardee.ts'
import { documentView } from '../../views/records/document.ts'
import { missingView } from '../../views/records/missing.ts'
import { opportunityView } from '../../views/records/opportunity.ts'
import { inFrame, type Place, type View } from '../../views/view.ts'
import type { App } from '../app.ts'
import type { Deps } from '../deps.ts'
import { holdsTag } from '../entity-tag.ts'
import { SITE_HEADERS } from '../headers.ts'
import { type Holdings, holdingsOf } from './holdings.ts'

const PAGE_TYPE = 'text/html; charset=utf-8'

type PageDeps = Pick<Deps, 'service' | 'clock' | 'base'> & { contact: string | null }

/**
 * Shared caches keep a page for an hour and may show the old one while they fetch, but never beyond the instant at which
 * a status on it may change.
 */
function cachingOf({ service, clock }: PageDeps): string {
  const now = clock()
  const { opportunities, documents, events } = service().readers
  const until = Math.min(...[opportunities, documents, events].map((reader) => reader.until(now)))
  const left = Math.max(0, Math.floor((until - now) / 1000))
  const shared = Math.min(3_600, left)
  const stale = Math.min(86_400, left - shared)
  return `public, max-age=${Math.min(300, left)}, s-maxage=${shared}, stale-while-revalidate=${stale}`
}

/** What a request for a page of a record is answered from. */
interface Request {
  holdings: Holdings
  place: Place
  service: Service
}

/** The pages of single records in the frame of the site that is built in a folder. */
export type RecordsIn = (folder: string) => App

export const recordsIn =
  (deps: PageDeps): RecordsIn =>
  (folder) => {
    const file = path.join(folder, FRAME_FILE)
    return pagesOf(deps, existsSync(file) ? readFileSync(file, 'utf8') : null)
  }

/**
 * The pages of single records, made at the request from the bake that is served, in the frame of all pages.
 * @param frame the empty page that the site's build leaves; null when there is none
 */
export function pagesOf(deps: PageDeps, frame: string | null): App {
  const pages: App = new Hono({ strict: false })
  const baseOf = (c: Context): string => deps.base ?? new URL(c.req.url).origin
  const asked = (c: Context): Request => {
    const service = deps.service()
    const now = deps.clock()
    const place = {
      base: baseOf(c),
      contact: deps.contact,
      version: service.manifest.datasetVersion,
      now,
    }
    return { service, place, holdings: holdingsOf(service, now) }
  }
  const show = (c: Context, view: View, status: 200 | 404 | 410 = 200) =>
    frame === null ? c.notFound() : answer(c, inFrame(frame, view, baseOf(c)), PAGE_TYPE, cachingOf(deps), status)

  /** What stands in the place of a record that is not published: one that it is part of now, or why it is gone. */
  const missing = (c: Context, list: 'opportunities' | 'documents', name: string) => {
    const removed = deps.service().readers[list].findRemoved(name.toLowerCase())
    if (removed === null) return show(c, missingView(c.req.path, `/${list}`), 404)
    const { removedAt, mergedInto } = JSON.parse(removed) as { removedAt: string; mergedInto: string | null }
    return mergedInto
      ? c.redirect(`/${list}/${mergedInto}`, 301)
      : show(c, missingView(c.req.path, `/${list}`, removedAt), 410)
  }

  pages.get('/opportunities/:name{.+\\.ics}', (c) => {
    const { holdings, place } = asked(c)
    const opportunity = holdings.opportunity(nameOf(c, '.ics'))
    if (!opportunity) return missing(c, 'opportunities', nameOf(c, '.ics'))
    return calendar(c, 'opportunities', opportunity, place, cachingOf(deps))
  })
  pages.get('/events/:name{.+\\.ics}', (c) => {
    const { holdings, place } = asked(c)
    const event = holdings.event(nameOf(c, '.ics'))
    return event
      ? calendar(c, 'events', event, place, cachingOf(deps))
      : show(c, missingView(c.req.path, '/events'), 404)
  })
  pages.get('/opportunities/:name', (c) => {
    const { holdings, place } = asked(c)
    const opportunity = holdings.opportunity(nameOf(c))
    if (!opportunity) return missing(c, 'opportunities', nameOf(c))
    const view = opportunityView(
      opportunity,
      related(opportunity.relatedTo, holdings),
      holdings.eventsAbout([opportunity.id]),
      place,
    )
    // A record has one address; its ids and those of merged notices lead to it.
    return nameOf(c) === opportunity.slug ? show(c, view) : c.redirect(view.path, 301)
  })
  pages.get('/documents/:name', (c) => {
    const { holdings, place, service } = asked(c)
    const item = holdings.document(nameOf(c).toLowerCase())
    const detail = item && service.readers.documents.find(item.id, place.now)
    if (!item || !detail) return missing(c, 'documents', nameOf(c))
    return show(
      c,
      documentView(
        {
          item,
          detail: JSON.parse(detail),
          awards: holdings.awardsIn(item.id),
          zone: holdings.zoneOf(item.state),
          events: holdings.eventsAbout([item.id]),
        },
        place,
      ),
    )
  })
  pages.get('/awards/:state/:name', (c) => {
    const { holdings, place } = asked(c)
    const awardee = holdings.awardee(c.req.param('state'), nameOf(c))
    if (!awardee) return show(c, missingView(c.req.path, '/awards'), 404)
    return show(
      c,
      awardeeView(
        awardee,
        holdings.elsewhere(awardee),
        holdings.eventsAbout(awardee.awards.map(({ id }) => id)),
        place,
      ),
    )
  })
  pages.notFound((c) => c.text('Not found', 404))
  pages.onError((error, c) => {
    if (!(error instanceof DatasetUnavailable)) throw error
    return c.text('The data cannot be read at the moment. Try again in a minute.', 503, { 'Retry-After': '60' })
  })
  return pages
}

const nameOf = (c: Context, suffix = ''): string => {
  const name = c.req.param('name') ?? ''
  return suffix ? name.slice(0, -suffix.length) : name
}

const related = (relation: { id: string } | null, holdings: Holdings) => relation && holdings.opportunity(relation.id)

/** One record as a calendar. The format is loaded when it is first asked for. */
async function calendar(
  c: Context,
  list: 'opportunities' | 'events',
  record: { title: string; updatedAt: string },
  { base }: Place,
  caching: string,
) {
  const frame = {
    title: record.title,
    description: record.title,
    address: base + c.req.path,
    home: base + c.req.path.replace(/\.ics$/, ''),
    updated: record.updatedAt,
  }
  const { written } = await import('../../formats/write.ts')
  const parts = written('ics', { layout: layoutOf(list), records: [record], frame, hasMark: false, fields: null })
  return answer(c, [...parts].join(''), 'text/calendar; charset=utf-8', caching)
}

function answer(c: Context, body: string, type: string, caching: string, status: 200 | 404 | 410 = 200): Response {
  const tag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`
  const sent = c.req.header('if-none-match')
  const headers = {
    ...SITE_HEADERS,
    'Content-Type': type,
    'Cache-Control': status === 200 ? caching : 'no-store',
    ETag: tag,
  }
  if (status === 200 && sent && holdsTag(sent, tag.slice(2))) return new Response(null, { status: 304, headers })
  return new Response(c.req.method === 'HEAD' ? null : body, { status, headers })
}
