import type { Step } from '../ledger/advance.ts'
import { RECORDS_FILE } from '../ledger/files.ts'
import { writeStep } from '../ledger/write.ts'
import { DatasetFault } from '../records/fault.ts'
import { discard, stage, takeOver } from '../records/staging.ts'

/**
 * Adds what the ledger of a dataset folder lacks, all of it or nothing, and says so in a sentence; null when it lacks
 * nothing.
 * @throws Error when the ledger was written since it was read
 */
export function keepStep(data: string, step: Step): string | null {
  const { published } = step
  if (published === null) return null
  try {
    writeStep(stage(data), step)
    takeOver(data)
  } finally {
    discard(data)
  }
  const { version, at } = published.publication
  return `Added publication ${version} of ${at} to the ledger: ${counted(published.changes.length)}. Commit history/ledger with the records.`
}

/** @throws DatasetFault when the ledger of a dataset lacks what its records say */
export function checkLedger(step: Step): void {
  const { published } = step
  if (published === null) return
  const reason = `lacks ${counted(published.changes.length)} of the records; run "npm run bake" and commit history/ledger`
  throw new DatasetFault([{ file: RECORDS_FILE, line: 0, field: 'ledger', reason }])
}

const counted = (changes: number): string => (changes === 1 ? '1 change' : `${changes.toLocaleString('en-US')} changes`)
