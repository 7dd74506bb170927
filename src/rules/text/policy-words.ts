import factors from '../../../vocabulary/policies.json' with { type: 'json' }
import { POLICIES, POLICY_NAMES, type PolicyName } from '../../schema/policies.ts'
import { createMatcher } from './widen.ts'

/** Matches texts that name a policy of the federal form, or one of the federal notice that no state of the form committed to. */
const NAMED =
  / (?:(?:licensure|licensing|nurse|ems|pa|physician|assistant|medical|psychology) compacts?|psypact|nlc|imlc|scope of practice|full practice authority|practice independently|nurse practitioners? (?:to )?(?:practice|prescribe)|certificates? of need|con (?:laws?|repeals?|reforms?|requirements?|polic\w+)|(?:repeal|reform|loosen)\w* con|nutrition (?:education|training|course|class)(?:e?s)?|snap (?:food |benefit |soda )?(?:restrictions? )?waivers?|soda (?:ban|restriction)s?|fitness tests?|store and forward|continuing (?:medical )?education|hygienists?|pay\w* for remote patient monitoring|(?:remote patient monitoring|rpm) (?:\w+ ){0,3}medicaid|medicaid (?:\w+ ){0,3}(?:remote patient monitoring|rpm)|pharmacists? (?:to )?prescrib\w+|short term (?:limited |duration |health |insurance )*(?:plans?|insurance)) /

/** Whether a text in lowercase, with a space before and after each word, names a policy that the program scores. */
export const namesPolicy = (text: string): boolean => NAMED.test(text)

/** The policies that words name: all of a factor, or else by name, or else by factor or meaning; none if no policy has all of the words. */
export function findPolicies(words: readonly string[]): readonly PolicyName[] {
  const isAbout = createMatcher(words.map((word) => (word.startsWith('licenc') ? 'license' : word)))
  const ofFactor = (policy: PolicyName) => {
    const { name, words } = factors[POLICIES[policy].factor]
    return `${name} ${words}`
  }
  const ofName = (policy: PolicyName) => `${policy} ${POLICIES[policy].words}`
  const texts = [
    ofFactor,
    ofName,
    (policy: PolicyName) => `${ofFactor(policy)}. ${ofName(policy)}. ${POLICIES[policy].meaning}`,
  ]
  return (
    texts.map((toText) => POLICY_NAMES.filter((policy) => isAbout(toText(policy)))).find(({ length }) => length > 0) ??
    []
  )
}
