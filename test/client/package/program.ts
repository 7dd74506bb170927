/** A program that uses the package. */
export const PROGRAM = `
declare const process: { env: { [name: string]: string | undefined } }
import { createClient, type Opportunity } from 'rural-health-program-client'

const client = createClient({ baseUrl: process.env.RHP_BASE_URL as string, apiKey: process.env.RHP_API_KEY })
const titles: string[] = []
for await (const opportunity of client.opportunities.all({ state: 'NE', limit: 2 })) {
  const { title }: Opportunity = opportunity
  titles.push(title)
}
const { body, quota } = await client.search({ query: 'rural', limit: 1 })
console.log(JSON.stringify({ titles, count: body.count, minute: quota.minute?.remaining }))
`
