import type { PublishedOpportunity } from '../../resources/opportunities.ts'
import { classify, INFERRED_CAP } from '../../rules/classify.ts'
import type { Family } from '../../rules/families.ts'
import { slugOf } from '../../rules/identity.ts'
import { deadlineInstant, isoOf, startInstant } from '../../rules/moments.ts'
import { phasesOf } from '../../rules/phases.ts'
import { opportunityStatus, opportunityTurns } from '../../rules/status.ts'
import type { Context } from './context.ts'

// What a slug shows of the id already.
const SHOWN_OF_ID = 8

/** The opportunities of families, which come earliest first. Of those that would share a slug, the earliest has it. */
export function publishOpportunities(families: readonly Family[], context: Context): PublishedOpportunity[] {
  const taken = new Set<string>()
  return families.map((family) => {
    const { earliest, notice } = family
    const short = slugOf(earliest.title, notice.state, notice.id)
    const slug = taken.has(short) ? short + notice.id.slice(SHOWN_OF_ID) : short
    taken.add(slug)
    return publishOpportunity(family, slug, context)
  })
}

function publishOpportunity({ notice, memberIds }: Family, slug: string, context: Context): PublishedOpportunity {
  const zone = context.zoneOf(notice.state)
  const start = (moment: string | null) => (moment === null ? null : startInstant(moment, zone))
  const deadline = (moment: string | null) => (moment === null ? null : deadlineInstant(moment, zone))
  const times = {
    posted: start(notice.postedDate),
    due: deadline(notice.dueDate),
    amended: notice.amended,
    amendedAt: start(notice.amendedAt),
    sourceStatus: notice.sourceStatus,
  }
  const { programCategories, truncatedProgramCategories, programCategoryEvidence } = classify(
    { title: notice.title, body: notice.summary, categories: notice.categories },
    INFERRED_CAP,
  )
  return {
    item: {
      id: notice.id,
      slug,
      title: notice.title,
      type: notice.opportunityType,
      opportunityType: notice.opportunityType,
      programCategories,
      programCategoryEvidence,
      truncatedProgramCategories,
      scope: notice.scope,
      state: notice.state,
      status: 'OPEN',
      issuingAgency: notice.issuingAgency,
      summary: notice.summary,
      budgetMin: notice.budgetMin,
      budgetMax: notice.budgetMax,
      applicantTypes: notice.applicantTypes,
      postedDate: isoOf(times.posted),
      dueDate: isoOf(times.due),
      loiDate: isoOf(deadline(notice.loiDate)),
      questionDeadline: isoOf(deadline(notice.questionDeadline)),
      sourceUrl: notice.sourceUrl,
      documentCount: notice.documentUrls.length,
      createdAt: isoOf(startInstant(notice.firstSeen, zone)),
      updatedAt: isoOf(startInstant(notice.lastChanged, zone)),
    },
    phases: phasesOf(opportunityTurns(times), (now) => opportunityStatus(times, now)),
    names: [...memberIds, slug],
  }
}
