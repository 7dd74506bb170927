import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { scratch } from '../api.ts'

/** Starting a script on a machine whose Node is too old: simulated by a Node that cannot read TypeScript. */

const run = promisify(execFile)
const ROOT = path.join(import.meta.dirname, '..', '..')
const AS_OLD = '--no-strip-types'

let project: string
beforeAll(() => {
  project = scratch()
  mkdirSync(path.join(project, 'scripts'))
  cpSync(path.join(ROOT, 'scripts', 'run.mjs'), path.join(project, 'scripts', 'run.mjs'))
  writeFileSync(
    path.join(project, 'scripts', 'say.ts'),
    "const words: string[] = process.argv.slice(2)\nconsole.log(words.join(' '))\n",
  )
  writeFileSync(
    path.join(project, 'scripts', 'wait.ts'),
    "process.on('SIGTERM', () => process.exit(7))\nsetInterval(() => {}, 1000)\nconsole.log('waits')\n",
  )
})

/** Puts a Node into the project, as `npm ci` does on an older machine. */
function installNode(): void {
  const bin = path.join(project, 'node_modules', '.bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(path.join(bin, 'node'), `#!/bin/sh\nexec "${process.execPath}" "$@"\n`, { mode: 0o755 })
}

describe('a script', () => {
  it('runs in the installed Node, with its options', async () => {
    const { stdout } = await run(process.execPath, ['scripts/run.mjs', 'scripts/say.ts', '--a', 'b c'], {
      cwd: project,
    })
    expect(stdout).toBe('--a b c\n')
  })

  it('is not run by a Node that is too old: one sentence says what to do, and the exit code is 1', async () => {
    const failed = await run(process.execPath, [AS_OLD, 'scripts/run.mjs', 'scripts/say.ts'], { cwd: project }).then(
      () => null,
      (error: { code: number; stderr: string }) => error,
    )
    expect(failed?.code).toBe(1)
    expect(failed?.stderr).toMatch(/^This project needs Node 24 or later; this is Node .* "npm ci" .*\n$/)
  })

  it("runs in the Node that npm ci installed if the system's is too old", async () => {
    installNode()
    const args = [AS_OLD, 'scripts/run.mjs', 'scripts/say.ts', '--a', 'b c']
    const { stdout } = await run(process.execPath, args, { cwd: project })
    expect(stdout).toBe('--a b c\n')
  })

  it('has the memory that its starter was given', async () => {
    installNode()
    writeFileSync(path.join(project, 'scripts', 'tell.ts'), "console.log(process.execArgv.join(' '))\n")
    const args = [AS_OLD, '--max-semi-space-size=8', 'scripts/run.mjs', 'scripts/tell.ts']
    const { stdout } = await run(process.execPath, args, { cwd: project })
    expect(stdout).toBe('--max-semi-space-size=8\n')
  })

  it('gets the signals sent to its starter, and passes on its exit code', async () => {
    installNode()
    const child = spawn(process.execPath, [AS_OLD, 'scripts/run.mjs', 'scripts/wait.ts'], { cwd: project })
    await once(child.stdout, 'data')
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([7, null])
  })
})

describe('the package', () => {
  const read = (file: string) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'))

  it("installs a Node only if the system's is too old, without install scripts and with a checksum", () => {
    const { dependencies, devDependencies, optionalDependencies } = read('package.json')
    expect({ ...dependencies, ...devDependencies }).not.toHaveProperty('node')
    expect(optionalDependencies).toEqual({ 'node-for-older-machines': 'file:scripts/runtime' })
    const { engines, optionalDependencies: nodes } = read('scripts/runtime/package.json')
    expect(engines).toEqual({ node: '<24' })
    const { packages } = read('package-lock.json')
    for (const [name, version] of Object.entries(nodes)) {
      expect(packages[`node_modules/${name}`]).toMatchObject({ version, optional: true, integrity: expect.any(String) })
      expect(packages[`node_modules/${name}`]).not.toHaveProperty('hasInstallScript')
      expect(packages[`node_modules/${name}`]).not.toHaveProperty('dev')
    }
  })

  it("replaces npm's shell with the server, so a signal to npm reaches it", () => {
    const { scripts } = read('package.json')
    for (const name of ['start', 'serve']) expect(scripts[name]).toMatch(/^exec node /)
  })
})
