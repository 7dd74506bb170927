import factors from '../../../vocabulary/policies.json' with { type: 'json' }
import { POLICIES, POLICY_NAMES, type PolicyName } from '../../schema/policies.ts'
import { createMatcher } from './widen.ts'
import { parseWords } from './words.ts'

/** The policies whose whole names a text has. */
export const findNamedPolicies = (text: string): readonly PolicyName[] =>
  POLICY_NAMES.filter((policy) => text.includes(` ${parseWords(policy).join(' ')} `))

/** The policies that words name: all of a factor, or else by name, or else by factor or meaning; none if no policy has all of the words. */
export function findPolicies(words: readonly string[]): readonly PolicyName[] {
  const isAbout = createMatcher(words.map((word) => (word.startsWith('licenc') ? 'license' : word)))
  const ofFactor = (policy: PolicyName) => {
    const { name, words } = factors[POLICIES[policy].factor]
    return `${name} ${words}`
  }
  const ofName = (policy: PolicyName) => `${policy} ${POLICIES[policy].words}`
  const ofBoth = (policy: PolicyName) => `${ofFactor(policy)}. ${ofName(policy)}`
  const ofMeaning = (policy: PolicyName) => `${ofBoth(policy)}. ${POLICIES[policy].meaning}`
  const find = (toText: typeof ofName) => POLICY_NAMES.filter((policy) => isAbout(toText(policy)))
  const meant = find(ofMeaning)
  // What a policy means in particular is also part of the overall one.
  const particular = meant.filter((policy) => !/overall/i.test(policy))
  return [find(ofFactor), find(ofName), find(ofBoth), particular].find(({ length }) => length > 0) ?? meant
}
