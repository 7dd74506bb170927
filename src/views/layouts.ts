import type { FeedEntry, Layout } from '../formats/formats.ts'
import type { Award } from '../resources/awards.ts'
import { resource } from '../resources/index.ts'
import type { SectionName } from './lists/listing.ts'
import { dollarText } from './wording.ts'

/** The columns and entries of a section's files: those of the API, plus a feed of awards. */
export function getLayout(name: SectionName): Layout {
  const { item, formats } = resource(name)
  return { item, ...formats, ...(name === 'awards' && { feed: awardPost }) }
}

const awardPost = (award: Award): FeedEntry => ({
  id: award.id,
  title: `${award.awardeeName} (${award.state})`,
  text: [
    award.federalAmount === null ? 'Amount not published.' : `${dollarText(award.federalAmount)}.`,
    award.projectTitle ?? award.initiative ?? award.programDescription,
    `From: ${award.sourceDocument.title}`,
  ]
    .filter(Boolean)
    .join('\n'),
  address: award.sourceDocument.url,
  published: award.awardDate === null ? null : `${award.awardDate}T12:00:00.000Z`,
  updated: award.updatedAt,
  categories: [award.stateName, award.fiscalYear, ...award.programCategories],
})
