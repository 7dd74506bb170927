import { spawn } from 'node:child_process'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { commandHere } from '../command.ts'
import { expectAgreement, expectOldOrNew, type Folders, readStanding } from './agreement.ts'
import { anotherNotice, publishedFolder, rewrite } from './folders.ts'

const SCRIPT = path.join(import.meta.dirname, '../../scripts/nightly.ts')
const toArgs = ({ data, out }: Folders) => ['--data', data, '--out', out, '--no-ingest', '--no-commit']
const KILLS = process.env.LONG ? 50 : 2
const ROUND = process.env.LONG ? 5 : 2

/**
 * Starts a nightly run in a separate process, and kills it this many milliseconds after that line of its progress,
 * whatever the speed of the machine. Resolves with its exit code, null if it was killed.
 */
function killed(folders: Folders, stop: { line: number; ms: number }): Promise<number | null> {
  // The test runner has a BASE_URL of its own, which is no address.
  const env = { PATH: process.env.PATH }
  const child = spawn(process.execPath, [SCRIPT, ...toArgs(folders)], { stdio: ['ignore', 'ignore', 'pipe'], env })
  let lines = 0
  child.stderr.on('data', (chunk: Buffer) => {
    lines += chunk.toString().split('\n').length - 1
    if (lines > stop.line) setTimeout(() => child.kill('SIGKILL'), stop.ms)
  })
  return new Promise((resolve) => child.on('exit', (code) => resolve(code)))
}

/** Performs a whole nightly run. Returns the number of lines of its progress. */
async function nightly(folders: Folders): Promise<number> {
  const { code, stdout, stderr } = await commandHere('scripts/nightly.ts', toArgs(folders))
  expect(code, stdout + stderr).toBe(0)
  return stderr.split('\n').length - 1
}

describe(`a run that is killed at ${KILLS} random points`, () => {
  it('leaves ledger, feed, dataset and readers with the old version or the new one, and the next run completes', async () => {
    const { folders } = await publishedFolder()
    const lines = await nightly(folders)

    let random = 12_345
    const chance = () => {
      random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
      return random / 2_147_483_648
    }
    let ends = 0
    for (let lot = 1; lot <= KILLS; lot += 1) {
      const before = readStanding(folders)
      // Something to publish, so every run is different.
      rewrite(folders.data, 'notices', (rows) => [...rows, anotherNotice(folders.data, lot)])
      const stop = { line: Math.floor(chance() * lines), ms: Math.floor(chance() * 12) }
      if ((await killed(folders, stop)) === null) ends += 1
      await expectOldOrNew(folders, before)
      if (lot % ROUND !== 0) continue
      await nightly(folders)
      await expectAgreement(folders)
    }
    expect(ends).toBeGreaterThan(KILLS / 2)
  }, 300_000)
})
