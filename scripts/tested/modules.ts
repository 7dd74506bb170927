import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** What is mutated: the modules of each subject, as patterns within `src`. */
export const SUBJECTS: { readonly [subject: string]: readonly string[] } = {
  rules: ['rules/**/*.ts'],
  quota: ['metering/*.ts', 'http/response/headers.ts', 'http/request/callers.ts'],
  accounts: ['account/*.ts'],
  paging: ['http/endpoints/paging.ts'],
  validation: ['schema/*.ts', 'http/request/*.ts'],
}

/** A table of words: a changed word is a changed fact, which the tests of the dataset check, not a changed rule. */
const TABLES = ['rules/text/question-words.ts']

/** The fast tests, which are to detect the mutants of the modules that they import. */
const FAST = ['rules', 'metering', 'account', 'schema', 'http', 'storage']

const ROOT = path.join(import.meta.dirname, '..', '..')
const SRC = path.join(ROOT, 'src')

/**
 * The modules of a subject, or the one with a name such as `rules/time/status`, as paths from the root of the project.
 * @throws when there is none, or a pattern of the subject finds none
 */
export function findModules(name: string): string[] {
  const patterns = SUBJECTS[name] ?? [`${name}.ts`]
  const paths = patterns.flatMap((pattern) => {
    const modules = globSync(pattern, { cwd: SRC, exclude: TABLES })
    if (modules.length === 0) throw new Error(`No module of src is named "${pattern}".`)
    return modules
  })
  return paths.map((module) => `src/${module}`).sort()
}

/** The fast tests that import a module, as paths from the root of the project. */
export function findTests(module: string): string[] {
  const files = FAST.flatMap((room) => globSync(`test/${room}/**/*.test.ts`, { cwd: ROOT }))
  return files.filter((file) => readFileSync(path.join(ROOT, file), 'utf8').includes(`/${module}'`))
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
]
