import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build, type Plugin } from 'esbuild'

/** The file that the platform loads for the function. */
export const ENTRY = 'fetch.mjs'

/**
 * Loaded when a model or an agent is first used. Much larger than the rest, so they share no library with it.
 */
const APART = [
  { file: path.join('src', 'answers', 'model.ts'), bundle: 'model.mjs' },
  { file: path.join('src', 'http', 'mcp', 'protocol.ts'), bundle: 'protocol.mjs' },
]

/**
 * Bundles the function into a folder. A few files start faster than many; code that is loaded later has its own files.
 * @param root folder of the project
 */
export async function bundleFunction(root: string, folder: string): Promise<void> {
  await bundle(root, folder, { [path.parse(ENTRY).name]: path.join(root, 'src', 'fetch.ts') }, [apart(root)])
  for (const { file, bundle: own } of APART) {
    await bundle(root, folder, { [path.parse(own).name]: path.join(root, file) }, [])
  }
  for (const [library, { bundle: file }] of Object.entries(LATE)) {
    const entryPoints = { [path.parse(file).name]: library }
    await build({
      ...SMALL,
      absWorkingDir: root,
      entryPoints,
      outdir: folder,
      outExtension: { '.js': '.cjs' },
      format: 'cjs',
    })
  }
}

const SMALL = { bundle: true, minify: true, platform: 'node', target: 'node24', logLevel: 'warning' } as const

async function bundle(root: string, outdir: string, entryPoints: { [name: string]: string }, plugins: Plugin[]) {
  const { warnings } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    ...SMALL,
    splitting: true,
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    alias: {
      // The package has binaries for eight platforms; the function needs only its own.
      'better-sqlite3': 'better-sqlite3/linux-x64',
      // Only this part of the package is used; importing all would also initialize the rest.
      '@vercel/functions': path.join(root, 'node_modules', '@vercel', 'functions', 'wait-until.js'),
    },
    loader: { '.node': 'copy' },
    assetNames: '[name]',
    banner: { js: "import { createRequire } from 'node:module';const require=createRequire(import.meta.url);" },
    plugins: [...plugins, lateSchemas, oneLanguage, late],
  })
  // For example a name missing in late-zod.ts, which would be undefined.
  if (warnings.length > 0) throw new Error(`The function cannot be bundled: ${warnings[0]?.text}`)
}

const apart = (root: string): Plugin => ({
  name: 'apart',
  setup({ onResolve }) {
    onResolve({ filter: /\/(?:model|protocol)\.ts$/ }, ({ path: requested, resolveDir }) => {
      const found = APART.find(({ file }) => path.join(resolveDir, requested) === path.join(root, file))
      return found && { path: `./${found.bundle}`, external: true }
    })
  },
})

const ZOD = path.join(import.meta.dirname, 'late-zod.ts')

/**
 * Creates schemas on first use. Importing zod as a namespace lets the bundler drop unused parts, which `import { z }` does
 * not.
 */
const lateSchemas: Plugin = {
  name: 'late-schemas',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8').replace("import { z } from 'zod'", `import * as z from '${ZOD}'`),
      loader: 'ts',
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

/** Libraries that few requests need, each in its own file that is loaded on first use. */
const LATE: { [library: string]: { bundle: string; contents: string } } = {
  'temporal-polyfill': {
    bundle: 'temporal.cjs',
    contents: `
      let loaded
      const get = (_, name) => (loaded ??= require('./temporal.cjs').Temporal)[name]
      export const Temporal = new Proxy({}, { get })`,
  },
  '@sindresorhus/slugify': {
    bundle: 'slugify.cjs',
    contents: `
      let loaded
      export default (...given) => (loaded ??= require('./slugify.cjs').default)(...given)`,
  },
}

const late: Plugin = {
  name: 'late',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^(?:${Object.keys(LATE).join('|')})$`) }, ({ path: library, kind }) =>
      kind === 'import-statement' ? { path: library, namespace: 'late' } : undefined,
    )
    onResolve({ filter: /\.cjs$/, namespace: 'late' }, ({ path: bundle }) => ({ path: bundle, external: true }))
    onLoad({ filter: /.*/, namespace: 'late' }, ({ path: library }) => ({ contents: LATE[library]?.contents ?? '' }))
  },
}
