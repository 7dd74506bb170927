import { spawn } from 'node:child_process'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readManifest } from '../../src/bake/release.ts'
import { openService } from '../../src/store/service.ts'
import { anotherNotice, datasetFolder, FIRST_NIGHT, feedOf, nightOn, rewrite, untoldOf } from './folders.ts'

const SCRIPT = path.join(import.meta.dirname, '../../scripts/nightly.ts')
const KILLS = 50

/**
 * Runs a night in a process of its own. With `stop` it is killed so many milliseconds after that line of its progress,
 * whatever the speed of the machine. Resolves with its exit code, null when it was killed.
 */
function nightly(
  { data, out }: { data: string; out: string },
  stop?: { line: number; ms: number },
): Promise<{ code: number | null; lines: number }> {
  const child = spawn(process.execPath, [SCRIPT, '--data', data, '--out', out, '--no-ingest', '--no-commit'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let lines = 0
  child.stderr.on('data', (chunk: Buffer) => {
    lines += chunk.toString().split('\n').length - 1
    if (stop && lines > stop.line) setTimeout(() => child.kill('SIGKILL'), stop.ms)
  })
  return new Promise((resolve) => child.on('exit', (code) => resolve({ code, lines })))
}

describe(`a night that is killed at ${KILLS} random points`, () => {
  it('shows readers the old or the new build alone, and the next night succeeds', async () => {
    const folders = datasetFolder()
    await nightOn(folders, FIRST_NIGHT)
    const whole = await nightly(folders)
    expect(whole.code).toBe(0)

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
      const stop = { line: Math.floor(chance() * whole.lines), ms: Math.floor(chance() * 12) }
      if ((await nightly(folders, stop)).code === null) killed += 1
      const service = openService(folders.out)
      const isNew = service.manifest.datasetVersion !== old
      const { total } = service.readers.opportunities.list({ filters: {}, page: 1, limit: 1 }, FIRST_NIGHT.getTime())
      expect(total).toBe(service.manifest.counts.opportunities)
      expect(isNew || total > 0).toBe(true)
      service.close()
      if (lot % 5 !== 0) continue
      expect((await nightly(folders)).code).toBe(0)
      const next = openService(folders.out)
      const all = next.readers.opportunities.list({ filters: {}, page: 1, limit: 1 }, FIRST_NIGHT.getTime()).total
      next.close()
      const feed = feedOf(folders.data)
      expect(new Set(feed.map(({ id }) => id)).size).toBe(feed.length)
      const known = [...feed, ...untoldOf(folders.data)]
      expect(known.filter(({ type }) => type === 'NEW_OPPORTUNITY')).toHaveLength(all)
    }
    expect(killed).toBeGreaterThan(KILLS / 2)
  }, 300_000)
})
