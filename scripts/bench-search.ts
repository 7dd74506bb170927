import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Command } from 'commander'
import { prepare } from '../src/bake/bake.ts'
import { release } from '../src/bake/release.ts'
import { openService } from '../src/store/service.ts'
import {
  createPlainFinder,
  createServiceFinder,
  type Finder,
  measureMeanQuality,
  measureQuality,
  readJudgments,
} from './bench/relevance.ts'

const program = new Command('bench-search')
  .description('Measures how well the search finds the judged documents, compared with plain bm25.')
  .option('--data <dir>', 'dataset folder', 'data')
  .option('--held-out', 'use the held-out searches, which the ranking is not tuned on', false)
  .option('--misses <ndcg>', 'list the searches below this figure')
  .option('--json', 'print the figures as JSON', false)
  .action(run)

interface Options {
  data: string
  heldOut: boolean
  misses?: string
  json: boolean
}

async function run({ data, heldOut, misses, json }: Options): Promise<void> {
  const { publication } = await prepare(data, () => {})
  const folder = mkdtempSync(path.join(tmpdir(), 'rural-health-search-'))
  await release(publication, folder, Date.now(), () => {})
  const service = openService(folder)
  const { search } = service
  const judgments = readJudgments(publication.documents, heldOut ? 'held out' : 'tuned')
  const finders: Record<string, Finder> = {
    'bm25, all words': createPlainFinder(publication.documents, 'all'),
    'bm25, any word': createPlainFinder(publication.documents, 'any'),
    ours: createServiceFinder(search),
  }
  const groups = [...Map.groupBy(judgments, ({ kind }) => kind), ['all', judgments] as const]
  const figures = Object.fromEntries(
    groups.map(([kind, group]) => [
      kind,
      {
        searches: group.length,
        ...Object.fromEntries(
          Object.entries(finders).flatMap(([name, find]) => {
            const { ndcg, recall, success } = measureMeanQuality(find, group)
            return [
              [`nDCG@10, ${name}`, round(ndcg)],
              [`recall@10, ${name}`, round(recall)],
              [`success@5, ${name}`, round(success)],
            ]
          }),
        ),
      },
    ]),
  )
  const titles = new Map(publication.documents.map(({ record }) => [record.id, record.title]))
  const missing = judgments.flatMap(({ relevant }) => relevant).filter(({ id }) => !titles.has(id))
  const below = findMisses(judgments, finders.ours as Finder, titles, Number(misses ?? 0))
  service.close()
  rmSync(folder, { recursive: true })
  if (json) return console.log(JSON.stringify({ figures, missing, misses: below }, null, 2))
  console.table(figures)
  for (const { id, title } of missing) console.log(`A judged document is missing from the dataset: ${title} (${id})`)
  for (const { query, ndcg, results } of below) {
    console.log(`${ndcg}  ${query}`)
    for (const { grade, title } of results) console.log(`   ${grade ?? '-'}  ${title}`)
  }
}

/** The searches below a figure, with what they find and how it was judged. */
const findMisses = (
  judgments: ReturnType<typeof readJudgments>,
  find: Finder,
  titles: ReadonlyMap<string, string>,
  below: number,
) =>
  judgments
    .map((judgment) => ({ judgment, ndcg: measureQuality(find, judgment).ndcg }))
    .filter(({ ndcg }) => ndcg < below)
    .map(({ judgment: { query, relevant }, ndcg }) => {
      const grades = new Map(relevant.map(({ id, grade }) => [id, grade]))
      const results = find(query).map((id) => ({ grade: grades.get(id) ?? null, title: titles.get(id) ?? null }))
      return { query, ndcg: round(ndcg), results }
    })

const round = (value: number): number => Math.round(value * 1000) / 1000

await program.parseAsync()
