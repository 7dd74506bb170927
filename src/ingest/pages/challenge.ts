import type { PageState } from '../../schema/history.ts'
import type { Finding } from '../source.ts'
import { type Check, hashOfText } from './state.ts'

/** Texts that firewalls show instead of a page. A long page may quote such words. */
const CHALLENGE =
  /just a moment|checking (?:if the site|your browser)|verify(?:ing)? (?:that )?you are (?:a )?human|attention required!|enable javascript and cookies|request unsuccessful\. incapsula|pardon our interruption|access (?:to this page has been )?denied|are you a robot/i
const CHALLENGE_LENGTH_MAX = 1_500

/** Whether a text reads like a bot challenge. */
export const isChallenge = (text: string): boolean => text.length <= CHALLENGE_LENGTH_MAX && CHALLENGE.test(text)

/** A page that was read in this run, with its previous state. */
export interface Reading {
  url: string
  check: Check
  before: PageState | null
}

/** If more pages than this, or this share of them, have the same new text, the whole run is suspect. */
const PAGES_MAX = 5
const SHARE_MAX = 0.2

/**
 * Pages on several hosts that had different texts before and now have the same: they show a block page. Texts are
 * compared without digits, incident numbers and host names.
 */
export function sameNewText(readings: readonly Reading[]): Reading[][] {
  const changed = readings.filter(
    ({ check, before }) => check.found === 'text' && before?.hash && before.hash !== hashOfText(check.text),
  )
  const groups = Map.groupBy(changed, ({ url, check }) => (check.found === 'text' ? gist(check.text, url) : ''))
  return [...groups.values()].filter((group) => {
    const hosts = new Set(group.map(({ url }) => new URL(url).host))
    const hashes = new Set(group.map(({ before }) => before?.hash))
    return hosts.size > 1 && hashes.size > 1
  })
}

/** Why all pages of a run are suspect; empty if the groups are few and small. */
export const massSuspicions = (groups: readonly Reading[][], pages: number): Finding[] =>
  groups
    .filter((group) => group.length > PAGES_MAX || group.length > pages * SHARE_MAX)
    .map((group) => {
      const hosts = new Set(group.map(({ url }) => new URL(url).host)).size
      return { check: 'pages', reason: `${group.length} pages on ${hosts} hosts show the same new text` }
    })

const gist = (text: string, url: string): string =>
  text
    .replaceAll(new URL(url).hostname, ' ')
    .replace(/\b(?=\w*\d)\w+\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
