import { hash, randomBytes } from 'node:crypto'
import type { SecretHash } from '../metering/people.ts'

/** What opens a link, and what a browser holds as a cookie: 32 random bytes as text. The store only sees its hash. */

const FORM = /^[A-Za-z0-9_-]{43}$/

export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Whether a text can be such a secret: what cannot is refused without asking the store. */
export const isSecret = (text: string | undefined): text is string => text !== undefined && FORM.test(text)

// A plain hash is enough: no dictionary reaches 256 random bits.
export const secretHashOf = (secret: string): SecretHash => hash('sha256', secret, 'hex') as SecretHash
