import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { isRunning } from '../src/bake/folder/kept.ts'
import { installedClient } from './client/package/example.ts'
import { needs } from './order.ts'
import { builtProject } from './site/built.ts'

const MEMORY = '/dev/shm'
const MEMORY_NEEDED_BYTES = 4 * 1024 ** 3
const NAME = /^rural-health-tests-(\d+)-/
/** Compiled modules of this and earlier runs. Those of projects that tests copy are in it too, so it grows. */
const COMPILED = path.join(import.meta.dirname, '..', 'node_modules', '.cache', 'tests', 'compiled')
const COMPILED_MAX_FILES = 12_000

/**
 * Gives the run a separate folder for everything temporary, in memory if there is enough of it, and removes it after
 * the last test. Workers, and the commands that tests start, keep their compiled modules for each other and for later runs.
 * What takes long to create is started at once if the run needs it; the tests that need it get the error, if any.
 */
export default function setup({ vitest }: TestProject): () => Promise<void> {
  const folder = newFolder()
  process.env.TMPDIR = folder
  removeIfLarge(COMPILED)
  process.env.NODE_COMPILE_CACHE = COMPILED
  const files = vitest.state.getPaths()
  const settled = Promise.allSettled([
    files.some((file) => needs('project', file)) && builtProject(),
    files.some((file) => needs('client', file)) && installedClient(),
  ])
  return async () => {
    await settled
    rmSync(folder, { recursive: true, force: true })
  }
}

function removeIfLarge(folder: string): void {
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true }) : []
  if (files.length > COMPILED_MAX_FILES) rmSync(folder, { recursive: true, force: true })
}

function newFolder(): string {
  const parents = process.env.TMPDIR ? [tmpdir()] : [MEMORY, tmpdir()]
  for (const parent of parents) {
    try {
      removeOld(parent)
      const folder = mkdtempSync(path.join(parent, `rural-health-tests-${process.pid}-`))
      if (parent !== MEMORY || isRoomy(folder)) return folder
      rmSync(folder, { recursive: true })
    } catch {
      // Not every machine has such a folder, or lets this user write there.
    }
  }
  throw new Error(`No folder can be made in ${tmpdir()}.`)
}

/** Left behind by runs that were killed. */
function removeOld(parent: string): void {
  for (const name of readdirSync(parent)) {
    const run = NAME.exec(name)?.[1]
    if (!run || isRunning(Number(run))) continue
    const folder = path.join(parent, name)
    if (statSync(folder).uid === process.getuid?.()) rmSync(folder, { recursive: true, force: true })
  }
}

/** Whether a folder in memory has space for a run and allows executing programs. */
function isRoomy(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < MEMORY_NEEDED_BYTES) return false
  const program = path.join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  execFileSync(program)
  return true
}
