import { awardListSource, awardPdfSource } from './from/award-lists/source.ts'
import { cmsNewsroom } from './from/cms-newsroom.ts'
import { federalRegister } from './from/federal-register.ts'
import { grantsGov } from './from/grants-gov/source.ts'
import { bonfire } from './from/portals/bonfire.ts'
import { delawareBids } from './from/portals/delaware.ts'
import { hawaiiHands } from './from/portals/hawaii.ts'
import { iowaBids } from './from/portals/iowa.ts'
import { portalSource } from './from/portals/portal.ts'
import { southDakotaBoard } from './from/portals/south-dakota.ts'
import { usaspending } from './from/usaspending/source.ts'
import { pagesSource } from './pages/source.ts'
import type { Source } from './source.ts'

/** All sources, in merge order. To add one, add its file and a line here. */
export const SOURCES: readonly Source[] = [
  grantsGov,
  usaspending,
  federalRegister,
  cmsNewsroom,
  bonfire,
  ...[delawareBids, hawaiiHands, iowaBids, southDakotaBoard].map(portalSource),
  awardListSource(),
  awardPdfSource(),
  pagesSource,
]
