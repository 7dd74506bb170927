import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Command } from 'commander'
import * as z from 'zod'
import { toStatedEvidence } from '../src/answers/evidence.ts'
import { quotingService } from '../src/answers/service.ts'
import { prepare } from '../src/bake/bake.ts'
import { release } from '../src/bake/release.ts'
import { openService, type Service } from '../src/store/service.ts'

/**
 * A question and the facts of a correct answer; each fact is one of several texts separated by `|`. Null: the question
 * must be refused, or answered only that no award is on file or that no call for it is known to be open.
 */
const Asked = z.strictObject({ question: z.string(), facts: z.array(z.string()).nullable() })
type Asked = z.infer<typeof Asked>

const EVIDENCE_MAX = 32
const SAYS_NONE = /^[^.]*\bno award\b[^.]* is on file\b|^[^.]*\bnone for\b[^.]* is known to be open\b/i

const program = new Command('bench-answers')
  .description(
    'Measures how many questions get a correct answer with a citation, and how many unanswerable ones are refused.',
  )
  .option('--data <dir>', 'dataset folder', 'data')
  .option('--held-out', 'use the held-out questions, which nothing is tuned on', false)
  .option('--now <moment>', 'the time at which to ask', '2026-11-21T18:00:00Z')
  .option('--json', 'print the figures as JSON', false)
  .action(run)

interface Options {
  data: string
  heldOut: boolean
  now: string
  json: boolean
}

async function run({ data, heldOut, now, json }: Options): Promise<void> {
  const { publication } = await prepare(data, () => {})
  const folder = mkdtempSync(path.join(tmpdir(), 'rural-health-answers-'))
  await release(publication, folder, Date.parse(now), () => {})
  const service = openService(folder)
  const asked = readQuestions(heldOut ? 'held-out.ndjson' : 'questions.ndjson')
  const results: Awaited<ReturnType<typeof measureAnswer>>[] = []
  for (const one of asked) results.push(await measureAnswer(one, service, Date.parse(now)))
  service.close()
  rmSync(folder, { recursive: true })
  const wrong = results.filter(({ isRight }) => !isRight)
  const share = (some: typeof results) => ({ right: some.filter(({ isRight }) => isRight).length, asked: some.length })
  const correct = share(results.filter(({ facts }) => facts !== null))
  const refused = share(results.filter(({ facts }) => facts === null))
  if (json) return console.log(JSON.stringify({ correct, refused, wrong }, null, 2))
  for (const { question, text } of wrong) console.log(`${question}\n   ${text ?? 'no answer'}`)
  console.log(`Correct, with a citation: ${correct.right} of ${correct.asked}.`)
  console.log(`Refused: ${refused.right} of ${refused.asked}.`)
}

const readQuestions = (file: string): Asked[] =>
  readFileSync(path.join(import.meta.dirname, '..', 'bench', 'answers', file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => Asked.parse(JSON.parse(line)))

async function measureAnswer({ question, facts }: Asked, { figures, search }: Service, now: number) {
  const { answer: answerFrom } = await figures()
  const figuresAnswer = await answerFrom(question, { states: [], fiscalYear: null }, now)
  const passages =
    figuresAnswer?.length === 0 ? [] : search.evidence({ query: question, filters: {}, page: 1, limit: EVIDENCE_MAX })
  const evidence = [...toStatedEvidence(figuresAnswer ?? []), ...passages]
  const outcome = await quotingService.ask('bench', question, evidence, new AbortController().signal)
  const answer = outcome.status === 'OK' ? outcome.answer : null
  const isRight =
    facts === null
      ? answer === null || SAYS_NONE.test(answer.text)
      : answer !== null &&
        answer.citations.length > 0 &&
        facts.every((fact) => fact.split('|').some((text) => answer.text.includes(text)))
  return { question, facts, isRight, text: answer?.text ?? null }
}

await program.parseAsync()
