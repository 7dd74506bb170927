import { createHash, hash } from 'node:crypto'

// 22 characters of base64url are more than 16 bytes: no two texts collide by chance.
const DIGEST_LENGTH = 22

/** The digest of a text: the beginning of its SHA-256, in base64url. */
export const getDigest = (text: string): string => hash('sha256', text, 'base64url').slice(0, DIGEST_LENGTH)

export function getDigestOfAll(texts: Iterable<string>): string {
  const all = createHash('sha256')
  for (const text of texts) all.update(text)
  return all.digest('base64url').slice(0, DIGEST_LENGTH)
}
