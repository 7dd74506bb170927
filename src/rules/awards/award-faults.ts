import type { AwardRecord } from '../../schema/records.ts'
import { parseWords } from '../text/words.ts'
import { findCounty, isCountyName } from './counties.ts'

/** The name of a program, not of a project, is a title that at least so many awards of a list have. */
const PROGRAM_AWARDS_MIN = 5

/** Titles of one list of awards that are those of programs. */
export function findPrograms(titles: readonly (string | null)[]): Set<string> {
  const repeated = [...Map.groupBy(titles, (title) => title)].filter(([, same]) => same.length >= PROGRAM_AWARDS_MIN)
  return new Set(repeated.flatMap(([title]) => title ?? []))
}

/** Texts that are not titles of projects, with the field that they belong to. */
const NO_TITLES: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [
    /^((\p{Lu}[\p{L}.'’-]* ){1,2}|\p{Lu}[\p{L}.-]* ((of|and|the|du|de|la|qui) )+(\p{Lu}\S* )+)(County|Parish|Borough|Census Area)$/u,
    'is a county; write it as county',
  ],
  [/^(Project|Provider Type|Award|Row|Line) \d+$/i, 'numbers the projects of an application; write null'],
  [/\bmember (hospitals|clinics|agencies|organizations)$/i, 'is a class of recipients; write null'],
  [/\bGrant( Program)? \([A-Z]{2,6}\)$/, 'is a grant program; write it as initiative'],
  [/^The purpose |\w{3}\.$/, 'is a sentence; say in programDescription, in our own words, what the award is for'],
]

const COPIED_LABEL = /^RHT series\b|\bround the register does not state\b|\bcandidate disposition\b/i

/** Sentences that fill a description with the values of other fields. */
const TEMPLATES = [
  /^(Implementation |Planning )?project "[^"]*"( under\b|[;.])/i,
  /^(Award|Contract|Subaward|Recruitment of a provider \([^"]*\)) under\b/i,
  /^(Year \d+ )?(award|subaward|grant) (listed|added|announced) (by|to|in)\b/i,
  /; (awarded|notice of intent to award|agreement or contract in place)(, amount [^.]*)?\.$/i,
  /\(state publishes no amount per recipient\)\.$/i,
]

/** Fields of an award that hold something else than their name says, each with what to do about it. */
export function findAwardFaults(award: AwardRecord): [field: string, reason: string][] {
  const { projectTitle, initiative, programDescription, federalAmount } = award
  const faults: [string, string][] = []
  if (federalAmount === 0) faults.push(['federalAmount', 'is 0; write null when the amount is unknown'])
  const title = NO_TITLES.find(([pattern]) => projectTitle !== null && pattern.test(projectTitle))
  if (title) faults.push(['projectTitle', title[1]])
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
  if (TEMPLATES.some((template) => template.test(text))) return true
  const otherWords = new Set(parseWords(`${projectTitle ?? ''} ${initiative ?? ''} ${awardeeName} ${FILLERS}`))
  return parseWords(text).every((word) => otherWords.has(word))
}

const FILLERS =
  'a an and at by for from in into of on or the to under with award awards awarded contract grant initiative program project round subaward year notice intent amount published preliminary'
