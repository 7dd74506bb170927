import type { Admission, Meter } from '../metering/admission.ts'
import { StoreUnavailable } from '../metering/admission.ts'

/** The result of an admission for metrics: the verdict, the exceeded window, or a store failure. */
export type AdmissionVerdict =
  | Exclude<Admission['verdict'], 'refused'>
  | 'refused_minute'
  | 'refused_month'
  | 'unavailable'

/** A meter whose admissions are counted. */
export const watched = <Watched extends Meter>(meter: Watched, tell: (verdict: AdmissionVerdict) => void): Watched => ({
  ...meter,
  async admit(...args) {
    try {
      const admission = await meter.admit(...args)
      tell(getWord(admission))
      return admission
    } catch (error) {
      if (error instanceof StoreUnavailable) tell('unavailable')
      throw error
    }
  },
})

function getWord(admission: Admission): AdmissionVerdict {
  if (admission.verdict !== 'refused') return admission.verdict
  return admission.by.includes('month') ? 'refused_month' : 'refused_minute'
}
