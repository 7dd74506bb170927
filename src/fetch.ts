import { waitUntil } from '@vercel/functions'
import { compose } from './http/compose.ts'
import { readSettings } from './http/settings.ts'

/** The function of the serverless deployment: the API alone, the pages are files. */
const { app } = await compose(readSettings(process.env), {
  afterwards: waitUntil,
  isBehindProxy: true,
  isFrozenBetween: true,
})

export default { fetch: app.fetch }
