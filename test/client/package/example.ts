import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { keptBuild } from '../../kept-build.ts'
import { madeOnce } from '../../made-once.ts'

const ROOT = path.join(import.meta.dirname, '..', '..', '..')
const PACKAGE = path.join(ROOT, 'packages', 'client')
// Dependencies also come from this machine, so no network is needed.
const PACKED = [
  PACKAGE,
  ...['openapi-fetch', 'openapi-typescript-helpers'].map((name) => path.join(ROOT, 'node_modules', name)),
]
const INPUTS = [
  ...['src', 'scripts', 'package.json', 'tsconfig.json', 'README.md', 'LICENSE'].map(
    (part) => `packages/client/${part}`,
  ),
  'test/client/package/example.ts',
]
const CLIENT_TARBALL = /^rural-health-program-client-.+\.tgz$/

/** Builds and packs the client, and installs the package into a new project as anyone would. Returns the folder and the package. */
export async function installedClient() {
  const folder = await madeOnce('client-package', (made) =>
    keptBuild(made, { name: 'client-package', parts: INPUTS }, () => installIn(made)),
  )
  const tarball = readdirSync(folder).find((name) => CLIENT_TARBALL.test(name))
  return { example: path.join(folder, 'example'), tarball: path.join(folder, tarball ?? '') }
}

async function installIn(folder: string): Promise<void> {
  const example = path.join(folder, 'example')
  mkdirSync(example)
  const run = (command: string, args: string[], cwd: string) => promisify(execFile)(command, args, { cwd })

  await run(process.execPath, ['scripts/build.ts'], PACKAGE)
  const pack = ['pack', '--loglevel=error', '--ignore-scripts', '--json', '--pack-destination', folder, ...PACKED]
  const { stdout } = await run('npm', pack, ROOT)
  const tarballs = JSON.parse(stdout).map(({ filename }: { filename: string }) => path.join(folder, filename))
  writeFileSync(path.join(example, 'package.json'), '{ "name": "example", "private": true, "type": "module" }')
  await run('npm', ['install', '--loglevel=error', '--offline', '--no-audit', '--no-fund', ...tarballs], example)
}
