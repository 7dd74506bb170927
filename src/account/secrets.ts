import { hash, randomBytes } from 'node:crypto'

/** Secrets of sign-in links and cookies: 32 random bytes as text. The store keeps only their hashes. */

/** The SHA-256 of a secret, as 64 hexadecimal digits. */
export type SecretHash = string & { readonly __brand: 'SecretHash' }

const FORM = /^[A-Za-z0-9_-]{43}$/

export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Whether a text has the form of a secret. Anything else is refused without a store lookup. */
export const isSecret = (text: string | undefined): text is string => text !== undefined && FORM.test(text)

// A plain hash is enough: 256 random bits cannot be guessed from a dictionary.
export const hashSecret = (secret: string): SecretHash => hash('sha256', secret, 'hex') as SecretHash
