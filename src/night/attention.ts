import type { Report } from './report.ts'
import { headline } from './report-text.ts'

/** How a run of the night ends: good, nothing published, or published but a person must look after something. */
const EXIT_CODES = { good: 0, bad: 1, attention: 2 } as const

/** What a person must look after, one sentence each; empty when nothing. */
export function attentionOf(report: Report): string[] {
  const { outcome, reasons, silent, sources, siteFault, rollback } = report
  const isBad = outcome === 'refused' || outcome === 'silent' || outcome === 'failed'
  return [
    ...(isBad ? [headline(report), ...reasons.map(({ check, reason }) => `${check}: ${reason}`)] : []),
    ...(siteFault ? [`The site could not be built and shows the night before: ${siteFault}`] : []),
    ...(rollback ? [rollback] : []),
    ...silent.map(
      ({ source, failure, succeededAt, failedOn }) =>
        `${source} has not answered for ${failedOn.length} nights or more (${failure}); it last did ${succeededAt ?? 'never'}.`,
    ),
    ...sources.flatMap(({ source, quarantined }) =>
      quarantined.length === 0
        ? []
        : [
            `${source} is in quarantine: ${quarantined.map(({ check, reason }) => `${check}: ${reason}`).join('; ')}. Look at it with "npm run review", then release it with "npm run nightly -- --release ${source}" or correct the records.`,
          ],
    ),
  ]
}

export function exitCodeOf(report: Report): number {
  const { outcome } = report
  if (outcome === 'refused' || outcome === 'silent' || outcome === 'failed') return EXIT_CODES.bad
  return attentionOf(report).length > 0 ? EXIT_CODES.attention : EXIT_CODES.good
}
