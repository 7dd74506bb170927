import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readChangelog } from '../../src/site/docs/changelog.ts'
import { breakingChanges } from './breaking-changes.ts'
import { collectFacts, type Facts } from './facts.ts'
import { CONTRACT } from './whole.ts'

/**
 * The published contract, fact by fact, in `contract.json`. Run this file to publish the contract as it stands
 * (`npm exec -c 'node test/contract/contract.ts'`): it refuses while a breaking change is not named in the changelog.
 */
const FILE = path.join(import.meta.dirname, 'contract.json')

export const CHANGELOG = readChangelog()

export const currentFacts = (): Facts => collectFacts(CONTRACT)

export const publishedFacts = (): Facts => (existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {})

/** The breaking changes since the contract was published that are not in the changelog. */
export function unnamedBreaks(published: Facts, current: Facts): string[] {
  const named = new Set(CHANGELOG.flatMap(({ changes }) => changes))
  return breakingChanges(published, current).filter((name) => !named.has(`Breaking: \`${name}\``))
}

/** One fact per line, so a review shows what changed. */
const formatFacts = (facts: Facts): string =>
  `{\n${Object.entries(facts)
    .map(([name, fact]) => `${JSON.stringify(name)}: ${JSON.stringify(fact)}`)
    .join(',\n')}\n}\n`

if (process.argv[1] === import.meta.filename) {
  const current = currentFacts()
  const breaks = unnamedBreaks(publishedFacts(), current)
  if (breaks.length > 0) {
    console.error(`These breaking changes must be named in CHANGELOG.md first:\n${breaks.join('\n')}`)
    process.exit(1)
  }
  writeFileSync(FILE, formatFacts(current))
  console.log(`Published ${Object.keys(current).length} facts of the contract.`)
}
