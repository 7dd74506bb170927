import type { AddError } from '../../records/ndjson.ts'
import { findCounty, isCountyName } from '../../rules/awards/counties.ts'
import { parseSentences, parseWords } from '../../rules/text/words.ts'
import type { AwardRecord, Records } from '../../schema/records.ts'

/** Errors of fields that hold something else than their name says. */
export function checkMisplacedValues(records: Records, add: AddError): void {
  for (const kind of ['documents', 'awards', 'pools', 'notices', 'events'] as const) {
    for (const record of records[kind]) {
      if (isBareRepository(record.retrievedFrom)) add(kind, record, 'retrievedFrom', BARE_REPOSITORY)
      if (record.sourceUrl === record.retrievedFrom)
        add(kind, record, 'sourceUrl', 'is the copy that was read; cite the page of the publisher, or write no copy')
    }
  }
  for (const list of records.lists) {
    list.readings.forEach(({ retrievedFrom }, index) => {
      if (isBareRepository(retrievedFrom)) add('lists', list, `readings.${index}.retrievedFrom`, BARE_REPOSITORY)
    })
  }
  for (const award of records.awards)
    for (const [field, reason] of findAwardFaults(award)) add('awards', award, field, reason)
  const toProject = ({ sourceDocumentId, projectTitle }: AwardRecord) => `${sourceDocumentId} ${projectTitle}`
  for (const [award, ...others] of Map.groupBy(records.awards, toProject).values()) {
    if (award?.projectTitle && others.length >= PROJECT_AWARDS_MAX)
      add('awards', award, 'projectTitle', `is a program with ${others.length + 1} awards; write it as initiative`)
  }
  for (const document of records.documents) {
    const allotments = records.allotments.filter(({ state }) => state === document.state)
    for (const reason of findDescriptionFaults(document.description ?? '', allotments))
      add('documents', document, 'description', reason)
  }
  for (const state of records.states) {
    for (const reason of findSummaryFaults(state.summary)) add('states', state, 'summary', reason)
    if ((state.summary === null) !== (state.summarySources.length === 0))
      add('states', state, 'summarySources', 'must list what the summary is based on, and nothing if there is none')
  }
}

/** A title that more awards of a list have is that of a program. */
const PROJECT_AWARDS_MAX = 4

/** Openings that name the kind of a document instead of what happened: "News release of …", "Program page of …". */
const LABEL_OPENING =
  /^(?:(?:an?|the|local|public|final|signed|short|radio|television|federal|state|CMS|HHS|first|second|business|project|program|home|award|news|press) )*(?:release|report|page|site|narrative|record|list|note|overview|article|application|notice|questions and answers|answers|workbook|spreadsheet|collection|copy|summary|slides|letter|roster)s? (?:of|by|on|from|with|that|in|about|at) /i

const LABEL_FIRST = 'begins with the kind of the document; begin with what happened'

/** Statements that stop being true by themselves. */
const PASSING = /\b(published|unpublished|so far|to date|currently|(?:are|is) (?:not )?named|no (?:list|recipients))\b/i

function findSummaryFaults(summary: string | null): string[] {
  const faults = LABEL_OPENING.test(summary ?? '') ? [LABEL_FIRST] : []
  const undated = parseSentences(summary ?? '').find((text) => PASSING.test(text) && !/\b20\d\d\b/.test(text))
  return undated === undefined ? faults : [...faults, `says what can change without a date: ${undated}`]
}

function findDescriptionFaults(description: string, allotments: readonly { amount: number }[]): string[] {
  const [first, ...others] = parseSentences(description)
  const faults: string[] = []
  if (LABEL_OPENING.test(first ?? '')) faults.push(LABEL_FIRST)
  const last = others.at(-1)
  if (allotments.some(({ amount }) => last?.includes(`$${Math.trunc(amount).toLocaleString('en-US')}`)))
    faults.push('closes with the award to the state, which the record of the state has; leave it out')
  return faults
}

const BARE_REPOSITORY = 'is a whole repository; name the file that was read, or write null'

const isBareRepository = (url: string | null): boolean => /^https:\/\/github\.com\/[^/]+\/[^/]+\/?$/.test(url ?? '')

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

function findAwardFaults(award: AwardRecord): [field: string, reason: string][] {
  const { projectTitle, initiative, programDescription } = award
  const faults: [string, string][] = []
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
