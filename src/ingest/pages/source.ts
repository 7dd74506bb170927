import type { PageState } from '../../schema/history.ts'
import type { Collected, Rejection, Run, Source } from '../source.ts'
import { massSuspicions, sameNewText } from './challenge.ts'
import { pageChanges } from './changes.ts'
import { formatPages, PAGES_FILE, parsePages, stateAfter, type TrackedPage } from './state.ts'
import { nothing, type Visit, visitAll } from './visit.ts'

/** A run in which more pages than this go down is held for review: the problem may be on this side. */
const OUTAGES_MAX = 5
const SAME_TEXT = 'shows the same new text as a page on another host, probably a block page'

/**
 * The states' program pages, one at a time per host, as their robots.txt allows: which changed since the last run,
 * which are down or back, and which documents and solicitations they link to that are not in the records. It writes
 * page state and candidates for review, never records.
 */
export const pagesSource: Source = {
  name: 'pages',
  summary: 'Program pages of the states: changes, outages, new links',
  collect,
}

async function collect(run: Run): Promise<Collected> {
  const before = parsePages(await run.history(PAGES_FILE))
  const known = new Map(before.map((page) => [page.url, page]))
  const pages = trackedPages(run)
  const visits = await visitAll(pages, known, run)
  const blocked = sameNewText([...visits].map(([url, { check }]) => ({ url, check, before: known.get(url) ?? null })))
  const suspicions = massSuspicions(blocked, pages.length)
  // A few block pages are left out; if there are many, a person decides about the whole run.
  if (suspicions.length === 0) for (const { url } of blocked.flat()) visits.set(url, nothing(null, SAME_TEXT))

  const after = pages.flatMap((page) => {
    const visit = visits.get(page.url)
    return visit ? [stateAfter(known.get(page.url) ?? null, page, visit.check, run.now)] : []
  })
  refuseOutage(after)
  const outages = after.filter(({ url, downSince }) => downSince !== null && !known.get(url)?.downSince)
  const isHeld = outages.length > OUTAGES_MAX
  // Pages whose outage is held keep their state, so the next night finds them again.
  const told = isHeld ? after.map((page) => (outages.includes(page) ? { ...page, downSince: null } : page)) : after
  return {
    fetched: pages.length,
    drafts: [],
    whole: true,
    confirmed: confirmedStates(after),
    rejected: pages.flatMap((page) => toRejections(page, visits)),
    changes: pageChanges(before, told, run.now),
    candidates: [...visits.values()].flatMap(({ candidates }) => candidates),
    tally: createTally(known, after),
    suspicions,
    history: new Map([[PAGES_FILE, formatPages(told)]]),
    ...(isHeld && { held: heldOutages(outages, known, after, run.now) }),
  }
}

/** The states of which every page was read that was ever read. */
function confirmedStates(after: readonly PageState[]): PageState['state'][] {
  const ever = Map.groupBy(
    after.filter(({ error, hash }) => error === null || hash !== null),
    ({ state }) => state,
  )
  return [...ever].flatMap(([state, own]) => (own.every(({ error }) => error === null) ? [state] : []))
}

function heldOutages(
  outages: readonly PageState[],
  known: ReadonlyMap<string, PageState>,
  after: readonly PageState[],
  now: Date,
): Collected['held'] {
  const before = outages.flatMap(({ url }) => known.get(url) ?? [])
  return {
    findings: [{ check: 'outages', reason: `${outages.length} pages went down in one run` }],
    changes: pageChanges(before, outages, now),
    history: new Map([[PAGES_FILE, formatPages(after)]]),
  }
}

/**
 * If most pages cannot be read, the problem is probably on this side, so no page is marked as down.
 * @throws Error
 */
function refuseOutage(after: readonly PageState[]): void {
  const unread = after.filter(({ error }) => error !== null).length
  if (unread > after.length / 2) throw new Error(`${unread} of ${after.length} pages could not be read`)
}

/** A file that is listed among the sites, such as an award list, is not a page: another source reads it. */
const FILE = /\.(?:pdf|docx?|xlsx?|csv|pptx?|zip)$/i

/** The sites of all states, each URL once. */
function trackedPages({ present }: Run): TrackedPage[] {
  const pages = present.states.flatMap(({ code, timezone, sites }) =>
    sites.flatMap(({ url, label }) =>
      FILE.test(new URL(url).pathname) ? [] : [{ url, label, state: code, timezone }],
    ),
  )
  return [...new Map(pages.toReversed().map((page) => [page.url, page])).values()].toReversed()
}

function toRejections(page: TrackedPage, visits: ReadonlyMap<string, Visit>): Rejection[] {
  const check = visits.get(page.url)?.check
  return check && 'error' in check ? [{ ref: page.url, reason: check.error }] : []
}

function createTally(known: ReadonlyMap<string, PageState>, after: readonly PageState[]) {
  const read = after.filter(({ error, hash }) => error === null && hash !== null)
  const isNew = (page: PageState) => !known.get(page.url)?.hash
  const isChanged = (page: PageState) => !isNew(page) && known.get(page.url)?.hash !== page.hash
  const changed = read.filter(isChanged).length
  const added = read.filter(isNew).length
  return { new: added, changed, unchanged: read.length - added - changed }
}
