/** What is mutated: the modules of a subject, each with the fast tests that must detect its mutants. */
export interface Subject {
  readonly [module: string]: readonly string[]
}

/** Modules whose tests have the same folder and name. */
const own = (folder: string, ...names: string[]): Subject =>
  Object.fromEntries(names.map((name) => [`src/${folder}/${name}.ts`, [`test/${folder}/${name}.test.ts`]]))

/** A module that is tested under other names. */
const by = (module: string, ...tests: string[]): Subject => ({
  [`src/${module}.ts`]: tests.map((name) => `test/${name}.test.ts`),
})

/**
 * Tables of words (terms, synonyms, state names) are excluded: a changed word is a changed fact, which the dataset's
 * tests check, not a changed rule.
 */
export const SUBJECTS: { readonly [subject: string]: Subject } = {
  rules: {
    ...own(
      'rules',
      'status',
      'deadlines',
      'moments',
      'fiscal-year',
      'fold',
      'keyword',
      'phases',
      'plausible',
      'recency',
    ),
    ...own(
      'rules',
      'marks',
      'gaps',
      'identity',
      'verification',
      'families',
      'publishers',
      'awardees',
      'changes',
      'classify',
    ),
    ...own('rules', 'abbreviations', 'notice-key', 'merged-notice', 'quotable', 'sentences', 'updates', 'widen'),
    ...own('rules', 'award-lists', 'named-states'),
    ...by('rules/award-facts', 'rules/award-lists'),
    ...by('rules/terms-index', 'rules/classify'),
    ...by('rules/points', 'rules/classify'),
    ...by('rules/places', 'rules/changes'),
    ...by('rules/totals', 'rules/verification'),
    ...by('rules/words', 'rules/classify', 'rules/families', 'rules/awardees'),
    ...by('rules/wording', 'rules/gaps'),
  },
  quota: {
    ...own('metering', 'decide', 'windows', 'plans', 'usage', 'keys', 'limits'),
    ...by('metering/thresholds', 'metering/decide'),
    ...by('metering/subnet', 'metering/limits'),
    ...by('metering/degraded', 'storage/guarded'),
    ...by('metering/circuit', 'storage/guarded'),
  },
  accounts: {
    ...own('account', 'permissions', 'trial'),
    ...by('account/account', 'account/rules'),
    ...by('account/actions', 'account/rules'),
    ...by('account/billing', 'account/rules', 'account/billing'),
    ...by('account/keys', 'account/rules'),
    ...by('account/members', 'account/rules'),
    ...by('account/refusals', 'account/rules'),
    ...by('account/webhooks', 'account/webhook-rules'),
    ...by('account/person', 'account/sign-in'),
  },
  paging: {
    ...own('http', 'links', 'list-parameters'),
    ...by('http/cursors', 'http/pages'),
    ...by('http/endpoints/envelopes', 'http/pages'),
  },
  validation: {
    ...own('schema', 'params'),
    ...own('http', 'problems', 'json-error', 'credentials'),
    ...by('schema/list-params', 'schema/params'),
    ...by('http/parameters', 'http/query-parser'),
    ...by('http/body', 'http/read-json'),
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
