/**
 * The assistance listings that are read. An award whose number matches `toState` is program money to a state government
 * (an allotment); any other is an award directly to an organization. Listing and award numbers are from the notices of
 * award that CMS sends to the states.
 */
export const LISTINGS = [
  { number: '93.798', title: 'Rural Health Transformation Program', toState: /^RHTCMS\d+$/ },
] as const
export type Listing = (typeof LISTINGS)[number]
