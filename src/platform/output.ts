import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { bakeFiles, FRESHNESS_FILE, MANIFEST_FILE, readManifest } from '../bake/folder/manifest.ts'
import { downloadPath, getSnapshotPath, SNAPSHOT, SNAPSHOT_TYPES } from '../bake/snapshot/snapshot-list.ts'
import { hashFile } from '../files/files.ts'
import { FILE_TYPES, FRAME_FILE, RECORD_PATH, TEXTS_FILE } from '../views/addresses.ts'
import { bundleFunction, ENTRY } from './bundle.ts'

/** The folders of the project, of the built pages (null for none), and of the bake to include in the function. */
type Folders = { root: string; site: string | null; bake: string }

/** The path of the bake, relative to the function's folder. */
const DATASET = path.join('data', 'baked')

/** The path of the page frame, relative to the function's folder. */
const SITE = path.join('dist', 'client')

/** The folder of the function. Its name is its path, to which the routing table sends all API paths. */
const FUNCTION = path.join('functions', 'api.func')

/** The paths of snapshot files with an extension. */
const downloads = (extension: string): string => `^${downloadPath(`[a-z]+\\.${extension}`)}$`

/**
 * The platform's routing table. `/api`, `/common-grants` and `/mcp` go to the function before any file lookup. Record pages
 * are rendered by the function if no file has the path. Other unknown paths get the site's 404 page.
 */
const ROUTES = [
  { src: '^/_astro/(.*)$', headers: { 'Cache-Control': 'public, max-age=31536000, immutable' }, continue: true },
  ...Object.entries(FILE_TYPES).map(([ending, type]) => ({
    src: `^/.*\\${ending}$`,
    headers: { 'Content-Type': type },
    continue: true,
  })),
  {
    src: downloads('.+'),
    headers: {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'Accept-Ranges,Content-Range,ETag',
    },
    continue: true,
  },
  ...Object.entries({ ...SNAPSHOT_TYPES, '.+\\.gz': 'application/gzip' }).map(([extension, type]) => ({
    src: downloads(extension),
    headers: { 'Content-Type': type },
    continue: true,
  })),
  { src: '^/(?:(?:api|common-grants)(?:/.*)?|mcp)$', dest: '/api' },
  { handle: 'filesystem' },
  { src: RECORD_PATH.source, dest: '/api' },
  { src: '^/.*$', dest: '/404.html', status: 404 },
]

/** Writes the platform's Build Output to `.vercel/output`: pages as files, the API as one function. */
async function layOut(folders: Folders & { site: string }): Promise<void> {
  const output = path.join(folders.root, '.vercel', 'output')
  rmSync(output, { recursive: true, force: true })
  cpSync(folders.site, path.join(output, 'static'), { recursive: true })
  await layOutFunction(folders, path.join(output, FUNCTION))
  const bake = path.join(output, FUNCTION, DATASET)
  moveSnapshot(bake, path.join(output, 'static'))
  write(path.join(output, 'config.json'), { version: 3, routes: ROUTES })
}

/** Writes the function to a folder. Without a site it renders no pages. */
export async function layOutFunction({ root, site, bake }: Folders, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  copyBake(bake, path.join(folder, DATASET))
  copyReports(path.dirname(bake), path.join(folder, path.dirname(DATASET)))
  if (site !== null) {
    for (const file of [FRAME_FILE, TEXTS_FILE]) cpSync(path.join(site, file), path.join(folder, SITE, file))
  }
  await bundleFunction(root, folder)
  write(path.join(folder, '.vc-config.json'), {
    runtime: 'nodejs24.x',
    handler: ENTRY,
    launcherType: 'Nodejs',
    maxDuration: 10,
    supportsResponseStreaming: true,
  })
  write(path.join(folder, 'package.json'), { type: 'module' })
}

/** Makes the snapshot files of a bake static files of the site. */
function moveSnapshot(bake: string, site: string): void {
  for (const file of readManifest(bake)?.snapshot ?? []) {
    const target = path.join(site, downloadPath(file.name))
    mkdirSync(path.dirname(target), { recursive: true })
    renameSync(path.join(bake, getSnapshotPath(file)), target)
  }
  rmSync(path.join(bake, SNAPSHOT), { recursive: true })
}

/** Copies the current bake without older ones. */
function copyBake(bake: string, target: string): void {
  const manifest = readManifest(bake)
  if (!manifest) throw new Error(`There is no bake in ${bake}. Run "npm run bake".`)
  const { database, sha256 } = manifest
  for (const file of [MANIFEST_FILE, FRESHNESS_FILE, ...bakeFiles(manifest)]) {
    if (existsSync(path.join(bake, file))) cpSync(path.join(bake, file), path.join(target, file))
  }
  if (hashFile(path.join(target, database)) !== sha256) {
    throw new Error(`The database ${database} in ${bake} is damaged. Run "npm run bake".`)
  }
}

/** Copies the reports of the last night, which the operator reads, from a dataset folder. */
function copyReports(data: string, target: string): void {
  const reports = path.join('history', 'reports')
  const folder = path.join(data, reports)
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^\d/.test(name)) : []
  const last = names.sort().at(-1)?.slice(0, 'YYYY-MM-DD'.length)
  for (const name of names.filter((other) => last && other.startsWith(last)))
    cpSync(path.join(folder, name), path.join(target, reports, name))
}

const write = (file: string, content: object): void => writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)

/** Puts the pages into `client` of the output folder and, where VERCEL is set, writes that platform's Build Output. */
export function serverless({ VERCEL, DATASET_PATH }: NodeJS.ProcessEnv): AstroIntegration {
  let root = '.'
  return {
    name: 'serverless',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        root = fileURLToPath(config.root)
        updateConfig({ outDir: new URL('client/', config.outDir) })
      },
      'astro:build:done': async ({ dir }) => {
        if (!VERCEL) return
        const bake = path.resolve(root, DATASET_PATH || path.join('data', 'baked'))
        await layOut({ root, site: fileURLToPath(dir), bake })
      },
    },
  }
}
