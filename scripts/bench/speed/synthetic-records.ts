import { recordId } from '../../../src/rules/record-id.ts'
import type { AwardRecord, DocumentRecord, NoticeRecord } from '../../../src/schema/records.ts'
import { DOCUMENT_CATEGORIES, type StateCode } from '../../../src/schema/vocabularies.ts'
import type { Random } from './random.ts'

const DAY_MS = 86_400_000
export const FISCAL_YEARS = ['FY2026', 'FY2027', 'FY2028'] as const

export type Composer = ReturnType<typeof createComposer>

/**
 * Composes records of each kind.
 * @param words the words of all texts
 * @param now the time around which dates are chosen
 */
export function createComposer(random: Random, words: readonly string[], now: number) {
  const composePhrase = (from: number, to: number): string =>
    Array.from({ length: from + random.below(to - from + 1) }, () => random.pick(words)).join(' ')
  const composeSentences = (count: number): string =>
    Array.from({ length: count }, () => capitalize(`${composePhrase(8, 16).toLowerCase()}.`)).join(' ')
  const pickDay = (first: number, last: number): string =>
    new Date(now + (first + random.below(last - first)) * DAY_MS).toISOString().slice(0, 10)
  const toHost = (state: StateCode | null): string =>
    `https://${state ? `health.${state.toLowerCase()}` : 'www.cms'}.gov`

  function document(at: number, codes: readonly StateCode[]): DocumentRecord {
    return createDocument(`document-${at}`, random.pick(codes), random.pick(FISCAL_YEARS))
  }

  function createDocument(name: string, state: StateCode, fiscalYear: string): DocumentRecord {
    const url = `${toHost(state)}/rural/${name}.pdf`
    return {
      id: recordId('documents', [url]),
      state,
      title: capitalize(composePhrase(5, 10)),
      fileType: 'PDF',
      documentCategory: random.pick(DOCUMENT_CATEGORIES),
      fiscalYear,
      award: null,
      budget: null,
      highlights: composeSentences(2),
      programHighlights: null,
      // Random words may begin like the name of a document, which descriptions must not.
      description: `In ${fiscalYear}: ${composeSentences(3)}`,
      strategicGoals: [],
      milestones: [],
      transformationStrategy: null,
      implementationPhase: null,
      applicationUrl: null,
      keyDates: random.next() < 0.3 ? [{ label: 'Applications due', date: pickDay(-200, 200) }] : [],
      deadline: null,
      pages: 1 + random.below(60),
      url,
      published: pickDay(-300, 0),
      discovered: pickDay(-300, 0),
      sourceUrl: url,
      retrievedFrom: null,
      alsoFrom: [],
      mergedIds: [],
      text: composeSentences(4),
    }
  }

  function award(list: DocumentRecord, line: number): AwardRecord {
    return {
      id: recordId('awards', [list.url, String(line)]),
      state: list.state as StateCode,
      fiscalYear: list.fiscalYear as string,
      awardeeName: `${capitalize(composePhrase(2, 3))} ${random.pick(['Hospital', 'Health Center', 'Clinic', 'Coalition'])}`,
      awardeeKind: 'ORGANIZATION',
      recipientKind: null,
      ccn: null,
      county: null,
      place: null,
      federalAmount: 1_000 * (1 + random.below(3_000)),
      matchAmount: null,
      // Random words may end like a class of recipients, which titles must not.
      projectTitle: `${capitalize(composePhrase(4, 9))} project`,
      initiative: `Initiative ${1 + random.below(12)}`,
      // Says something that no other field says, which descriptions must.
      programDescription: `Buys ${1 + random.below(90)} monitors. ${composeSentences(1)}`,
      awardDate: pickDay(-300, 0),
      awardStage: 'AWARDED',
      rejected: null,
      duplicateOf: null,
      remark: null,
      sourceLine: line,
      sourceDocumentId: list.id,
      sourceUrl: list.url,
      retrievedFrom: null,
    }
  }

  function notice(at: number, codes: readonly StateCode[]): NoticeRecord {
    const state = random.next() < 0.05 ? null : random.pick(codes)
    const sourceUrl = `${toHost(state)}/notices/${at}`
    const isOver = random.next() < 0.6
    const posted = pickDay(-300, -30)
    return {
      id: recordId('notices', [sourceUrl]),
      state,
      scope: state ? 'STATE' : 'NATIONAL',
      title: capitalize(composePhrase(6, 11)),
      opportunityType: random.pick(['RFP', 'RFA', 'NOFO', 'GRANT']),
      noticeNumber: `RH-${at}`,
      issuingAgency: `Department ${random.pick(words)}`,
      summary: composeSentences(2),
      budgetMin: null,
      budgetMax: 10_000 * (1 + random.below(500)),
      budgetPerAward: null,
      applicantTypes: ['Critical access hospitals', 'Rural health clinics'],
      postedDate: posted,
      dueDate: isOver ? pickDay(-29, -1) : pickDay(1, 200),
      loiDate: null,
      questionDeadline: null,
      expectedBy: null,
      rolling: false,
      amended: random.next() < 0.1,
      amendedAt: null,
      sourceStatus: null,
      confirmedAt: null,
      inferred: [],
      documentUrls: [`${sourceUrl}/notice.pdf`],
      firstSeen: posted,
      lastChanged: posted,
      sourceUrl,
      retrievedFrom: null,
      alsoFrom: [],
      duplicateOf: null,
      partOf: null,
      relatedTo: null,
    }
  }

  return { document, createDocument, award, notice }
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
