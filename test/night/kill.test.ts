import { spawn } from 'node:child_process'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectAgreement, expectOldOrNew, type Folders, standingOf } from './agreement.ts'
import { anotherNotice, publishedFolder, rewrite } from './folders.ts'

const SCRIPT = path.join(import.meta.dirname, '../../scripts/nightly.ts')
const KILLS = process.env.LONG ? 50 : 3
const ROUND = process.env.LONG ? 5 : 3

/**
 * Performs a nightly run in a separate process. With `stop`, it is killed this many milliseconds after that line of its
 * progress, whatever the speed of the machine. Resolves with its exit code, null if it was killed.
 */
function nightly(
  { data, out }: Folders,
  stop?: { line: number; ms: number },
): Promise<{ code: number | null; lines: number; text: string }> {
  const child = spawn(process.execPath, [SCRIPT, '--data', data, '--out', out, '--no-ingest', '--no-commit'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let lines = 0
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk
    lines += chunk.toString().split('\n').length - 1
    if (stop && lines > stop.line) setTimeout(() => child.kill('SIGKILL'), stop.ms)
  })
  return new Promise((resolve) => child.on('exit', (code) => resolve({ code, lines, text })))
}

describe(`a run that is killed at ${KILLS} random points`, () => {
  it('leaves ledger, feed, dataset and readers with the old version or the new one, and the next run completes', async () => {
    const { folders } = await publishedFolder()
    const whole = await nightly(folders)
    expect(whole, whole.text).toMatchObject({ code: 0 })

    let random = 12_345
    const chance = () => {
      random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
      return random / 2_147_483_648
    }
    let killed = 0
    for (let lot = 1; lot <= KILLS; lot += 1) {
      const before = standingOf(folders)
      // Something to publish, so every run is different.
      rewrite(folders.data, 'notices', (rows) => [...rows, anotherNotice(folders.data, lot)])
      const stop = { line: Math.floor(chance() * whole.lines), ms: Math.floor(chance() * 12) }
      if ((await nightly(folders, stop)).code === null) killed += 1
      await expectOldOrNew(folders, before)
      if (lot % ROUND !== 0) continue
      const next = await nightly(folders)
      expect(next, next.text).toMatchObject({ code: 0 })
      await expectAgreement(folders)
    }
    expect(killed).toBeGreaterThan(KILLS / 2)
  }, 300_000)
})
