import type { AddError } from '../../records/ndjson.ts'
import { findAwardFaults, findPrograms, isBareRepository } from '../../rules/awards/award-faults.ts'
import { parseSentences } from '../../rules/text/words.ts'
import type { AllotmentRecord, AwardRecord, Records } from '../../schema/records.ts'

/** Errors of fields that hold something else than their name says. */
export function checkMisplacedValues(records: Records, add: AddError): void {
  for (const kind of ['documents', 'awards', 'pools', 'notices', 'events'] as const) {
    for (const record of records[kind]) {
      for (const field of ['sourceUrl', 'retrievedFrom'] as const)
        if (isBareRepository(record[field])) add(kind, record, field, BARE_REPOSITORY)
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
  for (const awards of Map.groupBy(records.awards, ({ sourceDocumentId }) => sourceDocumentId).values()) {
    for (const program of findPrograms(awards.map(({ projectTitle }) => projectTitle))) {
      const [first, ...others] = awards.filter(({ projectTitle }) => projectTitle === program) as [AwardRecord]
      add('awards', first, 'projectTitle', `is a program with ${others.length + 1} awards; write it as initiative`)
    }
  }
  const allotments = Map.groupBy<string | null, AllotmentRecord>(records.allotments, ({ state }) => state)
  for (const document of records.documents) {
    for (const reason of findDescriptionFaults(document.description ?? '', allotments.get(document.state) ?? []))
      add('documents', document, 'description', reason)
  }
  for (const state of records.states) {
    for (const reason of findSummaryFaults(state.summary)) add('states', state, 'summary', reason)
    if ((state.summary === null) !== (state.summarySources.length === 0))
      add('states', state, 'summarySources', 'must list what the summary is based on, and nothing if there is none')
  }
}

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
  const faults = LABEL_OPENING.test(description) ? [LABEL_FIRST] : []
  const amounts = allotments.map(({ amount }) => `$${Math.trunc(amount).toLocaleString('en-US')}`)
  const isNamed = (text = '') => amounts.some((amount) => text.includes(amount))
  // Few descriptions name an amount, and to find sentences takes long.
  if (isNamed(description) && isNamed(parseSentences(description).slice(1).at(-1)))
    faults.push('closes with the award to the state, which the record of the state has; leave it out')
  return faults
}

const BARE_REPOSITORY = 'is a whole repository; name the file that was read, or write null'
