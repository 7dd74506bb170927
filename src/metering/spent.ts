import { randomBytes } from 'node:crypto'
import type { Admission, AdmissionToken } from './admission.ts'

export const newAdmissionToken = (): AdmissionToken => randomBytes(9).toString('base64url')

/** For how many minutes of an account's clock a store remembers at least what an admission with a token spent. */
export const SPENT_KEPT_MINUTES = 10

/** Writes the token of an admission into its usage, where a refund finds it. */
export function named(admission: Admission, token: AdmissionToken | undefined): Admission {
  if (token === undefined || admission.verdict !== 'admitted') return admission
  return { ...admission, usage: { ...admission.usage, token } }
}
