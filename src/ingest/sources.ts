import { awardListSource, awardPdfSource } from './from/award-lists/source.ts'
import { bonfire } from './from/bonfire.ts'
import { federalRegister } from './from/federal-register.ts'
import { grantsGov } from './from/grants-gov/source.ts'
import { usaspending } from './from/usaspending/source.ts'
import { pagesSource } from './pages/source.ts'
import type { Source } from './source.ts'

/** All sources, in the order in which their answers are merged. Adding one is adding its file and a line here. */
export const SOURCES: readonly Source[] = [
  grantsGov,
  usaspending,
  federalRegister,
  bonfire,
  awardListSource(),
  awardPdfSource(),
  pagesSource(),
]
