import { describe, expect, it } from 'vitest'
import { readEach } from '../../src/ingest/drafts.ts'
import { NetworkFailure } from '../../src/ingest/net/exchange.ts'
import type { Run } from '../../src/ingest/source.ts'

type Result = 'read' | 'down' | 'disallowed'

/** Reads lists with these results. Returns the read ones and the skipped ones. */
async function readLists(results: readonly Result[]) {
  const skipped: string[] = []
  const run = { say: () => {}, reject: (ref: string) => void skipped.push(ref) } as Partial<Run> as Run
  const read = async (result: Result) => {
    if (result === 'disallowed') throw new NetworkFailure('robots', "disallowed by the site's robots.txt")
    if (result === 'down') throw new Error('responded with 503')
  }
  return { read: [...(await readEach(results, run, String, read))], skipped }
}

describe('reading the lists of a source', () => {
  it('tells which could not be read', async () => {
    expect(await readLists(['read', 'down', 'disallowed'])).toEqual({ read: ['read'], skipped: ['down', 'disallowed'] })
  })

  it('is no failure when all of them are disallowed', async () => {
    expect(await readLists(['disallowed', 'disallowed'])).toEqual({ read: [], skipped: ['disallowed', 'disallowed'] })
  })

  it('fails when none was read and one is down', async () => {
    await expect(readLists(['down', 'disallowed'])).rejects.toThrow('down responded with 503')
    await expect(readLists(['down', 'down'])).rejects.toThrow('responded with 503; down')
  })
})
