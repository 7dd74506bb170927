import type { Format } from '../formats/formats.ts'
import { digestOf } from '../rules/digest.ts'
import { CONTRACT_VERSION } from './changelog.ts'

/**
 * The strong entity tag of an answer: its format, its name, the digest of what it holds, and the version of the
 * contract, since another one may write the same data in another envelope. It outlives every publication that leaves the
 * answer as it is.
 */
export const entityTag = (
  name: string,
  digest: string,
  { format = 'json', contract = CONTRACT_VERSION }: { format?: Format; contract?: string } = {},
): string => `"${format}-${digestOf(`${contract}\n${name}\n${digest}`)}"`

/** Whether the caller has the answer already. Weak tags match too, since caches may weaken ours. */
export const holdsTag = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch.split(',').some((entry) => entry.trim().replace(/^W\//, '') === tag)
