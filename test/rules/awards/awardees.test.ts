import { describe, expect, it } from 'vitest'
import { groupByAwardee, parseSoughtAwardees, toAwardeeWords } from '../../../src/rules/awards/awardees.ts'

const counted = (...names: string[]): number => groupByAwardee(names.map((awardeeName) => ({ awardeeName }))).length

describe("the words of an awardee's name", () => {
  it.each([
    ['The Acme and Sons Inc.', 'acme sons'],
    ['The University of Iowa', 'university of iowa'],
    ['Acme L.L.C. Corp, Ltd', 'acme'],
    ['Acme Co., L.P.', 'acme'],
    // Only at the end; elsewhere it may be part of the name.
    ['Hudson Company Hospital', 'hudson company hospital'],
    ['The Company', 'the company'],
    ['Inc.', 'inc'],
    ['', ''],
  ])('%s', (name, words) => {
    expect(toAwardeeWords(name)).toBe(words)
  })
})

describe('the awardees that a search may name', () => {
  const anywhere = (...names: string[]) => names.map((name) => ({ name, stateName: null }))
  const inIowa = (name: string) => ({ name, stateName: 'iowa' })

  it.each([
    ['Mercy Hosp, Inc.', anywhere('mercy hospital')],
    ['Mercy Hospital, Iowa', [...anywhere('mercy hospital iowa'), inIowa('mercy hospital')]],
    ['Mercy iowa', [...anywhere('mercy iowa'), inIowa('mercy')]],
    ['Acme LLC dba Mercy', anywhere('acme dba mercy', 'acme', 'mercy')],
    ['Iowa', anywhere('iowa')],
    ['?', []],
  ])('%s', (search, sought) => {
    expect(parseSoughtAwardees(search)).toEqual(sought)
  })
})

describe('awardees', () => {
  it.each([
    [['Delta Health Center', 'Delta Health Center, Inc.']],
    [['University of Iowa Healthcare', 'University of Iowa Health Care']],
    [['Alegent Creighton Health DBA CHI Health Plainview', 'Alegent Creighton Health DBA CHI Health Schuyler']],
    [['DVH Hospital Alliance LLN dba Desert View Hospital', 'Desert View Hospital']],
    [['Claiborne County Hospital d/b/a Claiborne County Medical Center', 'Claiborne County Hospital']],
    [['Low Country Health Care System', 'Low Country Health Care System (LCHCS)']],
    [
      [
        'Prisma Health-Upstate (Laurens)',
        'Prisma Health (Oconee)',
        'Prisma Health-Midlands (Orangeburg, Aiken, Oconee)',
      ],
    ],
    [['Self Regional Healthcare (Abbeville)', 'Self Regional Healthcare (Imaging Center, Greenwood)']],
    [['McLeod Health', 'McLeod Health on behalf of McLeod Health Dillon (MHD)']],
    [['Good Shepherd Med Ctr', 'Good Shepherd Medical Center']],
    [['Silverton Health (DBA Legacy Silverton Medical Center)', 'Legacy Silverton Med Ctr']],
    [['Northeast Commission d.b.a. LIFECORE', 'Northeast Mental Health d.b.a. LIFECORE']],
    [['Labette Health', 'Labette County Medical Center']],
    [['(Acme Hospital)', '(ACME HOSPITAL)']],
    [['Delta (Iowa) Health', 'Delta Health']],
    [['B', 'A dba B', 'C dba A', 'C']],
    [
      [
        'Five-Town Health Alliance Inc DBA Mountain Community Health, Inc.',
        'Mountain Community Health DBA Five Town Health Alliance, INC',
      ],
    ],
  ])('with different spellings are counted once: %j', (names) => {
    expect(counted(...names)).toBe(1)
  })

  it.each([
    [['Boone County Health Center', 'Brown County Hospital']],
    [['Northwest Mississippi Regional Medical Center', 'Southwest Mississippi Regional Medical Center']],
    [['Memorial Health Care System', 'Memorial Hospital']],
    [['(Acme)', '(Other)']],
    [['Acme dba', 'Other dba']],
    [['A dba B', 'C dba D']],
    [['日', '?']],
  ])('with different names stay separate: %j', (names) => {
    expect(counted(...names)).toBe(names.length)
  })

  it('keep their rows, in the order of their first row', () => {
    const rows = ['B', 'A, Inc.', 'A', 'B LLC'].map((awardeeName) => ({ awardeeName }))
    expect(groupByAwardee(rows)).toEqual([
      [{ awardeeName: 'B' }, { awardeeName: 'B LLC' }],
      [{ awardeeName: 'A, Inc.' }, { awardeeName: 'A' }],
    ])
  })
})
