import { execFileSync } from 'node:child_process'
import type { ChangeEvent } from '../schema/wire/activity.ts'
import { counted, headline, type Report } from './report.ts'

/** The message of a night's commit: what is new in the subject, what changed per state in the body. */
function commitMessage(report: Report): string {
  const what = counted(report.changes) || 'records brought up to date'
  const byState = Map.groupBy(report.changes, ({ state }: ChangeEvent) => state ?? 'national')
  const states = [...byState].sort(([a], [b]) => (a < b ? -1 : 1))
  const sources = report.sources.filter((source) => source.new + source.changed > 0)
  return [
    `Publish the night of ${report.date}: ${what}`,
    '',
    headline(report),
    ...states.flatMap(([state, changes]) => ['', `${state}:`, ...changes.map(({ summary }) => `- ${summary}`)]),
    ...(sources.length > 0 ? ['', 'Records:'] : []),
    ...sources.map((source) => `- ${source.source}: ${source.new} new, ${source.changed} changed`),
    '',
  ].join('\n')
}

/** Commits the records and the history of a dataset folder. Returns false when there was nothing to commit. */
export function commit(data: string, report: Report): boolean {
  const git = (...words: string[]) => execFileSync('git', ['-C', data, ...words], { encoding: 'utf8', stdio: 'pipe' })
  git('add', '--', 'records', 'history')
  if (git('status', '--porcelain', '--', 'records', 'history').trim() === '') return false
  git('commit', '--quiet', '--message', commitMessage(report), '--', 'records', 'history')
  return true
}

/** Whether a folder lies in a git work tree. */
export function isTracked(data: string): boolean {
  try {
    execFileSync('git', ['-C', data, 'rev-parse', '--is-inside-work-tree'], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}
