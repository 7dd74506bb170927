import { readFileSync } from 'node:fs'
import path from 'node:path'

/** A program of `content/programs`. The tests run each of them. @param base address of the service, without a slash at its end */
export const readProgram = (file: string, base: string): string =>
  readFileSync(path.join('content', 'programs', file), 'utf8')
    .trimEnd()
    .replaceAll('https://service.example.org', base)
