import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratch } from '../api.ts'
import { bakeVersion, expectAgreement, expectOldOrNew, type Folders, servedVersion } from './agreement.ts'
import { anotherNotice, nightOn, publishedFolder, readContents, rewrite } from './folders.ts'

const SCRIPT = path.join(import.meta.dirname, '../../scripts/nightly.ts')
/** The room on each disk; in the long run, from too little for any file to enough for all. */
const ROOMS_KIB = process.env.LONG ? Array.from({ length: 20 }, (_, lot) => ((lot + 1) / 20) ** 2 * 2_400) : [600]

/**
 * Performs a nightly run on a disk with this much room besides the dataset, and leaves the disk's content in the folder
 * `left`.
 */
function nightOnDisk(folders: Folders, roomKib: number, left: string): { code: number; text: string } {
  const disk = scratch()
  const used = Object.values(readContents(folders.data)).reduce(
    (sum, { length }) => sum + Math.ceil(length / 4_096) * 4,
    0,
  )
  const files = Object.keys(readContents(folders.data)).length
  const night = `"${process.execPath}" "${SCRIPT}" --data data --out data/baked --no-ingest --no-commit`
  const script = `mount -t tmpfs -o size=${used + roomKib}k,nr_inodes=${files + 2_000} tmpfs "${disk}" || exit 90
    cp -a "${folders.data}" "${disk}/data" && cd "${disk}" || exit 91
    ${night} 2>&1; code=$?
    cp -a "${disk}/data" "${left}/" || exit 92
    exit $code`
  // The test runner has a BASE_URL of its own, which is no address.
  const env = { PATH: process.env.PATH }
  try {
    const text = execFileSync('unshare', ['-rm', 'sh', '-c', script], { encoding: 'utf8', stdio: 'pipe', env })
    return { code: 0, text }
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string }
    return { code: status, text: stdout }
  }
}

function canMount(): boolean {
  try {
    execFileSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', scratch()], { stdio: 'pipe' })
    return true
  } catch {
    console.warn('SKIPPED: runs on full disks: this machine does not allow mounting a disk.')
    return false
  }
}

describe.runIf(canMount())(`a disk that is full at ${ROOMS_KIB.length} points of a run`, () => {
  it('leaves the old version or the new one, names the full folder, and the next run completes', async () => {
    const { folders } = await publishedFolder()
    let full = 0
    for (const [lot, room] of ROOMS_KIB.entries()) {
      const old = servedVersion(folders)
      const before = await bakeVersion(folders.data)
      rewrite(folders.data, 'notices', (rows) => [...rows, anotherNotice(folders.data, lot)])
      const left = path.join(scratch(), 'left')
      mkdirSync(left)
      const { code, text } = nightOnDisk(folders, Math.round(room), left)
      expect(code, text).toBeLessThan(3)
      const after = { data: path.join(left, 'data'), out: path.join(left, 'data', 'baked') }
      await expectOldOrNew(after, { published: old, served: old })
      const served = servedVersion(after)
      if (code === 1) {
        full += 1
        expect(text).toMatch(/The disk is full: .*data/)
        expect([lot, served]).toEqual([lot, old])
        expect(before).toBe(old)
      } else expect(served).not.toBe(old)
      rmSync(folders.data, { recursive: true })
      cpSync(after.data, folders.data, { recursive: true })
      const next = await nightOn(folders, new Date())
      expect(next.reasons).toEqual([])
      await expectAgreement(folders)
    }
    expect(full).toBeGreaterThan(0)
  }, 300_000)
})
