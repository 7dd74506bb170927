import { hash } from 'node:crypto'
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { readDigest } from '../src/operations/build.ts'

const ROOT = path.join(import.meta.dirname, '..')
const CACHE = path.join(ROOT, 'node_modules', '.cache', 'tests')
const COPY = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true } as const

/**
 * Fills an empty folder with what is built from some files, or with the build of an earlier run if they are the same
 * and Node is. One build of each name is kept. A build must not contain its own path.
 * @param parts paths below the project; a missing one counts as empty
 * @param also what else the build depends on, such as the day
 */
export async function keptBuild(
  folder: string,
  { name, parts, also = '' }: { name: string; parts: readonly string[]; also?: string },
  build: () => Promise<void>,
): Promise<void> {
  const inputs = [readDigest(ROOT, [...parts, 'package-lock.json']), JSON.stringify(process.versions), also]
  const kept = path.join(CACHE, name, hash('sha256', inputs.join('\n')))
  if (existsSync(kept)) return cpSync(kept, folder, COPY)
  await build()
  rmSync(path.join(CACHE, name), { recursive: true, force: true })
  const draft = `${kept}.${process.pid}`
  cpSync(folder, draft, COPY)
  renameSync(draft, kept)
}
