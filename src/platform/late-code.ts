/** The code that loads a module, given as it was imported. */
interface Loading {
  required: (wanted: string) => string
  /** For a dynamic import. */
  imported: (wanted: string) => string
}

/** Functions that late code uses, for the beginning of every file. */
export const LATE_FUNCTIONS = `
const defineExports = (module, getters) => {
  for (const name in getters) Object.defineProperty(module, name, { get: getters[name], enumerable: true })
}
const withDefault = (library) => (library.__esModule ? library : { ...library, default: library })
`

// As esbuild writes them.
const BEGINNING = /^[\s\S]*?^var module_exports = \{\};$/m
const IMPORT = /^var (import_\w+) = (?:(__toESM)\()?require\("([^"]+)"\)(?:, 1)?\)?;$/gm
const NAMESPACE_IMPORT = /^var (\w+) = __toESM\(require\("([^"]+)"\)(?:, 1)?\);$/gm
const DYNAMIC_IMPORT = /\bimport\("([^"]+)"\)/g

/**
 * Evaluates the imports of a module when they are first used.
 * @param code a CommonJS module `module.ts` as esbuild writes it
 */
export function lateCode(code: string, { required, imported }: Loading): string {
  const uses = new Map<string, string>()
  const body = code
    .replace(BEGINNING, '')
    .replace('__export(module_exports, ', 'defineExports(exports, ')
    .replace('module.exports = __toCommonJS(module_exports);', '')
    .replace(DYNAMIC_IMPORT, (_, wanted: string) => imported(wanted))
    .replace(IMPORT, (_, name: string, isDefault: string | undefined, wanted: string) => {
      uses.set(name, `(${name} ??= ${isDefault ? `withDefault(${required(wanted)})` : required(wanted)})`)
      return `var ${name};`
    })
    // A module that is imported as a whole is evaluated at once.
    .replace(NAMESPACE_IMPORT, (_, name: string, wanted: string) => `var ${name} = ${required(wanted)};`)
    // The replacement of zod is a module of its functions.
    .replaceAll('import_zod.z', 'import_zod')
  const unknown = /\b__(?:toESM|export|reExport|toCommonJS)\b/.exec(body)
  if (unknown) throw new Error(`A module of the function has an import or export that uses ${unknown[0]}.`)
  if (uses.size === 0) return body
  const names = new RegExp(`(?<!^var )\\b(?:${[...uses.keys()].join('|')})\\b`, 'gm')
  return body.replace(names, (name) => uses.get(name) as string)
}
