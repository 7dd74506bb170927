import { awardListSource } from './award-list-source.ts'
import { federalRegister } from './federal-register.ts'
import { grantsGov } from './grants-gov.ts'
import { pagesSource } from './pages.ts'
import type { Source } from './source.ts'
import { usaspending } from './usaspending.ts'

/** All sources, in the order in which their answers are merged. Adding one is adding its file and a line here. */
export const SOURCES: readonly Source[] = [grantsGov, usaspending, federalRegister, awardListSource(), pagesSource()]
