import { deadlineInstant, type Instant } from './moments.ts'

// There are many kinds of key dates (webinars, notices of award); these words mark deadlines.
const DEADLINE_WORDS = /\b(due|deadlines?|clos(?:e|es|ing)|by|expires?)\b/i

/** Whether a key date's label names a deadline: "Applications due", "Inquiries close", "Funds spent by". */
export const namesDeadline = (label: string): boolean => DEADLINE_WORDS.test(label)

/** All deadlines of a document, ascending and without duplicates: its own and those among its key dates. */
export function getDeadlines(
  document: { deadline: string | null; keyDates: readonly { label: string; date: string }[] },
  zone: string,
): Instant[] {
  const moments = document.keyDates.filter((keyDate) => namesDeadline(keyDate.label)).map((keyDate) => keyDate.date)
  if (document.deadline !== null) moments.push(document.deadline)
  return [...new Set(moments.map((moment) => deadlineInstant(moment, zone)))].sort((a, b) => a - b)
}

/** The first deadline after an instant; null if there is none. */
export const nextDeadline = (deadlines: readonly Instant[], now: Instant): Instant | null =>
  deadlines.find((deadline) => deadline > now) ?? null
