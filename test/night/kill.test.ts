import { spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { readManifest } from '../../src/bake/release.ts'
import { openService } from '../../src/store/service.ts'
import { anotherNotice, datasetFolder, FIRST_NIGHT, feedOf, nightOn, rewrite } from './folders.ts'

const SCRIPT = path.join(import.meta.dirname, '../../scripts/nightly.ts')
const KILLS = 50

/** Starts a night in a process of its own; resolves with its exit code, null when it was killed. */
function nightly({ data, out }: { data: string; out: string }): { kill: () => void; ended: Promise<number | null> } {
  const child = spawn(process.execPath, [SCRIPT, '--data', data, '--out', out, '--no-ingest', '--no-commit'], {
    stdio: 'ignore',
  })
  return {
    kill: () => child.kill('SIGKILL'),
    ended: new Promise((resolve) => child.on('exit', (code) => resolve(code))),
  }
}

describe(`a night that is killed at ${KILLS} random points`, () => {
  it('shows readers the old or the new build alone, and the next night succeeds', async () => {
    const folders = datasetFolder()
    await nightOn(folders, FIRST_NIGHT)
    const started = performance.now()
    expect(await nightly(folders).ended).toBe(0)
    const whole = performance.now() - started

    let random = 12_345
    const chance = () => {
      random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
      return random / 2_147_483_648
    }
    let killed = 0
    for (let lot = 1; lot <= KILLS; lot += 1) {
      const old = readManifest(folders.out)?.datasetVersion
      // Something to publish, so that every night is a different one.
      rewrite(folders.data, 'notices', (rows) => [...rows, anotherNotice(folders.data, lot)])
      const run = nightly(folders)
      // Loading takes the first half: most kills shall meet the work.
      await wait(whole * (0.4 + chance() * 0.7))
      run.kill()
      if ((await run.ended) === null) killed += 1
      const service = openService(folders.out)
      const isNew = service.manifest.datasetVersion !== old
      const { total } = service.readers.opportunities.list({ filters: {}, page: 1, limit: 1 }, FIRST_NIGHT.getTime())
      expect(total).toBe(service.manifest.counts.opportunities)
      expect(isNew || total > 0).toBe(true)
      service.close()
      if (lot % 5 !== 0) continue
      expect(await nightly(folders).ended).toBe(0)
      const next = openService(folders.out)
      const all = next.readers.opportunities.list({ filters: {}, page: 1, limit: 1 }, FIRST_NIGHT.getTime()).total
      next.close()
      const feed = feedOf(folders.data)
      expect(new Set(feed.map(({ id }) => id)).size).toBe(feed.length)
      expect(feed.filter(({ type }) => type === 'NEW_OPPORTUNITY')).toHaveLength(all)
    }
    expect(killed).toBeGreaterThan(KILLS / 2)
  }, 300_000)
})
