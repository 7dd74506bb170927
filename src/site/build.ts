import type { OpenApi } from '../contract/document.ts'
import { openApi } from '../contract/document.ts'
import { createExampleCall, createExampleResponse, type ExampleCall } from '../contract/examples.ts'
import { ROUTES, type Route } from '../contract/routes.ts'
import { DEMO_KEY } from '../http/request/callers.ts'
import { readSettings } from '../http/settings/settings.ts'
import { openService } from '../store/service.ts'
import { formatPlanOffer } from './docs/plan-offer.ts'

/** The settings, clock and dataset of the site's build, in one place. */
// Astro builds with NODE_ENV `production` also for a service that is not in production.
const settings = readSettings({ ...process.env, NODE_ENV: '' })
export const BUILT_AT = Date.parse(import.meta.env.BUILT_AT)
export const service = openService(settings.DATASET_PATH)

/** Public addresses of the service, the main one first; empty when none is set. */
export const ADDRESSES = [settings.BASE_URL, settings.ALT_BASE_URL].filter((address) => address !== undefined)
export const CONTACT = settings.CONTACT_EMAIL ?? null
export const PLAN_OFFER = formatPlanOffer({ url: settings.PLANS_URL ?? null, contact: CONTACT })

/** The key that anyone may try the API with; null if there is none. */
export const DEMO = settings.PUBLIC_DEMO_KEY ? DEMO_KEY : null
export const TRIAL_DAYS = settings.TRIAL_DAYS

/** The base address of the samples: the public one, or that of a local server. */
export const BASE = ADDRESSES[0] ?? `http://127.0.0.1:${settings.PORT}`

export interface ShownRoute extends Route {
  call: ExampleCall
  example: unknown
}

export const SHOWN_ROUTES: readonly ShownRoute[] = await Promise.all(
  ROUTES.map(async (route) => ({
    ...route,
    call: createExampleCall(route, service, BUILT_AT),
    example: await createExampleResponse(route, service, BUILT_AT),
  })),
)

export const DOCUMENT: OpenApi = openApi({
  servers: ADDRESSES,
  examples: new Map(
    SHOWN_ROUTES.flatMap(({ operationId, example }) =>
      example === undefined ? [] : [[operationId, example] as const],
    ),
  ),
})
