import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Command } from 'commander'
import { prepare } from '../src/bake/bake.ts'
import { release } from '../src/bake/release.ts'
import { openService } from '../src/store/service.ts'
import { type Finder, meanQuality, plainFinder, qualityOf, readJudgments, serviceFinder } from './bench/relevance.ts'

const program = new Command('bench-search')
  .description('Measures how well the search finds the judged documents, compared with plain bm25.')
  .option('--data <dir>', 'dataset folder', 'data')
  .option('--held-out', 'use the held-out searches, which the ranking is not tuned on', false)
  .option('--misses <ndcg>', 'list the searches below this figure')
  .action(run)

interface Options {
  data: string
  heldOut: boolean
  misses?: string
}

async function run({ data, heldOut, misses }: Options): Promise<void> {
  const { publication } = await prepare(data, () => {})
  const folder = mkdtempSync(path.join(tmpdir(), 'rural-health-search-'))
  await release(publication, folder, Date.now(), () => {})
  const { search } = openService(folder)
  const judgments = readJudgments(publication.documents, heldOut ? 'held out' : 'tuned')
  const finders: Record<string, Finder> = {
    'bm25, all words': plainFinder(publication.documents, 'all'),
    'bm25, any word': plainFinder(publication.documents, 'any'),
    ours: serviceFinder(search),
  }
  const groups = [...Map.groupBy(judgments, ({ kind }) => kind), ['all', judgments] as const]
  console.table(
    Object.fromEntries(
      groups.map(([kind, group]) => [
        kind,
        {
          searches: group.length,
          ...Object.fromEntries(
            Object.entries(finders).flatMap(([name, find]) => {
              const { ndcg, recall, success } = meanQuality(find, group)
              return [
                [`nDCG@10, ${name}`, round(ndcg)],
                [`recall@10, ${name}`, round(recall)],
                [`success@5, ${name}`, round(success)],
              ]
            }),
          ),
        },
      ]),
    ),
  )
  const titles = new Map(publication.documents.map(({ record }) => [record.id, record.title]))
  for (const { id, title } of judgments.flatMap(({ relevant }) => relevant)) {
    if (!titles.has(id)) console.log(`A judged document is missing from the dataset: ${title} (${id})`)
  }
  if (misses === undefined) return
  const find = finders.ours as Finder
  for (const judgment of judgments) {
    const { ndcg } = qualityOf(find, judgment)
    if (ndcg >= Number(misses)) continue
    console.log(`${round(ndcg)}  ${judgment.query}`)
    const grades = new Map(judgment.relevant.map(({ id, grade }) => [id, grade]))
    for (const id of find(judgment.query)) console.log(`   ${grades.get(id) ?? '-'}  ${titles.get(id)}`)
  }
}

const round = (value: number): number => Math.round(value * 1000) / 1000

await program.parseAsync()
