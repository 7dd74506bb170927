import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build, transformSync } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { running } from '../service.ts'
import { installedClient } from './example.ts'
import { finish, ownNode } from './process.ts'
import { PROGRAM } from './program.ts'

const service = running()
const { example, tarball } = await installedClient()
const installed = path.join(example, 'node_modules', 'rural-health-program-client')
const bin = (name: string) => path.join(import.meta.dirname, '..', '..', '..', 'node_modules', '.bin', name)

/** The minified library as one file. */
async function bundled(external: string[] = []) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: "export * from 'rural-health-program-client'", resolveDir: example },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    external,
    write: false,
    metafile: true,
  })
  return { text: outputFiles[0]?.text ?? '', inputs: Object.keys(metafile.inputs) }
}

describe('the package', () => {
  it('passes publint', async () => {
    const args = ['run', tarball, '--strict']
    const env = { PATH: process.env.PATH ?? '' }
    const { code, out, err } = await finish(bin('publint'), args, { cwd: example, env })
    expect(code, out + err).toBe(0)
  })

  it('depends only on openapi-fetch', () => {
    const about = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'))
    expect(about.dependencies).toEqual({ 'openapi-fetch': '0.17.0' })
    expect(about).not.toHaveProperty('peerDependencies')
    expect(about.private).toBeUndefined()
    expect(about.sideEffects).toBe(false)
  })

  it('is less than 10 KB minified, including dependencies', async () => {
    const { text, inputs } = await bundled()
    expect(inputs.some((input) => input.includes('openapi-fetch'))).toBe(true)
    expect(Buffer.byteLength(text)).toBeLessThan(10_000)
    expect(Buffer.byteLength((await bundled(['openapi-fetch'])).text)).toBeLessThan(7_500)
  })

  it('imports nothing from Node in the library', async () => {
    const { text } = await bundled()
    expect(text).not.toMatch(/from\s*["'](node:|fs|http|crypto|buffer|process)|require\(|Buffer\./)
  })

  it('includes the licenses of the libraries in its command line', () => {
    const licenses = readFileSync(path.join(installed, 'dist', 'cli.LICENSES.txt'), 'utf8')
    for (const library of ['commander', 'csv-stringify', 'openapi-fetch', 'string-width', 'strip-ansi']) {
      expect(licenses).toMatch(new RegExp(`^${library} \\d+\\.\\d+\\.\\d+$`, 'm'))
    }
  })
})

describe('a project with the package installed', () => {
  it.each([
    ["this project's Node", () => process.execPath],
    ["this machine's Node", ownNode],
  ])('runs under %s', async (_, node) => {
    const file = path.join(example, 'program.mjs')
    writeFileSync(file, transformSync(PROGRAM, { loader: 'ts', format: 'esm', target: 'es2022' }).code)
    const env = { RHP_BASE_URL: service.faults.address, RHP_API_KEY: await service.key() }
    const { code, out, err } = await finish(node(), [file], { cwd: example, env })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const { body } = await service.api.ask('/api/v1/opportunities?state=NE&limit=100')
    expect(JSON.parse(out)).toMatchObject({ titles: body.data.map(({ title }: { title: string }) => title), count: 1 })
  })
})
