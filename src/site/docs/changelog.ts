import { readFileSync } from 'node:fs'

/** The releases in CHANGELOG.md, newest first: each with its date and one sentence for each change that callers can see. */
export const readChangelog = () =>
  readFileSync('CHANGELOG.md', 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [, version = '', date = '', title = ''] = /^(\S+) \((\S+)\): (.+)/.exec(section) ?? []
      const changes = [...section.matchAll(/^- (.+)/gm)].flatMap(([, change = '']) => change)
      return { version, date, title, changes }
    })
