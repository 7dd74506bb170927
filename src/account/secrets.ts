import { hash, randomBytes } from 'node:crypto'

/** What opens a link, and what a browser holds as a cookie: 32 random bytes as text. The store only sees its hash. */

/** The SHA-256 of such a secret, as 64 hexadecimal digits. */
export type SecretHash = string & { readonly __brand: 'SecretHash' }

const FORM = /^[A-Za-z0-9_-]{43}$/

export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Whether a text has the form of such a secret; anything else is refused without asking the store. */
export const isSecret = (text: string | undefined): text is string => text !== undefined && FORM.test(text)

// A plain hash is enough: no dictionary reaches 256 random bits.
export const secretHashOf = (secret: string): SecretHash => hash('sha256', secret, 'hex') as SecretHash
