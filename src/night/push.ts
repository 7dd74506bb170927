import { execFileSync } from 'node:child_process'

/**
 * What became of a push.
 * - `pushed`: the night's commits are upstream.
 * - `rebased`: somebody had pushed; the commits now follow theirs, and the dataset is that of both.
 * - `conflict`: both have changed the same lines; the night's commits were dropped, the dataset is the other's.
 */
export type Pushed = 'pushed' | 'rebased' | 'conflict'

/**
 * Pushes the commits of a night.
 * @throws Error when the remote cannot be reached or refuses for another reason
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
