/** The file with the modules of the first response. In the function it is empty, and its name stands for CORE_FILES. */
export const CORE = 'core.cjs'

/** CORE and its compiled code in the function, compressed. */
export const CORE_FILES = { text: 'core.cjs.zst', code: 'core.code.zst' }

/** The module that opens the function. */
export const OPENING = 'src/fetch.ts'

/**
 * The beginning of an ES module that runs CORE from its compiled code, which takes half as long as compiling it. Another
 * version of V8 ignores the compiled code. Then `script` is the compiled CORE, and `opened` the function.
 */
const OPENED = `
import { readFileSync } from 'node:fs'
import { createRequire, Module } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import { zstdDecompressSync } from 'node:zlib'
const at = (name) => fileURLToPath(new URL(name, import.meta.url))
const read = (name) => zstdDecompressSync(readFileSync(at(name)))
const compiled = () => {
  try {
    return read('${CORE_FILES.code}')
  } catch {
    return undefined
  }
}
const file = at('${CORE}')
const text = read('${CORE_FILES.text}').toString('latin1')
const script = new Script(text, { filename: file, cachedData: compiled() })
const core = new Module(file)
const require = createRequire(file)
require.cache[file] = core
script.runInThisContext()(core.exports, require, core, file, (part) => import(part))
core.loaded = true
const opened = await core.exports.modules['${OPENING}']().openFunction()
`.trimStart()

/** The entry of the function. */
export const FUNCTION = `${OPENED}export default opened\n`

/** CORE as it is run. @param text of a CommonJS module in ASCII */
export const coreFunction = (text: string): string =>
  `(function (exports, require, module, __filename, importPart) {${text}\n})`

/**
 * A program that sends a first request to the function, and writes the status of the response, the evaluated modules and
 * the compiled code as JSON.
 * @param evaluated name of the global list of evaluated modules
 */
export const formatTrial = (evaluated: string, url: string, headers: { [name: string]: string }): string => `
globalThis.${evaluated} = []
${OPENED}
const { status } = await opened.fetch(new Request(${JSON.stringify(url)}, { headers: ${JSON.stringify(headers)} }))
const code = script.createCachedData().toString('base64')
process.stderr.write(JSON.stringify({ status, modules: ${evaluated}, code }), () => process.exit())
`
