import slugify from '@sindresorhus/slugify'

const SLUG_TITLE_MAX = 80
const SLUG_ID_LENGTH = 8

/**
 * A readable URL segment: the title, cut at a word before 80 characters, the state, and the first 8 hex digits of the
 * id, which make it unique: `rural-health-innovation-fund-nc-012aab11`. Only `a-z`, `0-9` and single hyphens.
 */
export function toSlug(title: string, state: string | null, id: string): string {
  const words = slugify(title, { decamelize: false }).slice(0, SLUG_TITLE_MAX + 1)
  const whole = words.length <= SLUG_TITLE_MAX ? words : cutAtWord(words)
  return [whole, state?.toLowerCase(), id.slice(0, SLUG_ID_LENGTH)].filter(Boolean).join('-')
}

/** The slugs of records, in order. The first of several equal ones keeps it; the others have more of their id. */
export function toSlugs(records: readonly { title: string; state: string | null; id: string }[]): string[] {
  const taken = new Set<string>()
  return records.map(({ title, state, id }) => {
    const short = toSlug(title, state, id)
    const slug = taken.has(short) ? short + id.slice(SLUG_ID_LENGTH) : short
    taken.add(slug)
    return slug
  })
}

/** Cuts a text that is one character too long for a slug at its last whole word; one long word is cut anywhere. */
function cutAtWord(words: string): string {
  const end = words.lastIndexOf('-')
  return words.slice(0, end > 0 ? end : SLUG_TITLE_MAX)
}
