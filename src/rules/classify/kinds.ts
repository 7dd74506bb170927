import kinds from '../../../vocabulary/kinds.json' with { type: 'json' }
import { type ApplicantType, RecipientKind } from '../../schema/vocabularies.ts'
import { toPattern } from '../text/words.ts'

const WORDS: { readonly [Type in ApplicantType]: readonly string[] } = kinds.applicants
const APPLICANTS = Object.entries(WORDS).map(([type, words]) => [type as ApplicantType, toPattern(words)] as const)

/** The types of applicants that the stated texts name, in the order of the vocabulary; none for texts of no known type. */
export function classifyApplicants(stated: readonly string[]): ApplicantType[] {
  const texts = stated.map((text) => text.toLowerCase())
  return APPLICANTS.filter(([, words]) => texts.some((text) => words.test(text))).map(([type]) => type)
}

/** The most telling words first: the first pattern that matches decides. */
const RECIPIENTS = kinds.recipients.map(
  ({ kind, names }) => [RecipientKind.nullable().parse(kind), toPattern(names)] as const,
)

/** What a recipient is by its name; null when the name does not tell. */
export function inferKind(name: string): RecipientKind | null {
  const folded = name.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’‘]/g, "'").toLowerCase()
  return RECIPIENTS.find(([, names]) => names.test(folded))?.[0] ?? null
}
