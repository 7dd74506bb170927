import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { installedClient } from './client/package/example.ts'
import { needs } from './order.ts'
import { builtProject } from './site/built.ts'

/**
 * Gives the run a folder of its own for everything temporary, and removes it after the last test. Commands that the
 * tests start keep their compiled modules there, so that each module is compiled once a run. What takes long to make is
 * begun at once when the run needs it, so that no test file waits for it; those that need it get the error, if any.
 */
export default function setup({ vitest }: TestProject): () => Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rural-health-tests-'))
  process.env.TMPDIR = folder
  process.env.NODE_COMPILE_CACHE = path.join(folder, 'compiled')
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
