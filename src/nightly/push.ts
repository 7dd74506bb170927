import { execFileSync } from 'node:child_process'

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
  const git = (...words: string[]) => execFileSync('git', ['-C', data, ...words], { encoding: 'utf8', stdio: 'pipe' })
  const isDone = (...words: string[]): boolean => {
    try {
      git(...words)
      return true
    } catch {
      return false
    }
  }
  if (isDone('push', '--quiet')) return 'pushed'
  git('fetch', '--quiet')
  const behind = Number(git('rev-list', '--count', 'HEAD..@{upstream}').trim())
  if (behind === 0) {
    git('push', '--quiet')
    return 'pushed'
  }
  if (isDone('rebase', '--quiet', '--autostash', '@{upstream}')) return 'rebased'
  git('rebase', '--abort')
  git('reset', '--quiet', '--keep', '@{upstream}')
  return 'conflict'
}
