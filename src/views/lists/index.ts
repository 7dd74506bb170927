import { awardListing } from './awards.ts'
import { documentListing } from './documents.ts'
import { eventListing } from './events.ts'
import type { Listing, SectionName } from './listing.ts'
import { opportunityListing } from './opportunities.ts'
import { activityListing, commitmentListing } from './plans.ts'

const LISTINGS = {
  activities: activityListing,
  commitments: commitmentListing,
  opportunities: opportunityListing,
  awards: awardListing,
  documents: documentListing,
  events: eventListing,
}

/** A list without the type of its entries, for code that works with any list. */
export const getListing = (name: SectionName): Listing<object> => LISTINGS[name] as unknown as Listing<object>
