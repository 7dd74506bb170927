import { describe, expect, it } from 'vitest'
import { createClient } from '../../packages/client/src/index.ts'
import { CONTRACT } from '../contract/whole.ts'
import { collect } from './service.ts'

const { paths } = CONTRACT

/** Every operation of the contract that the client calls, by calling everything it has. */
async function called(): Promise<Set<string>> {
  const asked = new Set<string>()
  const client = createClient({
    baseUrl: 'https://api.example.org',
    async fetch({ method, url }) {
      asked.add(`${method} ${new URL(url).pathname.replace(/\/NAME|(?<=exports)\/.+/, '/{}')}`)
      return new Response('{"data":[],"hasMore":false}')
    },
  })
  for (const member of Object.values(client)) {
    if (typeof member === 'function') await (member as (input: object) => Promise<unknown>)({ query: 'health' })
    else if ('revoke' in member) {
      await member.list()
      await member.create({ list: 'events', format: 'ics' })
      await member.revoke('NAME')
    } else {
      await member.list()
      await collect<object>(member.all())
      if ('get' in member) await member.get('NAME')
    }
  }
  return asked
}

describe('the client', () => {
  it('has every endpoint for data of the contract', async () => {
    const contract = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/, '{}')}`),
    )
    // Signed addresses are for programs that have no client, webhooks belong to accounts, and CommonGrants has clients of its own.
    const left = / \/api\/v1\/signed\/| \/api\/account\/| \/common-grants\//
    const asked = contract.filter((operation) => !left.test(operation))
    expect([...(await called())].toSorted()).toEqual(asked.toSorted())
  })
})
