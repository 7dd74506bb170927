import { setTimeout } from 'node:timers/promises'
import { waitUntil } from '@vercel/functions'
import * as z from 'zod'
import { apiOrSite } from './http/app.ts'
import { compose } from './http/compose.ts'
import { readSettings } from './http/settings/settings.ts'
import { once } from './rules/once.ts'

// Nightly runs announce publications. Failed deliveries are retried after requests, because nothing runs in between.
const RETRY_EVERY_MS = 60_000

// Most instances answer few requests, for which compiled schemas cost more than they save.
z.config({ jitless: true })
const settings = readSettings(process.env)
const { app, records, deliver } = await compose(settings, { afterwards: waitUntil, isFunction: true })
const pages = once(async () => (await records())(settings.SITE_PATH))
const serve = apiOrSite(app.fetch, async (...request) => (await pages()).fetch(...request))
let lookedAt = Number.NEGATIVE_INFINITY

const fetch: typeof serve = (...request) => {
  const now = performance.now()
  if (now - lookedAt >= RETRY_EVERY_MS) {
    lookedAt = now
    waitUntil(setTimeout(1_000).then(() => deliver()))
  }
  return serve(...request)
}

/** The function of the serverless deployment: the API and the record pages. All other pages are static files. */
export default { fetch }
