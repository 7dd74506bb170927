import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Builds the package into `dist`: the library as modules with their types, the command line as one file. */
const PACKAGE = path.join(import.meta.dirname, '..')
const DIST = path.join(PACKAGE, 'dist')

rmSync(DIST, { recursive: true, force: true })
const tsc = fileURLToPath(import.meta.resolve('typescript/bin/tsc'))
execFileSync(process.execPath, [tsc, '-p', path.join('src', 'sync')], { cwd: PACKAGE, stdio: 'inherit' })

const { metafile } = await build({
  absWorkingDir: PACKAGE,
  entryPoints: ['src/cli/index.ts'],
  // The argument parser is CommonJS and runs unchanged only in a CommonJS bundle.
  outfile: 'dist/cli.cjs',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  metafile: true,
  logLevel: 'warning',
})
writeFileSync(path.join(DIST, 'cli.LICENSES.txt'), licenses(Object.keys(metafile.inputs)))

/** The licenses of the libraries in a bundle, which must be distributed with it. */
function licenses(inputs: readonly string[]): string {
  const folders = new Set(inputs.flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []))
  const texts = [...folders].map((folder) => {
    const at = path.resolve(PACKAGE, folder)
    const { name, version } = JSON.parse(readFileSync(path.join(at, 'package.json'), 'utf8'))
    const file = readdirSync(at).find((entry) => /^licen[cs]e/i.test(entry))
    if (!file) throw new Error(`${name} has no license file.`)
    return `${name} ${version}\n\n${readFileSync(path.join(at, file), 'utf8').trim()}\n`
  })
  return `dist/cli.cjs contains these libraries:\n\n${texts.sort().join(`\n${'-'.repeat(80)}\n\n`)}`
}
