import { createMarker } from '../../rules/text/keyword.ts'
import type { SubjectPart } from './ranking.ts'

/** Names of agencies whose words say nothing about the subject of a text. */
const AGENCY_NAMES = /Centers for Medicare (?:&|and) Medicaid Services/g

/** With so few subjects, each of them is required. */
const FEW = 2
/** The factor on coverage for a passage that leaves out one of few subjects, or the state. */
const WITHOUT_ONE = 0.6
/** The weight of a part that only the title of the document mentions, not the passage. */
const TITLE_SHARE = 0.6

/**
 * How much of a search's subject a passage covers, including the title and the state of its document: the weight of the
 * parts that occur, from 0 to 1. A search that is only about the program is covered by everything.
 */
export function getCoverage(
  parts: readonly SubjectPart[],
): (title: string, stateName: string | null) => (text: string) => number {
  const telling = parts
    .filter(({ weight }) => weight > 0)
    .map(({ sought, weight, namesState, isAsking }) => {
      const mark = createMarker(sought)
      return {
        weight,
        namesState,
        isAsking,
        isIn: (text: string) => mark(text.replace(AGENCY_NAMES, 'CMS')).length > 0,
      }
    })
  const subjects = [...telling.keys()].filter((at) => !telling[at]?.namesState && !telling[at]?.isAsking)
  const total = telling.reduce((sum, { weight }) => sum + weight, 0)

  return (title, stateName) => {
    const titled = telling.map(({ isIn, namesState }) => {
      if (namesState && stateName !== null && isIn(stateName)) return 1
      return isIn(title) ? TITLE_SHARE : 0
    })
    return (text) => {
      if (total === 0) return 1
      const shares = telling.map(({ isIn }, at) => (isIn(text) ? 1 : (titled[at] as number)))
      const covered = telling.reduce((sum, { weight }, at) => sum + weight * (shares[at] as number), 0)
      const isWhole = subjects.length > FEW || subjects.every((at) => (shares[at] as number) > 0)
      const isThere = telling.every(({ namesState }, at) => !namesState || (shares[at] as number) > 0)
      return (covered / total) * (isWhole && isThere ? 1 : WITHOUT_ONE)
    }
  }
}
