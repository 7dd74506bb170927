import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { CORE, CORE_FILES, coreFunction, FUNCTION, OPENING } from './entry.ts'
import { firstResponse } from './first-response.ts'
import { LATE_FUNCTIONS } from './late-code.ts'
import { lateModules, type Part, partEntry } from './late-modules.ts'

/** The file that the platform loads for the function. */
export const ENTRY = 'fetch.mjs'

const SMALLEST = { params: { [constants.ZSTD_c_compressionLevel]: 19 } }

/** All modules without a part of their own. An ES module, so that dynamic imports get files of their own. */
const REST = 'rest.mjs'

/** Libraries that few requests need. */
const RARE: { [library: string]: string } = {
  'temporal-polyfill': 'temporal.cjs',
  '@sindresorhus/slugify': 'slugify.cjs',
}

/** Loaded when a model or an agent is first used. Much larger than the rest, so they share no module with it. */
const APART = { file: 'apart.mjs', modules: ['src/answers/model.ts', 'src/http/mcp/protocol.ts'] }

/**
 * Bundles the function into a folder. The modules of the first response are in one small file; all others are loaded
 * when they are first used.
 * @param root folder of the project
 * @param bake folder of a bake, for a trial that finds the modules of the first response
 */
export async function bundleFunction(root: string, folder: string, bake: string): Promise<void> {
  const trial = path.join(folder, 'trial')
  await bundleParts(root, trial, null)
  const { modules } = await firstResponse(trial, bake)
  rmSync(trial, { recursive: true })
  await bundleParts(root, folder, modules)
  writeFileSync(
    path.join(folder, CORE_FILES.code),
    zstdCompressSync((await firstResponse(folder, bake)).code, SMALLEST),
  )
  writeFileSync(path.join(folder, ENTRY), FUNCTION)
}

/** @param first the modules of the first response; null for a trial that has all in one file and lists those it evaluates */
async function bundleParts(root: string, folder: string, first: ReadonlySet<string> | null): Promise<void> {
  const core = { file: CORE, has: (module: string) => first === null || first.has(module) }
  const rest = { file: REST, has: () => true }
  const apart = { file: APART.file, has: (module: string) => APART.modules.includes(module) }
  const rare = Object.entries(RARE).map(([own, file]) => ({ file, has: (module: string) => module === own }))
  const parts = [apart, ...rare, core, rest]
  const keys = new Map<Part, Set<string>>(parts.map((part) => [part, new Set()]))
  const needs = (part: Part, key: string): void => void keys.get(part)?.add(key)
  for (const module of first ?? [OPENING]) needs(core, module)
  const bundle = async (own: Part, plugins: Plugin[]): Promise<void> => {
    const isModule = own.file.endsWith('.mjs')
    const { warnings } = await build({
      ...COMMON(root),
      ...(isModule ? AS_MODULE : AS_COMMONJS),
      absWorkingDir: root,
      outdir: folder,
      entryPoints: [{ in: own.file, out: path.parse(own.file).name }],
      plugins: [createEntry(root, own, partEntry(keys.get(own) ?? [])), ...plugins, oneLanguage],
    })
    if (warnings.length > 0) throw new Error(`The function cannot be bundled: ${warnings[0]?.text}`)
  }
  for (const own of first === null ? [core] : [core, rest, ...rare]) {
    await bundle(own, [lateModules({ root, own, parts, needs, isTraced: first === null })])
  }
  if (first !== null) await bundle(apart, [apartZod, noGateway])
  const text = readFileSync(path.join(folder, CORE), 'utf8')
  writeFileSync(path.join(folder, CORE_FILES.text), zstdCompressSync(coreFunction(text), SMALLEST))
  // Found by its name and never run.
  writeFileSync(path.join(folder, CORE), '')
}

const COMMON = (root: string): BuildOptions => ({
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  logLevel: 'warning',
  alias: {
    // The package has binaries for eight platforms; the function needs only its own.
    'better-sqlite3': 'better-sqlite3/linux-x64',
    // Only this part of the package is used; importing all would also initialize the rest.
    '@vercel/functions': path.join(root, 'node_modules/@vercel/functions/wait-until.js'),
    // Its small validator of schemas, for browsers. The service declares none of the schemas that it would check.
    '@modelcontextprotocol/server/_shims': path.join(
      root,
      'node_modules/@modelcontextprotocol/server/dist/shimsBrowser.mjs',
    ),
  },
  loader: { '.node': 'copy' },
  assetNames: '[name]',
})

const AS_COMMONJS = {
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  banner: { js: `${LATE_FUNCTIONS}const MODULE_URL = require('node:url').pathToFileURL(__filename).href;` },
} as const satisfies BuildOptions

const AS_MODULE = {
  format: 'esm',
  splitting: true,
  outExtension: { '.js': '.mjs' },
  banner: {
    js: `import { createRequire } from 'node:module'${LATE_FUNCTIONS}const MODULE_URL = import.meta.url, importPart = (part) => import(part), require = createRequire(MODULE_URL);`,
  },
} as const satisfies BuildOptions

/** The entry of a part: a table of the modules that others need from it. */
const createEntry = (root: string, { file }: Part, contents: string): Plugin => ({
  name: 'entry',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /.*/ }, ({ kind }) => (kind === 'entry-point' ? { path: file, namespace: 'part' } : undefined))
    onLoad({ filter: /.*/, namespace: 'part' }, () => ({ contents, resolveDir: root }))
  },
})

/** Lets the parts that stand apart use the same parts of zod as the others. */
const apartZod: Plugin = {
  name: 'apart-zod',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^zod$/ }, ({ importer }) =>
      /\/node_modules\/|\/used-zod\.ts$/.test(importer) ? undefined : { path: 'zod', namespace: 'apart-zod' },
    )
    onLoad({ filter: /.*/, namespace: 'apart-zod' }, () => ({
      contents: "export * as z from './late-zod.ts'",
      resolveDir: import.meta.dirname,
    }))
  },
}

/** The service calls its model directly, so the default provider of the library is left out. */
const noGateway: Plugin = {
  name: 'no-gateway',
  setup({ onLoad }) {
    onLoad({ filter: /\/@ai-sdk\/gateway\/dist\/index\.m?js$/ }, () => ({
      contents: `
        class GatewayError { static isInstance() { return false } }
        const gateway = null
        export { GatewayError, GatewayError as GatewayAuthenticationError, gateway, gateway as createGateway }`,
    }))
  },
}

/** zod's messages in fifty languages are larger than zod itself. The service only needs English. */
const oneLanguage: Plugin = {
  name: 'one-language',
  setup({ onLoad }) {
    onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: `export { default as en } from './en.js'`,
    }))
  },
}
