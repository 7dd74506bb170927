import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/** Where Debian keeps the programs of PostgreSQL that are not on the PATH. */
const postgresFolders = (): string[] => {
  const root = '/usr/lib/postgresql'
  return existsSync(root) ? readdirSync(root).map((version) => path.join(root, version, 'bin')) : []
}

/** The file of a program that is installed; null when it is not. */
export function found(program: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', ...postgresFolders()]
  return folders.map((folder) => path.join(folder, program)).find((file) => existsSync(file)) ?? null
}

/** What contenders need of npm. They are installed in a folder for temporary files, never in the project. */
export const PACKAGES = { 'json-server': '0.17.4', pg: '8.23.1' } as const
export const PACKAGES_FOLDER = path.join(tmpdir(), 'rural-health-bench-packages')

/** Installs a package for the contenders, if it is not there. Returns its folder; null when it cannot be had. */
export async function installed(name: keyof typeof PACKAGES): Promise<string | null> {
  const folder = path.join(PACKAGES_FOLDER, 'node_modules', name)
  const file = path.join(folder, 'package.json')
  if (existsSync(file) && createRequire(import.meta.url)(file).version === PACKAGES[name]) return folder
  mkdirSync(PACKAGES_FOLDER, { recursive: true })
  const wanted = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`)
  try {
    await promisify(execFile)(
      'npm',
      ['install', '--prefix', PACKAGES_FOLDER, '--no-audit', '--no-fund', '--ignore-scripts', ...wanted],
      { timeout: 120_000 },
    )
    return existsSync(file) ? folder : null
  } catch {
    return null
  }
}

/** Keeps servers and load apart, each on a core of its own; empty where that cannot be. */
export function pins(): { server: string[]; load: string[] } {
  const taskset = found('taskset')
  if (!taskset || availableParallelism() < 2) return { server: [], load: [] }
  return { server: [taskset, '-c', '0'], load: [taskset, '-c', '1'] }
}
