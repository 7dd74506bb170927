import { beforeAll, describe, expect, it } from 'vitest'
import { checkMisplacedValues } from '../../src/bake/checks/field-checks.ts'
import { readRecords } from '../../src/records/dataset.ts'
import { groupByAwardee } from '../../src/rules/awards/awardees.ts'
import { getVerdicts, isVerified } from '../../src/rules/awards/verification.ts'
import { inferKind } from '../../src/rules/classify/kinds.ts'
import type { Records } from '../../src/schema/records.ts'
import { STARTER } from '../api.ts'

let records: Records
beforeAll(async () => {
  records = await readRecords(STARTER)
})

describe('the records', () => {
  it('have every value in its own field: no template, county or label of a copy, and no bare repository', () => {
    const faults: string[] = []
    checkMisplacedValues(records, (kind, record, field, reason) => {
      faults.push(`${kind} ${(record as { id: string }).id} ${field}: ${reason}`)
    })
    expect(faults).toEqual([])
  })

  it('sum up the abstract of every state, each at its own page', () => {
    const abstracts = records.documents.filter(({ url }) => /state-provided-abstracts\.pdf#page=\d+$/.test(url))
    expect(new Set(abstracts.map(({ state }) => state)).size).toBe(50)
    expect(new Set(abstracts.map(({ url }) => url)).size).toBe(50)
    for (const { title, description, programHighlights, transformationStrategy } of abstracts) {
      const isComplete = Boolean(description && programHighlights && transformationStrategy?.approachSummary)
      expect([title, isComplete]).toEqual([title, true])
    }
  })

  it('publish at least 2,290 award rows', () => {
    const verdicts = getVerdicts(records)
    expect(records.awards.filter(({ id }) => isVerified(verdicts.get(id))).length).toBeGreaterThanOrEqual(2_290)
  })

  it('write each initiative one way per state', () => {
    const spellings = Map.groupBy(
      new Set(records.awards.flatMap(({ state, initiative }) => (initiative ? [`${state} ${initiative}`] : []))),
      (name) =>
        name
          .toLowerCase()
          .replace(/\b(initiatives?|program|the)\b/g, '')
          .replace(/&/g, 'and')
          .replace(/[^a-z0-9]+/g, ' ')
          .trim(),
    )
    expect([...spellings.values()].filter((names) => names.length > 1)).toEqual([])
  })

  it('tell of each recipient one kind, and of each with a certification number some kind', () => {
    const kinds = Map.groupBy(records.awards, ({ awardeeName }) => awardeeName.toLowerCase().replace(/\W|\binc\b/g, ''))
    const mixed = [...kinds.values()].filter(
      (rows) => new Set(rows.map((row) => row.recipientKind ?? inferKind(row.awardeeName))).size > 1,
    )
    expect(mixed.map(([row]) => row?.awardeeName)).toEqual([])
    const recipients = [...Map.groupBy(records.awards, ({ state }) => state).values()].flatMap(groupByAwardee)
    const several = recipients.filter(
      (rows) => new Set(rows.map((row) => row.recipientKind ?? inferKind(row.awardeeName))).size > 1,
    )
    expect(several.map((rows) => rows.map(({ awardeeName }) => awardeeName))).toEqual([])
    const unknown = records.awards.filter((row) => row.ccn && !row.recipientKind && !inferKind(row.awardeeName))
    expect(unknown.map(({ awardeeName }) => awardeeName)).toEqual([])
  })
})
