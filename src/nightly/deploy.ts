import { execFileSync } from 'node:child_process'
import { orNull } from '../rules/once.ts'
import { compare } from '../rules/text/words.ts'
import type { ChangeEvent } from '../schema/wire/changes.ts'
import { formatHeadline, getSubject, isGood, neutralize, type Report } from './report.ts'

type Environment = { [name: string]: string | undefined }

/**
 * Deploys what was published to the serverless platform: with `VERCEL_TOKEN` the prebuilt output, otherwise by calling
 * `DEPLOY_HOOK_URL`, which starts a build there. Returns a description of what it did.
 * @throws Error when the platform refuses or no target is set
 */
export async function deploy(settings: Environment): Promise<string> {
  const { VERCEL_TOKEN, DEPLOY_HOOK_URL } = settings
  if (VERCEL_TOKEN) {
    const token = ['--token', VERCEL_TOKEN]
    run('vercel', ['pull', '--yes', '--environment', 'production', ...token])
    // Building runs scripts of every package; none of them may see a secret.
    run('vercel', ['build', '--prod'], withoutSecrets(settings))
    run('vercel', ['deploy', '--prebuilt', '--prod', ...token])
    return 'Deployed the prebuilt output to production.'
  }
  if (DEPLOY_HOOK_URL) {
    const response = await fetch(DEPLOY_HOOK_URL, { method: 'POST', signal: AbortSignal.timeout(30_000) })
    if (!response.ok) throw new Error(`The deploy hook returned ${response.status}.`)
    return 'Called the deploy hook.'
  }
  throw new Error('Set VERCEL_TOKEN or DEPLOY_HOOK_URL to deploy.')
}

/** The environment without the secrets that only the deployment needs. */
export const withoutSecrets = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !SECRET.test(name)))

const SECRET = /TOKEN|SECRET|PASSWORD|_KEY$|^DEPLOY_HOOK_URL$|^SMTP_URL$|^REDIS_URL$/

function run(command: string, words: string[], env?: Environment): void {
  try {
    execFileSync(command, words, { stdio: ['ignore', 'inherit', 'inherit'], ...(env && { env }) })
  } catch {
    // The arguments contain the token, so the error must not include them.
    throw new Error(`"${command} ${words[0]}" failed; see its output above.`)
  }
}

const runGit = (folder: string, ...words: string[]): string =>
  execFileSync('git', ['-C', folder, ...words], { encoding: 'utf8', stdio: 'pipe' })

const isSuccessful = (folder: string, ...words: string[]): boolean => orNull(() => runGit(folder, ...words)) !== null

/** The paths of a dataset folder that runs commit. Reports are left out: a report alone does not need a commit. */
const CONTENT = ['records', 'history', ':(exclude)history/reports']
const LINES_MAX = 300

function commitMessage(report: Report): string {
  const { date, changes } = report
  const isPublished = isGood(report)
  const byState = Map.groupBy(changes, ({ state }: ChangeEvent) => state ?? 'national')
  const states = [...byState].sort(([a], [b]) => compare(a, b))
  const sources = isPublished ? report.sources.filter((source) => source.new + source.changed + source.removed > 0) : []
  const lines = [
    ...states.flatMap(([state, events]) => [
      '',
      `${state}:`,
      ...events.map(({ summary }) => `- ${neutralize(summary)}`),
    ]),
    ...(sources.length > 0 ? ['', 'Records:'] : []),
    ...sources.map(
      (s) => `- ${s.source}: ${s.new} new, ${s.changed} changed${s.removed > 0 ? `, ${s.removed} removed` : ''}`,
    ),
  ]
  const more = lines.length - LINES_MAX
  return [
    `${isPublished ? 'Publish' : 'Record'} the nightly run of ${date}: ${getSubject(report)}`,
    '',
    neutralize(formatHeadline(report)),
    ...lines.slice(0, LINES_MAX),
    ...(more > 0 ? ['', `and ${more} more lines`] : []),
    '',
  ].join('\n')
}

/** Commits the records and the history of a dataset folder. Returns false if there is nothing to commit. */
export function commit(data: string, report: Report): boolean {
  if (runGit(data, 'status', '--porcelain', '--', ...CONTENT).trim() === '') return false
  runGit(data, 'add', '--', 'records', 'history')
  runGit(data, 'commit', '--quiet', '--message', commitMessage(report), '--', 'records', 'history')
  return true
}

export const isTracked = (data: string): boolean => isSuccessful(data, 'rev-parse', '--is-inside-work-tree')

/**
 * Pushes the commits of a run. If someone else pushed first, the commits are `rebased` on theirs; if both changed the same
 * lines (`conflict`), the run's commits are dropped, and the dataset is theirs.
 * @throws Error when the remote is unreachable or refuses for another reason
 */
export function push(data: string): 'pushed' | 'rebased' | 'conflict' {
  if (isSuccessful(data, 'push', '--quiet')) return 'pushed'
  runGit(data, 'fetch', '--quiet')
  const behind = Number(runGit(data, 'rev-list', '--count', 'HEAD..@{upstream}').trim())
  if (behind === 0) {
    runGit(data, 'push', '--quiet')
    return 'pushed'
  }
  if (isSuccessful(data, 'rebase', '--quiet', '--autostash', '@{upstream}')) return 'rebased'
  runGit(data, 'rebase', '--abort')
  runGit(data, 'reset', '--quiet', '--keep', '@{upstream}')
  return 'conflict'
}
