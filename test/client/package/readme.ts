import { readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '..', '..', '..')
export const README = readFileSync(path.join(ROOT, 'packages', 'client', 'README.md'), 'utf8')

/** The blocks of code in a language. */
export const blocks = (language: string): string[] =>
  [...README.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, block = '']) => block)

interface Example {
  title: string
  program: string
  file: string
}

/** The programs of the readme, as files of a folder: each example continues the first one. */
export function programsIn(folder: string): Example[] {
  const [beginning = '', ...further] = blocks('ts')
  return [beginning, ...further.map((block) => `${beginning}\n${block}`)].map((program, number) => ({
    title: program.trim().split('\n').at(-1) ?? '',
    program: importsFirst(program),
    file: path.join(folder, `example-${number}.ts`),
  }))
}

/** Imports must be at the top of a module, wherever the example has them. */
function importsFirst(program: string): string {
  const lines = program.split('\n')
  const isImport = (line: string) => line.startsWith('import ')
  return [...lines.filter(isImport), ...lines.filter((line) => !isImport(line))].join('\n')
}
