import { beforeAll, describe, expect, it } from 'vitest'
import { openPlace } from '../../account/place.ts'
import { FIXTURE, NOW, openApi, type TestApi } from '../../api.ts'
import type { Asked, Item } from '../../store/matches.ts'
import { type Naive, openNaive } from '../../store/naive.ts'

/** Texts that try to be more than text: for SQL, full-text syntax, patterns, programs. */
const INJECTIONS = [
  ...[
    "' OR 1=1 --",
    "'; DROP TABLE awards; --",
    "' UNION SELECT sql FROM sqlite_master --",
    "''",
    "\\'",
    '`id`',
    "' || '",
  ],
  ...[
    "') OR ('1'='1",
    "' AND sleep(5) --",
    "'/**/OR/**/1",
    ';',
    '--',
    '/*',
    "x' ESCAPE '",
    'CAST(1 AS TEXT)',
    ':q',
    '?1',
  ],
  ...[
    ' OR ',
    ' AND ',
    ' NOT ',
    ' NEAR ',
    'NEAR(a b, 3)',
    'title:',
    '{title summary}:',
    '^',
    '(',
    ')',
    '+',
    '{',
    '}',
    'a AND (',
  ],
  ...[
    '%',
    '_',
    '%%',
    '\\%',
    '[a-z]',
    '.*',
    '(?i)',
    '$',
    '|',
    '\\',
    '\\u0000',
    '%00',
    '%27',
    '&#39;',
    '<b>',
    '$' + '{7*7}',
  ],
  ...[
    '\0',
    '\u0001',
    '\u00a0',
    '\u200b',
    '\u202e',
    '\ufeff',
    '\u2028',
    '\ue000snewy0',
    '\ue001',
    '\ufffd',
    '{{7*7}}',
    '@q',
  ],
  ...[
    'null',
    'undefined',
    'NaN',
    'true',
    '__proto__',
    'constructor',
    '../../etc/passwd',
    'file:///etc/passwd',
    '\r\nX: y',
  ],
  ...['é', 'e\u0301', 'ﬁ', 'ŉ', '１', '𝓪', '😀', '\u0345', 'İ', 'ß', 'Ω', '\t', '"*"', '-"', '" OR "', '"title" :'],
]
const WORDS = ['rural', 'Telehealth', 'hospital']
/** Each beside a word that the records have, before or after it; in the long run, in every place. */
const TEXTS = INJECTIONS.flatMap((text, index) => {
  const word = WORDS[index % WORDS.length] as string
  const placed = [`${word}${text}`, `${text}${word}`, `${word} ${text}`]
  return process.env.LONG ? placed : placed.slice((index >> 1) % 3).slice(0, 1)
})

/** A keyword search as documented: words, phrases, prefixes, exclusions; everything else is text. */
function askedIn(text: string): Asked[] {
  const parts = [...text.replace(/[\p{Cc}\p{Co}]/gu, ' ').matchAll(/(-?)(?:"([^"]*)"?|(\S+))/g)]
  return parts.flatMap(([, minus, phrase, run = '']): Asked[] => {
    const isPrefix = phrase === undefined && run.endsWith('*')
    const words = phrase ?? (isPrefix ? run.replace(/\*+$/, '') : run)
    if (!/[\p{L}\p{N}]/u.test(words)) return []
    return [{ kind: isPrefix ? 'prefix' : phrase === undefined ? 'word' : 'phrase', words, isExcluded: minus === '-' }]
  })
}

let api: TestApi
let naive: Naive
beforeAll(async () => {
  api = await openApi()
  naive = await openNaive(FIXTURE)
})

const now = Date.parse(NOW)
const listIds = (items: Item[]): string[] => items.map(({ id }) => id).sort()

/** Each text parameter: how to send a text, and what a search without a database finds. */
const PARAMETERS: [
  name: string,
  ask: (text: string) => Promise<{ status: number; ids: string[] }>,
  expected: (text: string) => string[],
][] = [
  ...(['opportunities', 'events'] as const).map((name): (typeof PARAMETERS)[number] => [
    `q of ${name}`,
    (text) => listed(`/api/v1/${name}?limit=100&q=${encodeURIComponent(text)}`),
    (text) => listIds(naive.list(name, {}, askedIn(text), now)),
  ]),
  [
    'awardee of awards',
    (text) => listed(`/api/v1/awards?limit=500&awardee=${encodeURIComponent(text)}`),
    (text) => listIds(naive.list('awards', { awardee: text }, null, now)),
  ],
  [
    'search of the CommonGrants protocol',
    async (text) => {
      const { status, body } = await api.ask('/common-grants/opportunities/search', { json: { search: text } })
      return { status, ids: listIds(body.items ?? []) }
    },
    (text) => listIds(naive.list('opportunities', {}, askedIn(text), now)),
  ],
  ...(['awards', 'opportunities'] as const).map((name): (typeof PARAMETERS)[number] => [
    `ids of ${name}`,
    (text) => listed(`/api/v1/${name}?limit=100&ids=${encodeURIComponent(text.replaceAll(',', ' '))}`),
    () => [],
  ]),
]

async function listed(target: string): Promise<{ status: number; ids: string[] }> {
  const { status, body } = await api.ask(target)
  return { status, ids: listIds(body.data ?? []) }
}

describe(`each of ${TEXTS.length} injection strings finds what a literal search for it finds`, () => {
  it.each(PARAMETERS)('%s', async (_, ask, expected) => {
    for (const text of TEXTS) expect([text, await ask(text)]).toEqual([text, { status: 200, ids: expected(text) }])
  })

  it('query of the search: operators and special characters have no effect', async () => {
    const searchFor = async (query: string) => {
      const { status, body } = await api.ask('/api/v1/search', { json: { query, limit: 50 } })
      return [status, body.documents.map(({ id }: Item) => id)]
    }
    let hits = 0
    for (const text of TEXTS) {
      // Of a run of signs and letters, the letters alone; a star and a minus have a meaning of their own.
      const literal = text
        .replace(/[\p{Cc}\p{Co}]/gu, ' ')
        .replace(/(?<=^|\s)[^\p{L}\p{N}\s"*-]+|[^\p{L}\p{N}\s"*-]+(?=\s|$)/gu, ' ')
      const [status, ids] = await searchFor(text)
      expect([text, status, ids]).toEqual([
        text,
        ...(await searchFor(literal.replace(/\b(AND|NOT|NEAR)\b/g, (word) => word.toLowerCase()))),
      ])
      hits += ids.length
    }
    expect(hits).toBeGreaterThan(TEXTS.length)
  })

  it('id of the changes', async () => {
    for (const text of TEXTS) {
      const { status, body } = await api.ask(`/api/v1/changes?id=${encodeURIComponent(text)}`)
      expect([text, status, body.data]).toEqual([text, 200, []])
    }
  })

  it("q of the operator's account search", async () => {
    const place = await openPlace({ operatorEmail: 'operator@example.org' })
    await place.team()
    const operator = place.browser()
    await operator.signIn('operator@example.org')
    const searchAccounts = async (text: string) => {
      const { status, body } = await operator.ask(`/api/account/operator/accounts?q=${encodeURIComponent(text)}`)
      return [status, body.total]
    }
    expect(await searchAccounts('team')).toEqual([200, 1])
    for (const text of TEXTS) expect([text, await searchAccounts(text)]).toEqual([text, [200, 0]])
  })
})
