import { ROUTES } from '../contract/routes.ts'
import type { Activity } from '../resources/activities.ts'
import { findNewest } from '../rules/awards/totals.ts'
import type { Instant } from '../rules/time/moments.ts'
import type { Document, Opportunity } from '../schema/wire/records.ts'
import type { Service } from '../store/service.ts'
import { statePath } from '../views/addresses.ts'
import { html } from '../views/html.ts'
import { SECTION_NAMES } from '../views/lists/listing.ts'
import { activityPath, documentPath } from '../views/lists/listings.ts'
import { opportunityPath } from '../views/lists/opportunities.ts'
import { recipientPath } from '../views/recipients.ts'
import { allRecipients, readAll } from './lists.ts'
import { referencePath } from './navigation.ts'
import { shownStates } from './states/states.ts'

/** `changed` is null when unknown. */
type SitemapPage = { path: string; changed: string | null }

const PLAIN =
  '/ /states /coverage /recipients /near /data /search /docs /reference /plans /status /about /contact /privacy /terms'

/** Every page that search engines should find, including pages of single records. */
export function findSitemapPages(service: Service, now: Instant, guides: readonly string[]): SitemapPage[] {
  const plain = [
    ...PLAIN.split(' '),
    ...SECTION_NAMES.map((name) => `/${name}`),
    ...guides,
    ...ROUTES.map(({ slug }) => referencePath(slug)),
  ]
  return [
    ...plain.map((path) => ({ path, changed: null })),
    ...shownStates(service, now).map(({ code, lastActivity }) => ({ path: statePath(code), changed: lastActivity })),
    ...readAll<Opportunity>(service, 'opportunities', now).map((item) => toPage(opportunityPath(item.slug), item)),
    ...readAll<Document>(service, 'documents', now).map((item) => toPage(documentPath(item.id), item)),
    ...readAll<Activity>(service, 'activities', now).map((item) => toPage(activityPath(item.id), item)),
    ...allRecipients(service, now).map((recipient) => ({
      path: recipientPath(recipient),
      changed: findNewest(recipient.awards.map(({ updatedAt }) => updatedAt)),
    })),
  ]
}

const toPage = (path: string, { updatedAt }: { updatedAt: string }): SitemapPage => ({ path, changed: updatedAt })

/** The sitemap (sitemaps.org). @param base public address of the service, without a slash at its end */
export const sitemap = (pages: readonly SitemapPage[], base: string): string =>
  html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages.map(
    ({ path, changed }) => html`<url><loc>${base}${path}</loc>${changed && html`<lastmod>${changed}</lastmod>`}</url>`,
  )}</urlset>`.text
