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
type SecretKind = keyof typeof MARKS
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

/** Makes a key from cryptographic randomness, uniformly distributed. */
export const newKey = (): NewKey => newSecret('key')

/** Makes the secret of a signed address. */
export const newSubscriptionSecret = (): NewKey => newSecret('subscription')

function newSecret(kind: SecretKind): NewKey {
  const mark = MARKS[kind]
  const body = mark + randomText(RANDOM_LENGTH)
  const secret = body + getChecksum(body)
  return { secret, hash: hashKey(secret), prefix: body.slice(0, mark.length + 4), lastFour: secret.slice(-4) }
}

/** Whether a text is a well-formed key with a correct checksum, so that typos fail without a store call. */
export const wellFormed = (secret: string): boolean => isSecretOfKind('key', secret)

/** The same for the secret of a signed address. */
export const isSubscriptionSecret = (secret: string): boolean => isSecretOfKind('subscription', secret)

function isSecretOfKind(kind: SecretKind, secret: string): boolean {
  if (!secret.startsWith(MARKS[kind]) || !FORM.test(secret.slice(MARKS[kind].length))) return false
  const body = secret.slice(0, -CHECKSUM_LENGTH)
  return getChecksum(body) === secret.slice(-CHECKSUM_LENGTH)
}

const WITHIN = new RegExp(`(${Object.values(MARKS).join('|')})[0-9A-Za-z]{8,}`, 'g')

/** A text in which only the mark is left of each secret, for what others may get to see, such as errors and logs. */
export const withoutSecrets = (text: string): string => text.replace(WITHIN, '$1…')

/** The hash of a secret, for storage and lookup. */
// A plain hash is enough: 24 random characters have 142 bits and cannot be guessed from a dictionary.
export const hashKey = (secret: string): KeyHash => hash('sha256', secret, 'hex') as KeyHash

/** A new identifier, such as `acct_2hVn0kQzXw8JbR4t`. Not a secret. */
export const newId = (kind: 'acct' | 'key' | 'whk' | 'msg' | 'sub'): string => `${kind}_${randomText(16)}`

const randomText = (length: number): string => Array.from({ length }, () => BASE62[randomInt(62)]).join('')

function getChecksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    text = `${BASE62[rest % 62]}${text}`
    rest = Math.floor(rest / 62)
  }
  return text
}
