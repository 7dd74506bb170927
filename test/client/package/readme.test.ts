import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../../packages/client/src/index.ts'
import { running } from '../service.ts'
import { installedClient } from './example.ts'
import { type Ended, finish, runHere, start } from './process.ts'
import { blocks, programsIn, README } from './readme.ts'

const service = running()
const { example } = await installedClient()
const PROGRAMS = programsIn(example)
const isLong = Boolean(process.env.LONG)
const COMMANDS = blocks('sh')
  .join('\n')
  .split('\n')
  .filter((line) => line.startsWith('rhp '))

/** Runs a command of the readme: one that writes files as a process, the others within this one by default. */
async function ran(line: string): Promise<Ended> {
  const env = await environment()
  const [, ...args] = line.split(' ')
  if (isLong || /[>"'$]|^rhp sync/.test(line)) return finish('/bin/sh', ['-c', line], { cwd: example, env })
  return runHere(args, env)
}

const environment = async () => ({
  PATH: [path.join(example, 'node_modules', '.bin'), path.dirname(process.execPath), '/usr/bin', '/bin'].join(':'),
  RHP_BASE_URL: service.faults.address,
  RHP_API_KEY: await service.key(),
})

describe('the readme', () => {
  it('has examples', () => {
    expect(PROGRAMS.length).toBeGreaterThan(8)
    expect(COMMANDS.length).toBeGreaterThan(5)
  })

  it('names every function of a client', () => {
    const [use = ''] = README.split('### Every record')
    const rows = [...use.matchAll(/^\| (`.+`) +\| (.+?) +\|$/gm)].map(([, names = '', functions = '']) => [
      names,
      functions,
    ])
    const named = rows.flatMap(([names = '', functions = '']) =>
      [...names.matchAll(/`(\w+)(\(\S*\))?`/g)].map(([, name = '', isCall]) => [
        name,
        isCall ? 'call' : [...functions.matchAll(/`(\w+)`/g)].map(([, member]) => member).sort(),
      ]),
    )
    const client = Object.entries(createClient({ baseUrl: 'https://api.example.org' }))
    const members = client.map(([name, value]) => [
      name,
      typeof value === 'function' ? 'call' : Object.keys(value).sort(),
    ])
    expect(Object.fromEntries(named)).toMatchObject(Object.fromEntries(members))
  })

  describe('has an example that runs', () => {
    let outs: string[]
    // One process runs them one after another, and writes a line with one character between.
    beforeAll(async () => {
      for (const { file, program } of PROGRAMS) writeFileSync(file, program)
      const all = path.join(example, 'all.mjs')
      writeFileSync(all, PROGRAMS.map(({ file }) => `await import('${file}')\nconsole.log('\\x1e')`).join('\n'))
      const { code, out, err } = await finish(process.execPath, [all], { cwd: example, env: await environment() })
      expect({ code, err }).toEqual({ code: 0, err: '' })
      outs = out.split('\u001e\n')
    })

    it.each(PROGRAMS.map(({ title }, number) => [title, number] as const))('… %s', (_, number) => {
      expect(outs).toHaveLength(PROGRAMS.length + 1)
      expect(outs[number]).not.toBe('')
      expect(outs[number]).not.toMatch(/undefined|NaN/)
    })
  })

  it.each(COMMANDS.filter((line) => !line.includes('--follow')))('has a command that runs: %s', async (line) => {
    const { code, out, err } = await ran(line)
    expect(code, err).toBe(0)
    if (line.includes('>')) expect(readFileSync(path.join(example, 'awards.csv'), 'utf8')).toContain('awardeeName')
    else expect(out).not.toBe('')
  })

  it.each(COMMANDS.filter((line) => line.includes('--follow')))(
    'has a command that follows changes: %s',
    async (line) => {
      const { child, ended } = start('/bin/sh', ['-c', `exec ${line}`], { cwd: example, env: await environment() })
      await new Promise((resolve) => child.stdout?.once('data', resolve))
      child.kill('SIGINT')
      const { code, out, err } = await ended
      expect(code).toBe(130)
      expect(out).toContain('PAGE_UPDATED')
      expect(err).toMatch(/^Continue with: rhp changes --follow --since \S+\n$/)
    },
  )

  it('lists the same exit codes as the help', async () => {
    const { out } = await ran('rhp --help')
    const codes = [...out.matchAll(/^ {2}(\d+) +(.+)$/gm)]
    expect(codes.length).toBe(8)
    const rows = README.replace(/ +/g, ' ')
    for (const [, code, meaning] of codes) expect(rows).toContain(`| ${code} | ${meaning} |`)
  })
})
