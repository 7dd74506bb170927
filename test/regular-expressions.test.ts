import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { analyse } from 'scslre'
import ts from 'typescript'
import { expect, it } from 'vitest'
import kinds from '../vocabulary/kinds.json' with { type: 'json' }
import questions from '../vocabulary/questions.json' with { type: 'json' }
import unquotable from '../vocabulary/unquotable.json' with { type: 'json' }

const SRC = path.join(import.meta.dirname, '..', 'src')

/** Rooms that run while the dataset and the site are made, and never see what a caller sends. */
const NOT_SERVING = ['ingest', 'bake', 'platform', 'site']

interface Found {
  at: string
  literal: ts.RegularExpressionLiteral
}

function regularExpressionsIn(file: string): Found[] {
  const source = ts.createSourceFile(file, readFileSync(path.join(SRC, file), 'utf8'), ts.ScriptTarget.Latest, true)
  const literals: Found[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      literals.push({ at: `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`, literal: node })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return literals
}

/** Whether matching, also of a text that does not match at any place, may take more than linear time. */
function isSuperlinear(text: string): boolean {
  const end = text.lastIndexOf('/')
  return analyse({ source: text.slice(1, end), flags: text.slice(end + 1) }).reports.length > 0
}

it('every regular expression in code that serves requests takes linear time', () => {
  const files = globSync('**/*.ts', { cwd: SRC }).filter((file) => !NOT_SERVING.includes(file.split(path.sep)[0] ?? ''))
  const expressions = files.flatMap(regularExpressionsIn)
  expect(expressions.length).toBeGreaterThan(100)
  expect(
    expressions.filter(({ literal }) => isSuperlinear(literal.text)).map(({ at, literal }) => `${at} ${literal.text}`),
  ).toEqual([])
})

it('the patterns of the vocabulary that serve requests take linear time', () => {
  const { applicants, recipients } = kinds
  const all = [Object.values(applicants), recipients.map(({ names }) => names), Object.values(questions.patterns)]
  const patterns = all.flat().map((alternatives) => alternatives.join('|'))
  patterns.push(
    ...unquotable.links,
    ...unquotable.commands,
    ...questions.leadIns,
    ...questions.selves,
    questions.asking.join('|'),
  )
  patterns.push(...questions.paraphrases.flatMap(([said]) => said ?? []), ...questions.shown.flat())
  patterns.push(...questions.rules.flatMap(([, said]) => said ?? []))
  expect(patterns.filter((pattern) => isSuperlinear(`/${pattern}/`))).toEqual([])
})

it.each(['/^[ \\t]+|[ \\t]+$/g', '/(T.*[+-]\\d{2})(\\d{2})$/', '/(a+)+$/'])('knows that %s does not', (text) => {
  expect(isSuperlinear(text)).toBe(true)
})
