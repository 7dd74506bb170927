import { hash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { startExports } from '../../src/bake/exports.ts'
import { prepare } from '../../src/bake/prepare.ts'
import { FIXTURE, scratch } from '../api.ts'

const ON_A_THREAD = 0
const HERE = Number.POSITIVE_INFINITY

const { publication } = await prepare(FIXTURE, () => {})

/** Packs the fixture. Returns the pack and its description. */
function packed(threadRows: number, folder = scratch()) {
  const file = path.join(folder, 'exports')
  const exports = startExports(publication, file, threadRows)
  try {
    const finished = exports.finish()
    return { bytes: readFileSync(file), ...finished }
  } finally {
    exports.close()
  }
}

describe('snapshot files', () => {
  it('are the same whether or not they are packed on a thread', () => {
    const onThread = packed(ON_A_THREAD)
    expect(onThread.bytes.length).toBeGreaterThan(0)
    expect(onThread).toEqual(packed(HERE))
  })

  it('follow each other in a pack without gaps, each with its own hash', () => {
    const { bytes, files, sha256 } = packed(HERE)
    expect(hash('sha256', bytes)).toBe(sha256)
    const stored = files.filter(({ start }) => start !== null)
    let end = 0
    for (const { name, start, packedBytes, packedSha256, sha256: plain } of stored) {
      expect([name, start]).toEqual([name, end])
      end += packedBytes
      const own = bytes.subarray(start ?? 0, end)
      expect([name, hash('sha256', own), hash('sha256', gunzipSync(own))]).toEqual([name, packedSha256, plain])
    }
    expect(end).toBe(bytes.length)
  })

  it.each([ON_A_THREAD, HERE])('leave no temporary files behind', (threadRows) => {
    const folder = scratch()
    packed(threadRows, folder)
    expect(readdirSync(folder)).toEqual(['exports'])
  })

  it.each([ON_A_THREAD, HERE])('report why they cannot be packed', (threadRows) => {
    const folder = scratch()
    // The pack cannot be written because a folder has its name.
    mkdirSync(path.join(folder, 'exports'))
    expect(() => packed(threadRows, folder)).toThrow(/EISDIR/)
  })
})
