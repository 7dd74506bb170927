import { waitUntil } from '@vercel/functions'
import { beside } from './http/beside.ts'
import { compose } from './http/compose.ts'
import { readSettings } from './http/settings.ts'

/** The function of the serverless deployment: the API and the pages of single records; all other pages are files. */
const settings = readSettings(process.env)
const { app, records } = await compose(settings, {
  afterwards: waitUntil,
  isBehindProxy: true,
  isFrozenBetween: true,
})

export default { fetch: beside(app.fetch, records(settings.SITE_PATH).fetch) }
