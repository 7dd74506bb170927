import { awardListSource, awardPdfSource } from './from/award-lists.ts'
import { cmsNewsroom } from './from/cms-newsroom.ts'
import { federalRegister } from './from/federal-register.ts'
import { grantsGov } from './from/grants-gov/source.ts'
import { advantagePortals } from './from/portals/advantage.ts'
import { bonfire } from './from/portals/bonfire.ts'
import { californiaGrants } from './from/portals/california.ts'
import { jsonPortals } from './from/portals/json-lists.ts'
import { portalSource } from './from/portals/portal.ts'
import { usaspending } from './from/usaspending.ts'
import { pagesSource } from './pages/source.ts'
import type { Source } from './source.ts'

/** All sources, in merge order. To add one, add its file and a line here. */
export const SOURCES: readonly Source[] = [
  grantsGov,
  usaspending,
  federalRegister,
  cmsNewsroom,
  bonfire,
  ...[...jsonPortals, ...advantagePortals, californiaGrants].map(portalSource),
  awardListSource(),
  awardPdfSource(),
  pagesSource,
]
