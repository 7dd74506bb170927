import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { readJson } from '../bake/folder/manifest.ts'

/** What build steps need from their environment. */
export interface Surroundings {
  root: string
  env: Readonly<Record<string, string | undefined>>
  /** Milliseconds since 1970. */
  now: number
  /** Whether to rebuild everything, changed or not. */
  isForced: boolean
  /** Whether to show the tools' own output. */
  isVerbose: boolean
}

/** Runs a Node program of the project until it exits; stops it when this process stops. Resolves to its exit code and output. */
export async function runTool(args: readonly string[], { root, env, isVerbose }: Surroundings) {
  const child = spawn(process.execPath, [...args], {
    cwd: root,
    env: { ...env, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = { code: 1, out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    ended.out += chunk
    if (isVerbose) process.stderr.write(chunk)
  })
  child.stderr.on('data', (chunk) => {
    ended.err += chunk
    if (isVerbose) process.stderr.write(chunk)
  })
  const interrupt = (signal: NodeJS.Signals) => {
    child.kill(signal)
    process.exit(signal === 'SIGINT' ? 130 : 143)
  }
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  ended.code = await new Promise((resolve) => {
    child.on('error', () => resolve(1)).on('close', (code) => resolve(code ?? 1))
  })
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  return ended
}

// Reading larger files would slow down startup, so size and modification time represent them.
const READ_MAX = 16 * 1024 * 1024

/**
 * A digest of the paths and contents of files and folders.
 * @param parts paths below `root`; a missing one counts as empty
 * @param ignored path parts to leave out
 */
export function readDigest(root: string, parts: readonly string[], ignored: readonly string[] = []): string {
  const digest = createHash('sha256')
  for (const file of parts.flatMap((part) => readFileNames(root, part)).sort()) {
    if (ignored.some((part) => file.startsWith(part))) continue
    const place = path.join(root, file)
    const { size, mtimeMs } = statSync(place)
    digest.update(`\n${file}\n${size}\n`).update(size > READ_MAX ? String(mtimeMs) : readFileSync(place))
  }
  return digest.digest('hex')
}

function readFileNames(root: string, part: string): string[] {
  const place = path.join(root, part)
  if (!existsSync(place)) return []
  if (!statSync(place).isDirectory()) return [part]
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
}

/** Records what an output was built from, so that it is not rebuilt from the same inputs. */
const Stamp = z.object({ inputs: z.string(), made: z.string() })
type Stamp = z.infer<typeof Stamp>

const FILE = 'made-from.json'

/** The stamp in a folder; null when there is no readable one. */
export const readStamp = (folder: string): Stamp | null => readJson(Stamp, path.join(folder, FILE))

export const writeStamp = (folder: string, stamp: Stamp): void =>
  writeFileSync(path.join(folder, FILE), `${JSON.stringify(stamp)}\n`)
