import { waitUntil } from '@vercel/functions'
import { astro, FetchState } from 'astro/fetch'
import { compose } from './http/compose.ts'
import { readSettings } from './http/settings.ts'
import { beside } from './http/site.ts'

/** The function of the serverless deployment: the API in front of the site. */
const { app } = await compose(readSettings(process.env), {
  afterwards: waitUntil,
  isBehindProxy: true,
  isFrozenBetween: true,
})

export default { fetch: beside(app.fetch, (request) => astro(new FetchState(request))) }
