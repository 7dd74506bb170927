import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/** What is installed matches the lock file. */

const ROOT = path.join(import.meta.dirname, '..')
interface Entry {
  integrity?: string
  link?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
}
const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: { [place: string]: Entry }
}
const isOwn = (place: string, { link }: Entry) => link || !place.startsWith('node_modules/')
const unchecked = Object.entries(packages).filter(([place, entry]) => !entry.integrity && !isOwn(place, entry))

describe('a lock file entry without an integrity hash', () => {
  it('is only ever a binary for another platform, which npm does not resolve', () => {
    expect(unchecked.filter(([, { optional, os, cpu }]) => !optional || !(os || cpu)).map(([place]) => place)).toEqual(
      [],
    )
  })

  it.runIf(process.platform === 'linux' && process.arch === 'x64')(
    'is not installed where the service is built',
    () => {
      expect(unchecked.map(([place]) => place).filter((place) => existsSync(path.join(ROOT, place)))).toEqual([])
    },
  )
})

it('install scripts of packages do not see the write token or the deploy token', () => {
  const workflow = readFileSync(path.join(ROOT, '.github', 'workflows', 'nightly.yml'), 'utf8')
  const checkouts = workflow.split('uses: actions/checkout').length - 1
  expect(workflow.split('persist-credentials: false').length - 1).toBe(checkouts)
  const installs = workflow.split('\n').filter((line) => line.includes('npm ci'))
  // A one-line step has no environment of its own.
  expect(installs.every((line) => line.trim().startsWith('- run: npm ci'))).toBe(true)
  expect(workflow.slice(0, workflow.indexOf('jobs:'))).not.toMatch(/token|secrets\./i)
})
