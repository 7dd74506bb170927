import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'

const ROOT = path.join(import.meta.dirname, '..', '..', '..')
const PACKAGE = path.join(ROOT, 'packages', 'client')
// What the package depends on comes from this machine too, so that no network is needed.
const PACKED = [
  PACKAGE,
  ...['openapi-fetch', 'openapi-typescript-helpers'].map((name) => path.join(ROOT, 'node_modules', name)),
]

declare module 'vitest' {
  export interface ProvidedContext {
    /** A project that has installed the packed client. */
    example: string
    /** The packed client. */
    tarball: string
  }
}

/** Builds and packs the client, and installs the package into an example project as anyone would. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'rural-health-client-'))
  const example = path.join(folder, 'example')
  mkdirSync(example)
  const run = (command: string, args: string[], cwd: string) => execFileSync(command, args, { cwd, encoding: 'utf8' })

  run(process.execPath, ['scripts/build.ts'], PACKAGE)
  const pack = ['pack', '--loglevel=error', '--ignore-scripts', '--json', '--pack-destination', folder]
  const tarballs = PACKED.map((from) => path.join(folder, JSON.parse(run('npm', pack, from))[0].filename))
  writeFileSync(path.join(example, 'package.json'), '{ "name": "example", "private": true, "type": "module" }')
  run('npm', ['install', '--loglevel=error', '--offline', '--no-audit', '--no-fund', ...tarballs], example)

  project.provide('example', example)
  project.provide('tarball', tarballs[0] as string)
  return () => rmSync(folder, { recursive: true, force: true })
}
