import { execFile } from 'node:child_process'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { getStagedSite, placeSite, removeOldSites } from '../bake/folder/kept.ts'
import { readManifest, renewFreshness } from '../bake/folder/manifest.ts'
import { getCandidateFolder } from '../bake/release.ts'
import { formatReason } from '../ingest/net/exchange.ts'
import type { Freshness } from '../schema/history.ts'
import type { RunOptions } from './report.ts'

/** Builds the site of the candidate, to be published with it. Returns the error if it could not be built. */
export async function buildSite(options: RunOptions, freshness: Freshness): Promise<string | null> {
  if (!options.buildSite) return null
  const folder = getCandidateFolder(options.out)
  renewFreshness(folder, freshness)
  return buildSiteFor(options, folder, getStagedSite(folder))
}

/** Rebuilds the site of the live bake, so its deadlines and freshness are current. */
export async function rebuildSite(options: RunOptions): Promise<string | null> {
  const { out } = options
  const version = readManifest(out)?.datasetVersion
  if (!options.buildSite || !version) return null
  const folder = getCandidateFolder(out)
  mkdirSync(folder, { recursive: true })
  const error = await buildSiteFor(options, out, getStagedSite(folder))
  if (error === null) {
    placeSite(getStagedSite(folder), out, version)
    removeOldSites(out)
  }
  return error
}

async function buildSiteFor({ buildSite: build, progress }: RunOptions, bake: string, target: string) {
  progress('build the site', 0)
  try {
    await build?.(bake, target)
    return null
  } catch (error) {
    rmSync(target, { recursive: true, force: true })
    return formatReason(error)
  }
}

const run = promisify(execFile)
const PROJECT = path.join(import.meta.dirname, '..', '..')

/**
 * Builds the project's site.
 * @param environment variables for the build besides the location of the bake, such as BASE_URL
 * @returns a function that builds it for a bake folder and throws an Error with the end of the build's output
 */
export const createAstroBuild =
  (environment: NodeJS.ProcessEnv) =>
  async (bake: string, target: string): Promise<void> => {
    const draft = `${path.resolve(target)}-draft`
    const astro = path.join(PROJECT, 'node_modules', 'astro', 'bin', 'astro.mjs')
    const env = { ...environment, DATASET_PATH: path.resolve(bake), ASTRO_TELEMETRY_DISABLED: '1' }
    try {
      await run(process.execPath, [astro, 'build', '--outDir', draft], { cwd: PROJECT, env, timeout: 15 * 60_000 })
    } catch (error) {
      rmSync(draft, { recursive: true, force: true })
      const { stderr = '', stdout = '' } = error as { stderr?: string; stdout?: string }
      throw new Error((stderr.trim() || stdout.trim() || formatReason(error)).slice(-500))
    }
    renameSync(path.join(draft, 'client'), target)
    rmSync(draft, { recursive: true, force: true })
  }
