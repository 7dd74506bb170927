import path from 'node:path'
import { build, type Plugin } from 'esbuild'

/** The file that the platform loads for the function. */
export const ENTRY = 'fetch.mjs'

/**
 * Bundles the function into a folder. What only some requests need is imported dynamically, and so in files of its own.
 * @param root folder of the project
 */
export async function bundleFunction(root: string, folder: string): Promise<void> {
  const resolveLibrary = (file: string): string => path.join(root, 'node_modules', file)
  const { warnings } = await build({
    absWorkingDir: root,
    entryPoints: [path.join('src', 'fetch.ts')],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    platform: 'node',
    target: 'node24',
    outExtension: { '.js': '.mjs' },
    // Libraries in CommonJS require the modules of Node.
    banner: { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" },
    alias: {
      '@ai-sdk/gateway': path.join(root, 'src', 'platform', 'no-gateway.ts'),
      // The package has binaries for eight platforms; the function needs only its own.
      'better-sqlite3': 'better-sqlite3/linux-x64',
      // Only this part of the package is used; importing all would also initialize the rest.
      '@vercel/functions': resolveLibrary('@vercel/functions/wait-until.js'),
      // Its small validator of schemas, for browsers. The service declares none of the schemas that it would check.
      '@modelcontextprotocol/server/_shims': resolveLibrary('@modelcontextprotocol/server/dist/shimsBrowser.mjs'),
    },
    loader: { '.node': 'copy' },
    assetNames: '[name]',
    plugins: [english],
    logLevel: 'warning',
  })
  if (warnings.length > 0) throw new Error(`The function cannot be bundled: ${warnings[0]?.text}`)
}

/** Resolves zod's messages in fifty languages, which are larger than zod itself, to those in English. */
const english: Plugin = {
  name: 'english',
  setup({ onResolve }) {
    onResolve({ filter: /\/locales\/index\.js$/ }, ({ resolveDir }) =>
      resolveDir.includes(`${path.sep}zod${path.sep}`)
        ? { path: path.join(resolveDir, '..', 'locales', 'en.js') }
        : undefined,
    )
  },
}
