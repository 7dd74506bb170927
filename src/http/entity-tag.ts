import type { Format } from '../formats/formats.ts'
import { digestOf } from '../rules/digest.ts'
import { CONTRACT_VERSION } from './changelog.ts'

/**
 * The strong entity tag of a response: its format, its name, the digest of its content, and the contract version, because
 * another version may have a different envelope. It stays the same through publications that do not change the response.
 */
export const entityTag = (
  name: string,
  digest: string,
  { format = 'json', contract = CONTRACT_VERSION }: { format?: Format; contract?: string } = {},
): string => `"${format}-${digestOf(`${contract}\n${name}\n${digest}`)}"`

/** Whether the caller already has the response. Weak tags match too, since caches may weaken ours. */
export const holdsTag = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch.split(',').some((entry) => entry.trim().replace(/^W\//, '') === tag)
