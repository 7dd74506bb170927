import { type MailLine, type MailSettings, openMailer } from '../notify/mail.ts'
import { getAttention } from './attention.ts'
import type { Report } from './report.ts'

export interface AlertSettings extends MailSettings {
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
