// Runs a script of the project with a recent enough Node: this one, or the one that `npm ci` installed. Plain
// JavaScript, so any Node can run it far enough to say what is missing.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const NODE_NEEDED = 24
const [script = '', ...rest] = process.argv.slice(2)
const file = path.resolve(script)
const [major] = process.versions.node.split('.').map(Number)
const installed = path.join(
  import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname),
  '..',
  'node_modules',
  '.bin',
  'node',
)

if (major >= NODE_NEEDED && process.features.typescript) {
  process.argv.splice(1, 2, file)
  // A cached script needs no compiler for its types, which takes longer to load than the script.
  module.enableCompileCache?.()
  await import(pathToFileURL(file).href)
} else if (existsSync(installed)) {
  const memory = process.execArgv.filter((option) => /-(semi|old)-space-size=/.test(option))
  const child = spawn(installed, [...memory, file, ...rest], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143)
  })
} else {
  console.error(
    `This project needs Node ${NODE_NEEDED} or later; this is Node ${process.versions.node}. Install Node ${NODE_NEEDED}, or run "npm ci" on this machine: on an older Node it installs Node ${NODE_NEEDED} into node_modules.`,
  )
  process.exitCode = 1
}
