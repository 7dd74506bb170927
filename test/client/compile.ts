import { createRequire } from 'node:module'
import type TS from 'typescript'

// An import would read its nine megabytes once more to find out which kind of module it is.
const ts: typeof TS = createRequire(import.meta.url)('typescript')

const NODE_NEXT = { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext }
const STRICT: TS.CompilerOptions = {
  ...NODE_NEXT,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
  types: [],
}
const OF_LANGUAGE = /\/typescript\/lib\/lib\.[\w.]+\.d\.ts$/
const read = new Map<string, TS.SourceFile | undefined>()

/** What strict TypeScript reports on some files. It reads the declarations of the language once. */
export function errorsIn(files: string[], options: TS.CompilerOptions = {}): unknown[] {
  const all = { ...STRICT, ...options }
  const host = ts.createCompilerHost(all)
  const parse = host.getSourceFile
  host.getSourceFile = (file, ...how) => {
    if (!OF_LANGUAGE.test(file)) return parse(file, ...how)
    if (!read.has(file)) read.set(file, parse(file, ...how))
    return read.get(file)
  }
  return ts.getPreEmitDiagnostics(ts.createProgram(files, all, host)).map(({ messageText }) => messageText)
}

/** The files with the types of a package, as resolved from a file by each of the two ways of current tools. */
export function typesOf(name: string, file: string): (string | undefined)[] {
  const bundler = { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler }
  return [NODE_NEXT, bundler].map((options) => {
    const mode = options === NODE_NEXT ? ts.ModuleKind.ESNext : undefined
    return ts.resolveModuleName(name, file, options, ts.sys, undefined, undefined, mode).resolvedModule
      ?.resolvedFileName
  })
}
