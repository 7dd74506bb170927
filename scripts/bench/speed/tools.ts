import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/** Where Debian installs PostgreSQL programs that are not on the PATH. */
const listPostgresFolders = (): string[] => {
  const root = '/usr/lib/postgresql'
  return existsSync(root) ? readdirSync(root).map((version) => path.join(root, version, 'bin')) : []
}

/** The path of an installed program; null if it is not installed. */
export function findProgram(program: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', ...listPostgresFolders()]
  return folders.map((folder) => path.join(folder, program)).find((file) => existsSync(file)) ?? null
}

/** npm packages that contenders need. They are installed in a temporary folder, never in the project. */
export const PACKAGES = { 'json-server': '0.17.4', pg: '8.23.1' } as const
export const PACKAGES_FOLDER = path.join(tmpdir(), 'rural-health-bench-packages')

/** Installs a package for the contenders if needed. Returns its folder; null if it cannot be installed. */
export async function installPackage(name: keyof typeof PACKAGES): Promise<string | null> {
  const folder = path.join(PACKAGES_FOLDER, 'node_modules', name)
  const file = path.join(folder, 'package.json')
  if (existsSync(file) && createRequire(import.meta.url)(file).version === PACKAGES[name]) return folder
  mkdirSync(PACKAGES_FOLDER, { recursive: true })
  const packages = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`)
  try {
    await promisify(execFile)(
      'npm',
      ['install', '--prefix', PACKAGES_FOLDER, '--no-audit', '--no-fund', '--ignore-scripts', ...packages],
      { timeout: 120_000 },
    )
    return existsSync(file) ? folder : null
  } catch {
    return null
  }
}

/** Pins servers and load generator to a core each; empty where that is not supported. */
export function findPins(): { server: string[]; load: string[] } {
  const taskset = findProgram('taskset')
  if (!taskset || availableParallelism() < 2) return { server: [], load: [] }
  return { server: [taskset, '-c', '0'], load: [taskset, '-c', '1'] }
}
