/** What is mutated, by subject, and the fast tests that must detect it. */
export interface Subject {
  mutate: readonly string[]
  tests: readonly string[]
}

const within = (folder: string, ...names: string[]): string[] => names.map((name) => `${folder}/${name}`)
const testsOf = (...names: string[]): string[] => names.map((name) => `test/${name}.test.ts`)

/**
 * Tables of words (terms, synonyms, state names) are excluded: a changed word is a changed fact, which the dataset's
 * tests check, not a changed rule.
 */
export const SUBJECTS: { readonly [subject: string]: Subject } = {
  rules: {
    mutate: within(
      'src/rules',
      ...['status.ts', 'deadlines.ts', 'moments.ts', 'fiscal-year.ts', 'fold.ts', 'keyword.ts', 'phases.ts'],
      ...['plausible.ts', 'recency.ts'],
    ),
    tests: testsOf(
      ...['status', 'deadlines', 'moments', 'fiscal-year', 'fold', 'keyword', 'phases', 'plausible', 'recency'].map(
        (name) => `rules/${name}`,
      ),
    ),
  },
  judgments: {
    mutate: within(
      'src/rules',
      ...['marks.ts', 'gaps.ts', 'identity.ts', 'verification.ts', 'families.ts', 'publishers.ts', 'awardees.ts'],
    ),
    tests: testsOf(
      ...['marks', 'gaps', 'identity', 'verification', 'families', 'publishers', 'awardees'].map(
        (name) => `rules/${name}`,
      ),
    ),
  },
  quota: {
    mutate: within(
      'src/metering',
      ...['decide.ts', 'thresholds.ts', 'windows.ts', 'plans.ts', 'usage.ts', 'keys.ts', 'degraded.ts', 'circuit.ts'],
    ),
    tests: testsOf(
      ...[
        'metering/decide',
        'metering/windows',
        'metering/plans',
        'metering/usage',
        'metering/keys',
        'storage/guarded',
      ],
    ),
  },
  paging: {
    mutate: [...within('src/http', 'cursors.ts', 'links.ts', 'list-parameters.ts'), 'src/http/endpoints/envelopes.ts'],
    tests: testsOf('http/links', 'http/list-parameters', 'http/pages'),
  },
  validation: {
    mutate: [
      ...within('src/schema', 'params.ts', 'list-params.ts'),
      ...within('src/http', 'parameters.ts', 'problems.ts', 'body.ts', 'json-fault.ts', 'credentials.ts'),
    ],
    tests: testsOf(
      ...['schema/params', 'http/query-parser', 'http/problems', 'http/read-json', 'http/json-fault'],
      'http/credentials',
    ),
  },
}

/** The minimum share of mutants, in percent, that a subject's tests must detect. */
export const SCORE_MIN = 90

/** Mutants without an effect that a caller can see, by file and line, with the reason. */
export const EQUIVALENT: readonly { file: string; line: RegExp; why: string }[] = [
  {
    file: 'src/rules/moments.ts',
    line: /known\.(size|set|clear)|instant === undefined|abbreviations\.set|if \(!format\)/,
    why: 'A cache: without it, the same instants are computed again.',
  },
  {
    file: 'src/metering/circuit.ts',
    line: /clearTimeout|\} finally \{/,
    why: 'A timer that is not cleared rejects a promise that no one awaits.',
  },
  {
    file: 'src/metering/decide.ts',
    line: /counts\.month > windows\.month/,
    why: 'Equal months are the same text, whichever of the two is used.',
  },
]
