import { git, succeeds } from './git.ts'

/**
 * The result of a push.
 * - `pushed`: the run's commits are upstream.
 * - `rebased`: someone else pushed first; the commits now follow theirs, and the dataset contains both.
 * - `conflict`: both changed the same lines; the run's commits were dropped, and the dataset is theirs.
 */
export type Pushed = 'pushed' | 'rebased' | 'conflict'

/**
 * Pushes the commits of a run.
 * @throws Error when the remote is unreachable or refuses for another reason
 */
export function push(data: string): Pushed {
  if (succeeds(data, 'push', '--quiet')) return 'pushed'
  git(data, 'fetch', '--quiet')
  const behind = Number(git(data, 'rev-list', '--count', 'HEAD..@{upstream}').trim())
  if (behind === 0) {
    git(data, 'push', '--quiet')
    return 'pushed'
  }
  if (succeeds(data, 'rebase', '--quiet', '--autostash', '@{upstream}')) return 'rebased'
  git(data, 'rebase', '--abort')
  git(data, 'reset', '--quiet', '--keep', '@{upstream}')
  return 'conflict'
}
