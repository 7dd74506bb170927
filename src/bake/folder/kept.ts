import { cpSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import * as z from 'zod'
import { hashFile, replaceFile } from '../../files/files.ts'
import { orNull } from '../../rules/once.ts'
import { type Instant, toIso } from '../../rules/time/moments.ts'
import { timestamp } from '../../schema/fields.ts'
import { getSnapshotPath } from '../snapshot/snapshot-list.ts'
import { FORMAT } from '../tables/format.ts'
import { MANIFEST_FILE, Manifest, readJson, readManifest } from './manifest.ts'

/** Number of bakes kept in a folder, including the live one. */
export const KEPT_MAX = 3

/** The manifest of a kept bake, beside its database. */
const KEPT = /^manifest-([0-9a-f]{16})\.json$/
const getKeptName = (version: string): string => `manifest-${version}.json`

/** Which bake was restored by a rollback; beside the manifest until another bake is put in place. */
const ROLLBACK_FILE = 'rollback.json'
const Rollback = z.strictObject({ version: z.string(), from: z.string(), at: timestamp })
export type Rollback = z.infer<typeof Rollback>

/** The bake cannot be restored. The message says why and what to do. */
export class RollbackRefused extends Error {
  override name = 'RollbackRefused'
}

/** The bakes of a folder that can be served: the live one, then the others, the most recently replaced first. */
export function readKeptBakes(out: string): Manifest[] {
  if (!existsSync(out)) return []
  const live = readManifest(out)
  const replaced = readdirSync(out)
    .filter((name) => KEPT.test(name))
    .map((name) => path.join(out, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
    .map((file) => readJson(Manifest, file))
    .filter((manifest) => manifest?.datasetVersion !== live?.datasetVersion)
  return [live, ...replaced].filter(
    (manifest) => manifest && existsSync(path.join(out, manifest.database)),
  ) as Manifest[]
}

/**
 * Keeps the bake that was just replaced, ends a rollback, and removes all but the last three bakes.
 * @returns the bakes whose files are kept
 */
export function keep(out: string, live: Manifest, before: Manifest | null): Manifest[] {
  if (before && before.datasetVersion !== live.datasetVersion) {
    write(out, getKeptName(before.datasetVersion), before)
    rmSync(path.join(out, ROLLBACK_FILE), { force: true })
  }
  const kept = readKeptBakes(out).slice(0, KEPT_MAX)
  const names = kept.map(({ datasetVersion }) => getKeptName(datasetVersion)).slice(1)
  for (const name of readdirSync(out)) if (KEPT.test(name) && !names.includes(name)) rmSync(path.join(out, name))
  // A server may be reading the previous bake, even if it is of the same publication.
  return before ? [...kept, before] : kept
}

/**
 * Replaces the live bake with a kept one, which stays until the next bake; a running server picks it up within seconds.
 * @param version the version, or an unambiguous prefix
 * @throws RollbackRefused
 */
export function rollBack(out: string, version: string, now: Instant): Rollback {
  const live = readManifest(out)
  const kept = readKeptBakes(out)
  const matching = kept.filter(({ datasetVersion }) => version !== '' && datasetVersion.startsWith(version))
  const [chosen] = matching
  const list = kept.map(({ datasetVersion }) => datasetVersion).join(', ') || 'none'
  if (!chosen) throw new RollbackRefused(`No kept bake has the version ${version}. Available: ${list}.`)
  if (matching.length > 1) throw new RollbackRefused(`Several kept bakes start with ${version}: use a longer prefix.`)
  if (chosen.datasetVersion === live?.datasetVersion) {
    throw new RollbackRefused(`${chosen.datasetVersion} is already the live bake. Available: ${list}.`)
  }
  assertServable(out, chosen)
  const from = readRollback(out)?.from ?? live?.datasetVersion ?? 'nothing'
  const rollback: Rollback = { version: chosen.datasetVersion, from, at: toIso(now) }
  if (live) write(out, getKeptName(live.datasetVersion), live)
  write(out, ROLLBACK_FILE, rollback)
  write(out, MANIFEST_FILE, chosen)
  // The original bake is live again, so there is no rollback.
  if (from === chosen.datasetVersion) rmSync(path.join(out, ROLLBACK_FILE))
  return rollback
}

/** The active rollback of a folder; null if the live bake was put in place normally. */
export function readRollback(out: string): Rollback | null {
  const rollback = readJson(Rollback, path.join(out, ROLLBACK_FILE))
  const live = readManifest(out)
  return rollback && rollback.version === live?.datasetVersion ? rollback : null
}

function assertServable(out: string, { database, sha256, datasetVersion, snapshot }: Manifest): void {
  const file = path.join(out, database)
  if (hashFile(file) !== sha256) {
    throw new RollbackRefused(`The database of ${datasetVersion} is damaged: its SHA-256 does not match the manifest.`)
  }
  const db = new Database(file, { readonly: true, fileMustExist: true })
  const format = db.pragma('user_version', { simple: true })
  db.close()
  if (format !== FORMAT) {
    throw new RollbackRefused(
      `${datasetVersion} has format ${format}, but this release reads ${FORMAT}: run the release that baked it.`,
    )
  }
  for (const each of snapshot) {
    const copy = path.join(out, getSnapshotPath(each))
    if (!existsSync(copy) || hashFile(copy) !== each.sha256)
      throw new RollbackRefused(`The snapshot files of ${datasetVersion} are missing or damaged.`)
  }
}

const write = (out: string, name: string, content: object): void =>
  replaceFile(path.join(out, name), `${JSON.stringify(content, null, 2)}\n`)

/** Whether a process is running. */
export const isRunning = (pid: number): boolean => pid > 0 && orNull(() => process.kill(pid, 0)) === true

/**
 * The built sites of a bake folder: `site-VERSION-MILLISECONDS`, with the version of the dataset that the pages show
 * and the time they were built for. A site is renamed into place before the manifest names its version, so pages and
 * API change at the same time.
 */
const SITE = /^site-([0-9a-f]{16})-(\d{13})$/

/** Where a candidate's site waits to be put in place. */
export const getStagedSite = (candidate: string): string => path.join(candidate, 'site')

/** The sites of a bake folder, oldest first. */
export function readSites(out: string): { folder: string; version: string; builtAt: number }[] {
  if (!existsSync(out)) return []
  return readdirSync(out)
    .flatMap((name) => {
      const [, version, builtAt] = SITE.exec(name) ?? []
      return version ? [{ folder: path.join(out, name), version, builtAt: Number(builtAt) }] : []
    })
    .sort((a, b) => a.builtAt - b.builtAt)
}

/**
 * Adds a site to a bake folder: a new one, or, if none was built, a copy of the last one under the new version, so a
 * site survives a run in which it could not be built.
 */
export function placeSite(built: string, out: string, version: string): void {
  const sites = readSites(out)
  const last = sites.at(-1)
  const isNew = existsSync(built)
  if (!isNew && (!last || sites.some((site) => site.version === version))) return
  if (!isNew && last) cpSync(last.folder, built, { recursive: true })
  const builtAt = isNew ? Math.trunc(statSync(built).mtimeMs) : last?.builtAt
  renameSync(built, path.join(out, `site-${version}-${builtAt}`))
}

/**
 * Removes all sites but the last two, whose pages a reader may still have open, and the last one of each version that
 * can be restored.
 */
export function removeOldSites(out: string): void {
  const sites = readSites(out)
  const kept = readKeptBakes(out).map(({ datasetVersion }) =>
    sites.findLast(({ version }) => version === datasetVersion),
  )
  for (const site of sites.slice(0, -2)) {
    if (!kept.includes(site)) rmSync(site.folder, { recursive: true, force: true })
  }
}
