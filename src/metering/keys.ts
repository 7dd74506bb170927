import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import * as z from 'zod'

/**
 * Secrets that grant access: a mark for their purpose, 24 random base62 characters, and a 6-character checksum. The store
 * only gets the hash.
 */

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** API keys begin with `rhp_live_`, the secrets of signed addresses with `rhp_sub_`. */
const MARKS = { key: 'rhp_live_', subscription: 'rhp_sub_' } as const
const RANDOM_LENGTH = 24
const CHECKSUM_LENGTH = 6
const FORM = new RegExp(`^[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`)

/** The SHA-256 of a secret as 64 hexadecimal digits, which is all that the store keeps. */
export const KeyHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .brand<'KeyHash'>()
export type KeyHash = z.infer<typeof KeyHash>

/** A new secret. Only `secret` grants access. It is shown once, to its owner. */
export interface NewKey {
  secret: string
  hash: KeyHash
  /** Its visible part: the mark and the first four random characters. */
  prefix: string
  lastFour: string
}

/** Makes a secret from cryptographic randomness, uniformly distributed. */
export function generateKey(kind: keyof typeof MARKS = 'key'): NewKey {
  const mark = MARKS[kind]
  const body = mark + generateText(RANDOM_LENGTH)
  const secret = body + getChecksum(body)
  return { secret, hash: hashKey(secret), prefix: body.slice(0, mark.length + 4), lastFour: secret.slice(-4) }
}

/** Whether a text is a well-formed secret with a correct checksum, so that typos fail without a store call. */
export function isWellFormed(secret: string, kind: keyof typeof MARKS = 'key'): boolean {
  if (!secret.startsWith(MARKS[kind]) || !FORM.test(secret.slice(MARKS[kind].length))) return false
  return getChecksum(secret.slice(0, -CHECKSUM_LENGTH)) === secret.slice(-CHECKSUM_LENGTH)
}

const WITHIN = new RegExp(`(${Object.values(MARKS).join('|')})[0-9A-Za-z]{8,}`, 'g')

/** A text in which only the mark is left of each secret, for what others may get to see, such as errors and logs. */
export const hideSecretsIn = (text: string): string => text.replace(WITHIN, '$1…')

/** The hash of a secret, for storage and lookup. */
// A plain hash is enough: 24 random characters have 142 bits and cannot be guessed from a dictionary.
export const hashKey = (secret: string): KeyHash => hash('sha256', secret, 'hex') as KeyHash

/** A new identifier, such as `acct_2hVn0kQzXw8JbR4t`. Not a secret. */
export const generateId = (kind: 'acct' | 'key' | 'whk' | 'msg' | 'sub'): string => `${kind}_${generateText(16)}`

const generateText = (length: number): string => Array.from({ length }, () => BASE62[randomInt(62)]).join('')

function getChecksum(body: string): string {
  const sum = crc32(body)
  const digits = Array.from({ length: CHECKSUM_LENGTH }, (_, index) => Math.floor(sum / 62 ** index) % 62)
  return digits
    .map((digit) => BASE62[digit])
    .reverse()
    .join('')
}
