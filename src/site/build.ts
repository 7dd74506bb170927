import { openApi } from '../contract/document.ts'
import { type ExampleCall, exampleAnswer, exampleCall } from '../contract/examples.ts'
import { ROUTES, type Route } from '../contract/routes.ts'
import type { OpenApi } from '../contract/shape.ts'
import { readSettings } from '../http/settings.ts'
import { openService } from '../store/service.ts'
import { planOffer } from './plan-offer.ts'

/** The one place where the site's build meets the settings, the clock and the dataset. */
const settings = readSettings(process.env)

/** The moment that pages are made for; they say so where it matters. */
export const BUILT_AT = Date.parse(import.meta.env.BUILT_AT)

export const service = openService(settings.DATASET_PATH)

/** Public addresses of the service, the main one first; none when the build does not know any. */
export const ADDRESSES = [settings.BASE_URL, settings.ALT_BASE_URL].filter((address) => address !== undefined)

/** The email address for questions; null when the operator names none. */
export const CONTACT = settings.CONTACT_EMAIL ?? null

/** Where a plan is to be had. */
export const PLAN_OFFER = planOffer({ url: settings.PLANS_URL ?? null, contact: CONTACT })

/** How many days an account can try a plan; 0: there are no trials. */
export const TRIAL_DAYS = settings.TRIAL_DAYS

/** The address that the samples call: the public one, else that of a self-hosted server. */
export const BASE = ADDRESSES[0] ?? `http://127.0.0.1:${settings.PORT}`

/** An endpoint with a call that shows it at work, and what the service answers to it. */
export interface ShownRoute extends Route {
  call: ExampleCall
  example: unknown
}

export const SHOWN_ROUTES: readonly ShownRoute[] = await Promise.all(
  ROUTES.map(async (route) => ({
    ...route,
    call: exampleCall(route, service, BUILT_AT),
    example: await exampleAnswer(route, service, BUILT_AT),
  })),
)

/** The contract, with examples from the dataset. */
export const DOCUMENT: OpenApi = openApi({
  servers: ADDRESSES,
  examples: new Map(
    SHOWN_ROUTES.flatMap(({ operationId, example }) =>
      example === undefined ? [] : [[operationId, example] as const],
    ),
  ),
})
