import { readFileSync } from 'node:fs'

/** A version of the contract, with one sentence for each change that callers can see. */
export interface Release {
  version: string
  /** `YYYY-MM-DD`. */
  date: string
  title: string
  changes: string[]
}

/** The releases in CHANGELOG.md, newest first. */
export const readChangelog = (): Release[] =>
  readFileSync('CHANGELOG.md', 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [, version = '', date = '', title = ''] = /^(\S+) \((\S+)\): (.+)/.exec(section) ?? []
      const changes = [...section.matchAll(/^- (.+)/gm)].flatMap(([, change = '']) => change)
      return { version, date, title, changes }
    })
