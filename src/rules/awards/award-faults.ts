import vocabulary from '../../../vocabulary/faults.json' with { type: 'json' }
import type { AwardRecord } from '../../schema/records.ts'
import { parseWords, toPattern } from '../text/words.ts'
import { findCounty, isCountyName, splitCounty } from './counties.ts'

/** The name of a program, not of a project, is a title that at least so many awards of a list have. */
const PROGRAM_AWARDS_MIN = 5

/** Titles of one list of awards that are those of programs. */
export function findPrograms(titles: readonly (string | null)[]): Set<string> {
  const repeated = [...Map.groupBy(titles, (title) => title)].filter(([, same]) => same.length >= PROGRAM_AWARDS_MIN)
  return new Set(repeated.flatMap(([title]) => title ?? []))
}

/** Texts that are not titles of projects, with the field that they belong to. */
const NO_TITLES = vocabulary.noTitles.map(({ pattern, reason }) => ({ pattern: new RegExp(pattern, 'u'), reason }))
const COPIED_LABEL = toPattern(vocabulary.copiedLabels)
/** Sentences that fill a description with the values of other fields. */
const TEMPLATE = toPattern(vocabulary.templates)

const REPOSITORY = toPattern(vocabulary.repositories)

/** Whether an address is that of a whole repository, and names no file. */
export const isBareRepository = (url: string | null): boolean => REPOSITORY.test(url ?? '')

/** Fields of an award that hold something else than their name says, each with what to do about it. */
export function findAwardFaults(award: AwardRecord): [field: string, reason: string][] {
  const { projectTitle, initiative, programDescription, federalAmount } = award
  const faults: [string, string][] = []
  if (federalAmount === 0) faults.push(['federalAmount', 'is 0; write null when the amount is unknown'])
  const title = NO_TITLES.find(({ pattern }) => projectTitle !== null && pattern.test(projectTitle))
  // Also "Park", "Park County, WY" and "Park and Teton Counties".
  const names = splitCounty(projectTitle ?? '').name.split(/ counties$|[;,&]| and /i)
  if (title) faults.push(['projectTitle', title.reason])
  else if (names.every((name) => !name.trim() || findCounty(award.state, name)) && projectTitle)
    faults.push(['projectTitle', 'is a county; write it as county'])
  else if (projectTitle !== null && projectTitle === initiative)
    faults.push(['projectTitle', 'repeats the initiative; write null'])
  if (initiative !== null && COPIED_LABEL.test(initiative))
    faults.push(['initiative', 'is a label of the copy, not of the state; write null'])
  if (programDescription !== null && isTemplate(programDescription, award))
    faults.push(['programDescription', 'only repeats other fields; say what the award is for, or write null'])
  const foreign = award.county === null ? (award.place ?? '').split('; ').filter(isCountyName) : [award.county]
  for (const name of foreign) {
    if (findCounty(award.state, name)?.name === name) continue
    const field = award.county === null ? 'place' : 'county'
    faults.push([field, `"${name}" is not the official name of a county of ${award.state}`])
  }
  return faults
}

/** Whether a description says nothing that other fields do not say. */
function isTemplate(text: string, { projectTitle, initiative, awardeeName }: AwardRecord): boolean {
  if (TEMPLATE.test(text)) return true
  const others = [projectTitle ?? '', initiative ?? '', awardeeName, vocabulary.fillers]
  const otherWords = new Set(others.flatMap(parseWords))
  return parseWords(text).every((word) => otherWords.has(word))
}
