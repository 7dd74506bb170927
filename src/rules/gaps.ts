/** What is counted of a state to find its gaps. */
export interface GapFacts {
  awards: number
  /** Award rows that wait for a second source. */
  unverifiedAwards: number
  documents: number
  opportunities: number
  events: number
  activities: number
  sites: number
  sitesDown: number
}

/** What is known to be missing of a state, in words; of the nation, what does not need a state. */
export function gapsOf(facts: GapFacts, isNational: boolean): string[] {
  const gaps: string[] = []
  const none = (what: string) => gaps.push(`No ${what} recorded.`)
  if (facts.documents === 0) none('documents')
  if (facts.opportunities === 0) none('opportunities')
  if (facts.events === 0) none('events')
  if (isNational) return gaps
  if (facts.awards === 0) none('verified awards')
  if (facts.unverifiedAwards > 0) {
    const rows = facts.unverifiedAwards === 1 ? '1 award row waits' : `${facts.unverifiedAwards} award rows wait`
    gaps.push(`${rows} for a second source and cannot be published yet.`)
  }
  if (facts.activities === 0) none('activities')
  if (facts.sites === 0) none('program page')
  if (facts.sitesDown > 0) gaps.push(`Program pages that are down: ${facts.sitesDown} of ${facts.sites}.`)
  return gaps
}
