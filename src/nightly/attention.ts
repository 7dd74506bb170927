import { formatFinding } from '../ingest/report.ts'
import { type MailLine, type MailSettings, openMailer } from '../notify/mail.ts'
import type { Report } from './report.ts'
import { getNotes, headline } from './report-text.ts'

/** What needs attention, one sentence each; empty if nothing does. */
export function getAttention(report: Report): string[] {
  return [
    ...(isBad(report) ? [headline(report), ...report.reasons.map(formatFinding)] : []),
    ...getNotes(report),
    ...report.silent.map(
      ({ source, failure, succeededAt, failedOn }) =>
        `${source} has failed for at least ${failedOn.length} nights (${failure}). It last succeeded: ${succeededAt ?? 'never'}.`,
    ),
    ...report.sources.flatMap(({ source, notes }) => notes.map((note) => `${source}: ${note}.`)),
    ...report.sources
      .filter(({ quarantined }) => quarantined.length > 0)
      .map(
        ({ source, quarantined }) =>
          `${source} is in quarantine: ${quarantined.map(formatFinding).join('; ')}. View it with "npm run review", then release it with "npm run nightly -- --release ${source}" or fix the records.`,
      ),
  ]
}

/** 0: good. 1: nothing was published. 2: published with something that needs attention. */
export function getExitCode(report: Report): number {
  if (isBad(report)) return 1
  return getAttention(report).length > 0 ? 2 : 0
}

const isBad = ({ outcome }: Report): boolean => ['refused', 'silent', 'failed'].includes(outcome)

interface AlertSettings extends MailSettings {
  /** Recipients of mail about runs that need attention, separated by commas. */
  OPERATOR_MAIL?: string | undefined
}

/** Emails the operator what needs attention. Does nothing if nothing does or OPERATOR_MAIL is empty. */
export async function alertOperator(
  report: Report,
  settings: AlertSettings,
  log: (line: MailLine) => void,
): Promise<void> {
  const to = (settings.OPERATOR_MAIL ?? '').split(',').flatMap((address) => address.trim() || [])
  const sentences = getAttention(report)
  if (to.length === 0 || sentences.length === 0) return
  const mailer = await openMailer(settings, log)
  await mailer.send({ kind: 'night_attention', to, date: report.date, sentences })
}
