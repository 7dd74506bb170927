import { readFileSync } from 'node:fs'
import type { APIRoute, GetStaticPaths } from 'astro'
import { DEMO_LIMITS } from '../http/request/callers.ts'
import { ADDRESSES, BASE, BUILT_AT, DEMO, DOCUMENT, SHOWN_ROUTES, service } from '../site/build.ts'
import { toMarkdownPath, toReferencePath } from '../site/navigation.ts'
import { GUIDES } from '../site/prose.ts'
import { findSitemapPages, formatSitemap } from '../site/sitemap.ts'
import { CLASSES, drawChart, mapPicture, shareImage } from '../site/states/maps.ts'
import { BAR_STEPS, MEASURES, readComparedStates } from '../site/states/states.ts'
import { getMissingAwards, readCoverage, toTable } from '../site/status/coverage.ts'
import { toStatePath } from '../views/addresses.ts'

/** The files of the site beside its pages, by their paths. In tables, an unknown value is an empty cell. */

type Content = string | Uint8Array<ArrayBuffer>
const states = readComparedStates(service, BUILT_AT)
const HOME = ADDRESSES[0] ?? ''
const GUIDE_PATHS = GUIDES.map(({ path }) => path)

const FILES: { [path: string]: () => Content | Promise<Content> } = {
  'openapi.json': () => JSON.stringify(DOCUMENT),
  // At the top of the project, where code hosts look for it.
  'CITATION.cff': () => readFileSync('CITATION.cff', 'utf8'),
  // Crawlers may read every page except the API and the account pages.
  'robots.txt': () =>
    `User-agent: *\nDisallow: /api/\nDisallow: /common-grants/\nDisallow: /account\n\nSitemap: ${BASE}/sitemap.xml\n`,
  'sitemap.xml': () =>
    `<?xml version="1.0" encoding="UTF-8"?>\n${formatSitemap(findSitemapPages(service, BUILT_AT, GUIDE_PATHS), BASE)}`,
  'llms.txt': formatContents,
  'coverage/states.csv': () =>
    toTable(
      readCoverage(service, BUILT_AT).map(({ state, stateName, awards, newest, lastConfirmed }) => ({
        state: state ?? 'US',
        stateName: stateName ?? 'All states',
        published: awards.published,
        onFile: awards.held,
        publishedOfStated: awards.rowsOfStated?.published,
        stated: awards.rowsOfStated?.stated,
        dollarsPublished: awards.sumPublished,
        dollarsOnFile: awards.sumHeld,
        dollarsPublishedOfStated: awards.sumOfStated?.published,
        dollarsStated: awards.sumOfStated?.stated,
        allotment: awards.allotment,
        shareNamed: awards.shareNamed,
        newestAward: newest.awards,
        newestOpportunity: newest.opportunities,
        newestDocument: newest.documents,
        latestEvent: newest.events,
        lastConfirmed,
      })),
    ),
  'coverage/missing.csv': () =>
    toTable(
      getMissingAwards(service, BUILT_AT).map(
        ({ state, stateName, what, rows: awards, amount, verificationLacks: waitsFor, since, url }) => ({
          ...{ state, stateName, what, awards, amount },
          ...{ isOnFile: String(waitsFor !== null), waitsFor, since, url },
        }),
      ),
    ),
  'states/comparison.csv': () =>
    toTable(
      states.map((state) => ({
        code: state.code,
        state: state.name,
        ...Object.fromEntries(MEASURES.map(({ name, of }) => [name, of(state)])),
        'award-amounts-known': state.awardAmountsKnown,
        awards: state.awards,
        'awards-on-file': state.coverage.awards.held,
        'dollars-on-file': state.coverage.awards.sumHeld,
        'awards-published-of-stated': state.coverage.awards.rowsOfStated?.published,
        'awards-stated': state.coverage.awards.rowsOfStated?.stated,
        'dollars-published-of-stated': state.coverage.awards.sumOfStated?.published,
        'dollars-stated': state.coverage.awards.sumOfStated?.stated,
      })),
    ),
  'states/measures.css': formatMeasureStyles,
  ...Object.fromEntries(
    MEASURES.flatMap((measure) => [
      [`states/map-${measure.name}.svg`, () => mapPicture(states, measure, BUILT_AT)],
      [`states/chart-${measure.name}.svg`, () => drawChart(states, measure, BUILT_AT)],
    ]),
  ),
  ...Object.fromEntries(
    states.map((state) => [
      `${toStatePath(state.code).slice(1)}/share.png`,
      async () => new Uint8Array(await shareImage(state)),
    ]),
  ),
}

export const getStaticPaths = (() => Object.keys(FILES).map((file) => ({ params: { file } }))) satisfies GetStaticPaths
export const GET: APIRoute = async ({ params: { file = '' } }) => new Response(await FILES[file]?.())

/** The contents of the site for language models, with links to the Markdown version of each page. */
function formatContents(): string {
  const link = (title: string, path: string, summary: string) =>
    `- [${title}](${HOME}${toMarkdownPath(path)}): ${summary}`
  return `# Rural Health Program Data Service

> A read-only JSON API over the US Rural Health Transformation Program: state summaries, awards, documents, opportunities with deadlines, events, activities, a feed of changes, and full-text search. Base address: ${BASE}. Keyed endpoints take \`Authorization: Bearer <key>\`.${DEMO ? ` Without a key of your own, try \`${DEMO}\`: ${DEMO_LIMITS.hour} requests an hour and ${DEMO_LIMITS.day} a day.` : ''} The contract is at ${HOME}/openapi.json.

## Guides

${GUIDES.map(({ title, path, summary }) => link(title, path, summary)).join('\n')}

## Reference

${SHOWN_ROUTES.map(({ method, path, slug, summary }) => link(`${method} ${path}`, toReferencePath(slug), summary)).join('\n')}

## Data

${link('Data files', '/data', 'every list as CSV, XLSX, Parquet and NDJSON, all of it as SQLite, and a data dictionary, without a key')}
- [Opportunities](${HOME}/opportunities.csv), [awards](${HOME}/awards.csv), [documents](${HOME}/documents.csv), [events](${HOME}/events.csv): every record as a table; each state has its own, such as /states/ne/awards.csv
- [States compared](${HOME}/states/comparison.csv): the figures of the states as a table
${link('States', '/states', 'all states with their figures; each state has a page, such as /states/ne.md')}
${link('Status', '/status', 'which dataset is served')}
`
}

/** The colors of the map by the chosen measure, and the lengths of the bars in the table of the states. */
function formatMeasureStyles(): string {
  const count = (most: number): number[] => Array.from({ length: most }, (_, index) => index + 1)
  const rules = [
    ...MEASURES.flatMap((_, place) => [
      `.measured:not(:has(#by-${place}:checked)) .by-${place}{display:none}`,
      ...count(CLASSES).map(
        (rank) => `.measured:has(#by-${place}:checked) .m${place}r${rank}{--rank:var(--ramp-${rank})}`,
      ),
    ]),
    ...count(BAR_STEPS).map((step) => `.b${step}{--bar:${(step * 100) / BAR_STEPS}%}`),
  ]
  return rules.join('\n')
}
