import { execFileSync } from 'node:child_process'

/** Runs git in a folder. Returns its output. */
export const git = (folder: string, ...words: string[]): string =>
  execFileSync('git', ['-C', folder, ...words], { encoding: 'utf8', stdio: 'pipe' })

/** Whether a git command succeeds in a folder. */
export function succeeds(folder: string, ...words: string[]): boolean {
  try {
    git(folder, ...words)
    return true
  } catch {
    return false
  }
}
