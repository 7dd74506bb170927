import { CLASSES } from '../../site/states/maps.ts'
import { BAR_STEPS, MEASURES } from '../../site/states/states.ts'

const count = (most: number): number[] => Array.from({ length: most }, (_, place) => place + 1)

/** The colors of the map by the chosen measure, and the lengths of the bars in the table of the states. */
const rules = [
  ...MEASURES.flatMap((_, place) => [
    `.measured:not(:has(#by-${place}:checked)) .by-${place}{display:none}`,
    ...count(CLASSES).map(
      (rank) => `.measured:has(#by-${place}:checked) .m${place}r${rank}{--rank:var(--ramp-${rank})}`,
    ),
  ]),
  ...count(BAR_STEPS).map((step) => `.b${step}{--bar:${(step * 100) / BAR_STEPS}%}`),
]

export const GET = (): Response => new Response(rules.join('\n'))
