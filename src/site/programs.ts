import { API } from '../http/endpoints/endpoint.ts'
import { KEY_VARIABLE } from './samples.ts'

/** The programs of the guides. Each is run by the tests as it stands. */

const HEADERS = `const headers = { Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\` }`

/** Reads a list to its end. @param base address of the service, without a slash at its end */
export const walkProgram = (base: string): string => `${HEADERS}

async function* allAwards() {
  for (let page = 1; ; page += 1) {
    const response = await fetch(\`${base}${API}/awards?limit=500&page=\${page}\`, { headers })
    const { data, pagination } = await response.json()
    yield* data
    if (page >= pagination.pages) return
  }
}`

/** Follows the change feed. */
export const followProgram = (base: string): string => `${HEADERS}

/** Handles every event after \`since\`, in order, and returns where to begin the next time. */
async function follow(since, handle) {
  const start = encodeURIComponent(since)
  for (let page = 1; ; page += 1) {
    const query = \`type=ALL&limit=100&since=\${start}&page=\${page}\`
    const response = await fetch(\`${base}${API}/activity?\${query}\`, { headers })
    const { data, hasMore } = await response.json()
    for (const event of data) {
      await handle(event)
      since = event.occurredAt
    }
    if (!hasMore) return since
  }
}`

/** Waits when it is told to, and asks again. */
export const waitProgram = (base: string): string => `${HEADERS}

async function ask(path) {
  const response = await fetch(\`${base}${API}\${path}\`, { headers })
  if (response.status !== 429) return response
  const seconds = Number(response.headers.get('Retry-After'))
  await new Promise((resume) => setTimeout(resume, seconds * 1000))
  return ask(path)
}`
