import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { type Plugin, transform } from 'esbuild'
import { lateCode } from './late-code.ts'

/** A file of the function, with modules that are loaded together. */
export interface Part {
  file: string
  /** Whether it contains a module, given as its path in the project, or as the name of a library. */
  has: (module: string) => boolean
}

interface Bundled {
  /** Folder of the project. */
  root: string
  /** The part that is bundled. */
  own: Part
  /** All parts. Each module belongs to the first one that has it. */
  parts: readonly Part[]
  /** Called with each module that is needed from another part. */
  needs: (part: Part, key: string) => void
  /** Whether evaluated modules are listed in the global EVALUATED. */
  isTraced: boolean
}

/** The name of the global list of evaluated modules. */
export const EVALUATED = 'evaluatedModules'

/** Begins the key of a module that is loaded while other work continues. */
const ASYNCHRONOUS = 'asynchronous '

const PLATFORM = 'src/platform'
const ZOD = `${PLATFORM}/late-zod.ts`
/** Bundled as an ES module, so that unused parts of the library are left out. */
const USED_ZOD = `${PLATFORM}/used-zod.ts`

/** The entry of a part: a table of the modules that others need from it. */
export const partEntry = (keys: Iterable<string>): string =>
  `export const modules = {${[...keys].map((key) => `${JSON.stringify(key)}: () => ${loading(key)}`).join(',\n')}}`

const loading = (key: string): string =>
  key.startsWith(ASYNCHRONOUS) ? imported(getPath(key.slice(ASYNCHRONOUS.length))) : `require("${getPath(key)}")`

const getPath = (module: string): string => (module.startsWith('src/') ? `./${module}` : module)

/** A CommonJS module that is imported has its exports as its default. */
const imported = (module: string): string => `import("${module}").then((loaded) => loaded.default ?? loaded)`

/**
 * Evaluates each module of the service when one of its names is first used, instead of when it is imported, so that a
 * process only evaluates the modules that its requests need. Modules of other parts are loaded from their files.
 */
export function lateModules({ root, own, parts, needs, isTraced }: Bundled): Plugin {
  const elsewhere = (module: string): Part | null => {
    const part = parts.find(({ has }) => has(module))
    return part && part !== own ? part : null
  }
  const trace = (module: string): string => (isTraced ? `${EVALUATED}.push(${JSON.stringify(module)})` : 'null')

  return {
    name: 'late-modules',
    setup({ onLoad, onResolve, resolve }) {
      onResolve({ filter: /.*/ }, async ({ path: requested, resolveDir, namespace }) => {
        if (namespace === 'elsewhere') return { path: requested, external: true }
        if (namespace !== 'late' && namespace !== 'part') return undefined
        const key = requested.startsWith(ASYNCHRONOUS) ? ASYNCHRONOUS : ''
        const wanted = requested.slice(key.length)
        if (isBuiltin(wanted)) return { path: wanted, external: true }
        const module = findModule(root, wanted, resolveDir)
        const part = elsewhere(module)
        if (part) {
          needs(part, key + module)
          return { path: key + module, namespace: 'elsewhere', pluginData: part }
        }
        if (module === USED_ZOD) return { path: path.join(root, module) }
        // Not in the namespace of files: esbuild reads those of this package as ES modules.
        if (module.startsWith('src/')) return { path: module, namespace: 'late' }
        // The ES modules of a library are smaller than its CommonJS modules.
        return resolve(module, { kind: 'import-statement', resolveDir })
      })
      onLoad({ filter: /.*/, namespace: 'elsewhere' }, ({ path: key, pluginData: { file } }) => ({
        contents: key.startsWith(ASYNCHRONOUS)
          ? `module.exports = importPart("./${file}").then(({ modules }) => modules["${key}"]())`
          : `module.exports = require("./${file}").modules["${key}"]()`,
      }))
      onLoad({ filter: /.*/, namespace: 'late' }, async ({ path: module }) => {
        const resolveDir = path.dirname(path.join(root, module))
        const { code } = await commonJs(root, module)
        await refuseUnknownZod(root, module, code)
        const contents = lateCode(code, {
          required(wanted) {
            const found = findModule(root, wanted, resolveDir)
            const isTracedHere = isTraced && !isBuiltin(wanted) && (found === USED_ZOD || !found.startsWith('src/'))
            return isTracedHere ? `(${trace(found)}, require("${wanted}"))` : `require("${wanted}")`
          },
          imported: (wanted) =>
            elsewhere(findModule(root, wanted, resolveDir))
              ? `Promise.resolve().then(() => require("${ASYNCHRONOUS}${wanted}"))`
              : imported(wanted),
        })
        return { contents: `${trace(module)};${contents}`, loader: 'js', resolveDir }
      })
    },
  }
}

function findModule(root: string, wanted: string, resolveDir: string): string {
  if (wanted === 'zod') return ZOD
  return wanted.startsWith('.') ? path.relative(root, path.join(resolveDir, wanted)) : wanted
}

const commonJs = (root: string, module: string) =>
  transform(readFileSync(path.join(root, module), 'utf8'), {
    loader: 'ts',
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    sourcefile: 'module.ts',
    define: { 'import.meta.url': 'MODULE_URL' },
  })

/** @throws when a module uses a function of zod that its replacement does not have */
async function refuseUnknownZod(root: string, module: string, code: string): Promise<void> {
  const { code: replacement } = await commonJs(root, ZOD)
  for (const [, name] of code.matchAll(/\bimport_zod\.z\.(\w+)/g)) {
    if (!replacement.includes(`  ${name}: () =>`)) throw new Error(`${ZOD} has no "${name}", which ${module} uses.`)
  }
}
