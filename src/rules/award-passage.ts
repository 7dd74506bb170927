import { formatDollars } from './dollars.ts'
import { parseSentences } from './sentences.ts'

/** The passage about an award. */
export interface PassageAward {
  awardeeName: string
  stateName: string
  fiscalYear: string
  federalAmount: number | null
  programDescription: string | null
}

const DESCRIPTION_MAX = 300

/** The content of an award row without its description: `Award to Mercy Hospital, Iowa, FY2026: $34,750.` */
function awardSentence({ awardeeName, stateName, fiscalYear, federalAmount }: PassageAward): string {
  const amount = federalAmount === null ? 'amount not published' : formatDollars(federalAmount)
  return `Award to ${awardeeName}, ${stateName}, ${fiscalYear}: ${amount}.`
}

const SENTENCE = /^Award to (.+), [^,]+, FY\d{4}: /

/** The awardee in the passage of an award row. */
export const awardeeIn = (passage: string): string => SENTENCE.exec(passage)?.[1] ?? ''

/** The passage of an award row in the document that lists it: its sentence, and what the money is for. */
export function awardPassage(award: PassageAward): string {
  const [description = ''] = parseSentences(award.programDescription ?? '')
  return description !== '' && description.length <= DESCRIPTION_MAX
    ? `${awardSentence(award)} ${description}`
    : awardSentence(award)
}
