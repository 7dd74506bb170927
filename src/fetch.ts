import { waitUntil } from '@vercel/functions'
import { astro } from 'astro/hono'
import { compose } from './http/compose.ts'
import { readSettings } from './http/settings.ts'

/** The function of the serverless deployment: the API in front of the site. */
const { app } = await compose(readSettings(process.env), { afterwards: waitUntil, isBehindProxy: true })
app.all('*', astro() as never)

export default app
