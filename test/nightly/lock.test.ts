import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { bake } from '../../src/bake/bake.ts'
import { lock } from '../../src/bake/folder/lock.ts'
import { scratch } from '../api.ts'
import { anotherNotice, NEXT_NIGHT, nightOn, publishedFolder, rewrite } from './folders.ts'

const LOCK = path.join(import.meta.dirname, '../../src/bake/folder/lock.ts')
const NOW = new Date('2026-11-21T08:00:00Z')

/** A process that takes the lock at the instant that it is told, reports whether it got it, and keeps it until it is killed. */
function contender(folder: string) {
  const code = `
    import { lock } from ${JSON.stringify(LOCK)}
    console.log('ready')
    process.stdin.once('data', (at) => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(at) - Date.now())
      try { lock(${JSON.stringify(folder)}, new Date()); gc(); console.log('got'); setInterval(() => {}, 1000) }
      catch (error) { console.log(error.message); process.exit() }
    })`
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const line = () => new Promise<string>((resolve) => child.stdout.once('data', (text) => resolve(String(text).trim())))
  const ready = line()
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const take = (at: number): Promise<string> => {
    child.stdin.write(String(at))
    return line()
  }
  return { ready, take, ended, kill: () => child.kill('SIGKILL') }
}

const START_MS = 20
const ROUNDS = process.env.LONG ? 5 : 1

describe('the lock of a run', () => {
  it('keeps a bake from adding to the history while a night works on its copy', async () => {
    const { folders } = await publishedFolder()
    const report = await nightOn(folders, NEXT_NIGHT, async (staged) => {
      rewrite(folders.data, 'notices', (rows) => [...rows, anotherNotice(folders.data, 1)])
      const baked = bake(folders.data, folders.out, NEXT_NIGHT.getTime(), false, () => {})
      await expect(baked).rejects.toThrow(/already in progress/)
      expect(existsSync(staged)).toBe(true)
    })
    expect(report.reasons).toEqual([])
  })

  it('needs the folder of a dataset', () => {
    const folder = path.join(scratch(), 'none')
    expect(() => lock(folder, NOW)).toThrow(`The dataset folder ${folder} does not exist.`)
  })

  it('is given to only one of several that start at the same time, and freed when that one is killed', async () => {
    const folder = scratch()
    for (let round = 0; round < ROUNDS; round += 1) {
      const all = Array.from({ length: 4 }, () => contender(folder))
      try {
        await Promise.all(all.map((one) => one.ready))
        const at = Date.now() + START_MS
        const said = await Promise.all(all.map((one) => one.take(at)))
        expect(said.filter((text) => text === 'got')).toHaveLength(1)
        for (const text of said.filter((text) => text !== 'got')) expect(text).toMatch(/already in progress/)
      } finally {
        for (const one of all) one.kill()
        await Promise.all(all.map((one) => one.ended))
      }
      lock(folder, NOW)()
    }
  }, 30_000)

  it('is given to a run while another one is just trying to get it', () => {
    const folder = scratch()
    lock(folder, NOW)()
    // What the other run has while it tries.
    const other = new Database(path.join(folder, '.night.mutex'))
    other.exec('BEGIN')
    other.prepare('SELECT * FROM sqlite_schema').all()
    const unlock = lock(folder, NOW)
    expect(() => lock(folder, NOW)).toThrow(/already in progress/)
    other.close()
    expect(() => lock(folder, NOW)).toThrow(/already in progress/)
    unlock()
    expect(readdirSync(folder)).toEqual(['.night.mutex'])
  })

  it('names machine, process and start of the run that has it', () => {
    const folder = scratch()
    const unlock = lock(folder, NOW)
    expect(() => lock(folder, NOW)).toThrow(
      `Another run is already in progress on ${folder} (process ${process.pid} on ${hostname()}, since 2026-11-21T08:00:00.000Z); wait for it to end.`,
    )
    unlock()
    expect(existsSync(path.join(folder, '.night.lock'))).toBe(false)
    lock(folder, NOW)()
  })

  it('ignores the file of a crashed run, even if another process now has its number', () => {
    const folder = scratch()
    const left = { machine: hostname(), pid: process.ppid, startedAt: '2026-11-20T08:00:00.000Z' }
    writeFileSync(path.join(folder, '.night.lock'), JSON.stringify(left))
    const unlock = lock(folder, NOW)
    expect(JSON.parse(readFileSync(path.join(folder, '.night.lock'), 'utf8'))).toMatchObject({ pid: process.pid })
    unlock()
  })
})
