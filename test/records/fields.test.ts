import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { misplacedValues } from '../../src/bake/checks/field-checks.ts'
import { readRecords } from '../../src/records/dataset.ts'
import { getCounties } from '../../src/rules/awards/places.ts'
import { getVerdicts, isVerified } from '../../src/rules/awards/verification.ts'
import type { Records } from '../../src/schema/records.ts'
import { STATE_NAMES, type StateCode } from '../../src/schema/vocabularies.ts'
import { STARTER } from '../api.ts'

let records: Records
beforeAll(async () => {
  records = await readRecords(STARTER)
})

describe('the records', () => {
  it('have every value in its own field: no template, county or label of a copy, and no bare repository', () => {
    const faults: string[] = []
    misplacedValues(records, (kind, record, field, reason) => {
      faults.push(`${kind} ${(record as { id: string }).id} ${field}: ${reason}`)
    })
    expect(faults).toEqual([])
  })

  it('publish at least 2,290 award rows', () => {
    const verdicts = getVerdicts(records)
    expect(records.awards.filter(({ id }) => isVerified(verdicts.get(id))).length).toBeGreaterThanOrEqual(2_290)
  })

  it('name counties that exist in their state, by their official names', () => {
    const names = countyNames()
    const unknown = records.awards.flatMap((award) =>
      getCounties(award).flatMap((county) =>
        names.get(award.state)?.has(bareName(county)) ? [] : `${award.state} ${county}`,
      ),
    )
    expect([...new Set(unknown)]).toEqual([])
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
})

// Census areas of 2019, which the atlas does not have.
const NEWER = { AK: ['Chugach', 'Copper River'] } as { [state: string]: string[] }

const bareName = (county: string) =>
  county.replace(/ (County|Parish|Borough|Census Area|Municipality|City and Borough)$/, '')

/** The names of each state's counties, without the word for their kind. */
function countyNames(): Map<StateCode, Set<string>> {
  type Shapes = { geometries: { id: string; properties: { name: string } }[] }
  const atlas = JSON.parse(readFileSync('node_modules/us-atlas/counties-10m.json', 'utf8')) as {
    objects: { states: Shapes; counties: Shapes }
  }
  const codes = new Map(Object.entries(STATE_NAMES).map(([code, name]) => [name as string, code as StateCode]))
  const states = new Map(atlas.objects.states.geometries.map(({ id, properties }) => [id, codes.get(properties.name)]))
  const names = new Map<StateCode, Set<string>>()
  for (const { id, properties } of atlas.objects.counties.geometries) {
    const state = states.get(id.slice(0, 2))
    if (!state) continue
    names.set(state, (names.get(state) ?? new Set(NEWER[state])).add(properties.name))
  }
  return names
}
