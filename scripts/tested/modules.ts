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
    ...own('rules', 'marks', 'gaps', 'identity', 'verification', 'publishers', 'awardees', 'changes', 'classify'),
    ...own('rules', 'families', 'notice-key', 'merged-notice', 'abbreviations', 'updates', 'award-lists'),
    ...own('rules', 'terms-index', 'named-states', 'quotable', 'sentences', 'widen', 'commongrants'),
    ...by('rules/award-facts', 'rules/award-lists'),
    ...by('rules/award-passage', 'rules/texts'),
    ...by('rules/compare', 'rules/texts'),
    ...by('rules/completeness', 'rules/facts'),
    ...by('rules/digest', 'rules/texts'),
    ...by('rules/dollars', 'rules/texts'),
    ...by('rules/facets', 'rules/texts'),
    ...by('rules/freshness', 'rules/facts'),
    ...by('rules/nights', 'rules/facts'),
    ...by('rules/once', 'rules/facts'),
    ...by('rules/pick', 'rules/facts'),
    ...by('rules/places', 'rules/facts'),
    ...by('rules/rural', 'rules/facts'),
    ...by('rules/stems', 'rules/texts'),
    ...by('rules/totals', 'rules/facts'),
    ...by('rules/wording', 'rules/texts'),
    ...by('rules/words', 'rules/texts'),
  },
  quota: {
    ...own('metering', 'decide', 'windows', 'plans', 'usage', 'keys', 'limits'),
    ...by('metering/admission', 'http/verdict'),
    ...by('http/response/quota', 'http/verdict'),
    ...by('http/request/admit', 'http/verdict'),
    ...by('metering/thresholds', 'metering/decide'),
    ...by('metering/subnet', 'metering/limits'),
    ...by('metering/degraded', 'storage/guarded'),
    ...by('metering/circuit', 'storage/guarded'),
    ...by('metering/deadline', 'storage/guarded'),
  },
  accounts: {
    ...by('account/permissions', 'account/rules', 'account/changes'),
    ...by('account/account', 'account/rules', 'account/changes'),
    ...by('account/actions', 'account/rules', 'account/changes'),
    ...by('account/billing', 'account/rules', 'account/changes'),
    ...by('account/keys', 'account/rules', 'account/changes'),
    ...by('account/members', 'account/rules', 'account/changes'),
    ...by('account/refusals', 'account/rules', 'account/changes'),
    ...by('account/subscriptions', 'account/changes'),
    ...by('account/trial', 'account/changes'),
    ...by('account/mailbox', 'account/changes'),
    ...by('account/person', 'account/changes'),
    ...by('account/secrets', 'account/changes'),
    ...by('account/caller', 'account/callers'),
    ...by('account/sign-in', 'account/callers'),
    ...by('account/webhooks', 'account/webhook-rules'),
  },
  paging: {
    ...by('http/endpoints/paging', 'http/links', 'http/page-parameters'),
  },
  validation: {
    ...own('schema', 'params', 'fields', 'taxonomy'),
    ...by('http/request/problems', 'http/problems'),
    ...by('http/request/credentials', 'http/credentials'),
    ...by('schema/params', 'schema/params', 'schema/fields'),
    ...by('http/request/parameters', 'http/query-parser', 'http/page-parameters'),
    ...by('http/request/body', 'http/read-json', 'http/json-error'),
  },
}

/** The minimum share of mutants, in percent, that a subject's tests must detect. */
export const SCORE_MIN = 90

/** Mutants without an effect that a caller can see, by file and line, with the reason. */
export const EQUIVALENT: readonly { file: string; line: RegExp; why: string }[] = [
  {
    file: 'src/rules/time/moments.ts',
    line: /known\.(size|set|clear)|instant === undefined|abbreviations\.set|if \(!format\)/,
    why: 'A cache: without it, the same instants are computed again.',
  },
  {
    file: 'src/rules/notices/families.ts',
    line: /`(?:id|number|title) \$\{/,
    why: 'An index: a wider key finds more candidates, of which the same are linked.',
  },
  {
    file: 'src/schema/params.ts',
    line: /\?\? ''/,
    why: 'No state has this name, whatever it is.',
  },
  {
    file: 'src/account/person.ts',
    line: /text !== undefined/,
    why: 'The text "undefined" is too short to be a secret.',
  },
  {
    file: 'src/metering/deadline.ts',
    line: /removeEventListener/,
    why: 'A listener that stays rejects a promise that is settled.',
  },
]
