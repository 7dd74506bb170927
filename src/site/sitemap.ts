import { ROUTES } from '../contract/routes.ts'
import type { Activity } from '../resources/activities.ts'
import { findNewest } from '../rules/awards/totals.ts'
import type { Instant } from '../rules/time/moments.ts'
import type { Document, Opportunity } from '../schema/wire/records.ts'
import type { Service } from '../store/service.ts'
import { toStatePath } from '../views/addresses.ts'
import { html } from '../views/html.ts'
import { SECTION_NAMES } from '../views/lists/listing.ts'
import { toActivityPath, toDocumentPath } from '../views/lists/listings.ts'
import { toOpportunityPath } from '../views/lists/opportunities.ts'
import { toRecipientPath } from '../views/recipients.ts'
import { readAll, readAllRecipients } from './lists.ts'
import { toReferencePath } from './navigation.ts'
import { getShownStates } from './states/states.ts'

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
    ...ROUTES.map(({ slug }) => toReferencePath(slug)),
  ]
  return [
    ...plain.map((path) => ({ path, changed: null })),
    ...getShownStates(service, now).map(({ code, lastActivity }) => ({
      path: toStatePath(code),
      changed: lastActivity,
    })),
    ...readAll<Opportunity>(service, 'opportunities', now).map((item) => toPage(toOpportunityPath(item.slug), item)),
    ...readAll<Document>(service, 'documents', now).map((item) => toPage(toDocumentPath(item.id), item)),
    ...readAll<Activity>(service, 'activities', now).map((item) => toPage(toActivityPath(item.id), item)),
    ...readAllRecipients(service, now).map((recipient) => ({
      path: toRecipientPath(recipient),
      changed: findNewest(recipient.awards.map(({ updatedAt }) => updatedAt)),
    })),
  ]
}

const toPage = (path: string, { updatedAt }: { updatedAt: string }): SitemapPage => ({ path, changed: updatedAt })

/** The sitemap (sitemaps.org). @param base public address of the service, without a slash at its end */
export const formatSitemap = (pages: readonly SitemapPage[], base: string): string =>
  html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages.map(
    ({ path, changed }) => html`<url><loc>${base}${path}</loc>${changed && html`<lastmod>${changed}</lastmod>`}</url>`,
  )}</urlset>`.text
