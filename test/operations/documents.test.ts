import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { runAdmin } from '../../src/admin/program.ts'
import { SETTINGS } from '../../src/http/settings/settings.ts'
import { commandHere } from '../command.ts'

/** Everything that operators are told to type exists. */

const ROOT = path.join(import.meta.dirname, '..', '..')
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const PAGES = ['self-hosting', 'operations', 'scaling'].map((name) => `content/guides/${name}.mdx`)
const TEXT = PAGES.map(read).join('\n')
const all = (pattern: RegExp): string[] => [...new Set([...TEXT.matchAll(pattern)].map(([, match = '']) => match))]

async function adminHelp(): Promise<string> {
  let out = ''
  const say = (text: string) => {
    out += text
  }
  await runAdmin(['--help'], {
    openStore: () => Promise.reject(new Error()),
    now: () => 0,
    out: say,
    log: say,
    env: {},
  })
  return out
}

describe('the operator guides', () => {
  it('name only npm scripts and options that exist', async () => {
    const { scripts } = JSON.parse(read('package.json'))
    const named = all(/npm run (?:--silent )?(\w[\w:-]*)/g)
    expect(named.length).toBeGreaterThan(5)
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named))
    let help = ''
    for (const script of ['scripts/start.ts', 'scripts/bake.ts', 'scripts/nightly.ts'])
      help += (await commandHere(script, ['--help'])).stdout
    for (const option of all(/npm (?:run (?:serve|bake|nightly)|start) -- (--[\w-]+)/g)) expect(help).toContain(option)
  })

  it('can say that every script prints its options: npm passes them to the script', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const ours = Object.entries(scripts).filter(([, command]) => command.includes('scripts/run.mjs'))
    expect(ours.length).toBeGreaterThan(10)
    for (const [name, command] of ours) {
      expect([name, command]).toEqual([
        name,
        expect.stringMatching(/^(?:exec )?node (?:--\S+ )*scripts\/run\.mjs scripts\/[\w-]+\.ts(?: --\S+)*$/),
      ])
    }
  })

  it('name only maintainer commands that exist', async () => {
    const help = await adminHelp()
    const named = all(/admin -- ([a-z][\w-]*)/g)
    expect(named).toEqual(expect.arrayContaining(['backup', 'restore', 'export', 'import']))
    for (const name of named) expect(help).toMatch(new RegExp(`^  ${name}\\b`, 'm'))
  })

  it('name only files and settings that exist', () => {
    for (const file of all(/\b((?:deploy|scripts|src)\/[\w./-]+\.(?:ts|mjs|yaml|conf))\b/g)) {
      expect([file, existsSync(path.join(ROOT, file))]).toEqual([file, true])
    }
    const settings = all(/\b([A-Z]+(?:_[A-Z]+)+)(?:=|`|\b(?=[ ,]))/g).filter((name) => !/_VARIABLES$/.test(name))
    expect(settings.length).toBeGreaterThan(5)
    expect(Object.keys(SETTINGS)).toEqual(expect.arrayContaining(settings))
  })

  it('describe every health status', () => {
    for (const status of ['ok', 'degraded', 'stale', 'unavailable']) {
      expect(read('content/guides/operations.mdx')).toContain(`\`${status}\``)
    }
  })
})

describe('the documents of the repository', () => {
  const documents = globSync('{*,data/*,docs/**/*,packages/*/*}.md', { cwd: ROOT })

  it.each(documents)('%s links only to files that exist', (document) => {
    const links = [...read(document).matchAll(/\]\((?![a-z]+:|\/|#)([^)#\s]+)/g)].map(([, link = '']) => link)
    const missing = links.filter((link) => !existsSync(path.join(ROOT, path.dirname(document), link)))
    expect(missing).toEqual([])
  })

  it('are found', () => {
    expect(documents).toEqual(expect.arrayContaining(['README.md', 'data/README.md', 'docs/map.md']))
  })
})
