import { awardListSource, awardPdfSource } from './from/award-lists.ts'
import { cmsNewsroom } from './from/cms-newsroom.ts'
import { federalRegister } from './from/federal-register.ts'
import { grantsGov } from './from/grants-gov/source.ts'
import { advantagePortals } from './from/portals/advantage.ts'
import { bonfire } from './from/portals/bonfire.ts'
import { californiaGrants } from './from/portals/california.ts'
import { delawareBids } from './from/portals/delaware.ts'
import { floridaMarketPlace } from './from/portals/florida.ts'
import { georgiaRegistry } from './from/portals/georgia.ts'
import { hawaiiHands } from './from/portals/hawaii.ts'
import { iowaBids } from './from/portals/iowa.ts'
import { portalSource } from './from/portals/portal.ts'
import { southDakotaBoard } from './from/portals/south-dakota.ts'
import { texasEsbd } from './from/portals/texas.ts'
import { virginiaEva } from './from/portals/virginia.ts'
import { webProcurePortals } from './from/portals/webprocure.ts'
import { usaspending } from './from/usaspending.ts'
import { pagesSource } from './pages/source.ts'
import type { Source } from './source.ts'

/** The lists of states' portals. */
const PORTALS = [
  delawareBids,
  hawaiiHands,
  iowaBids,
  southDakotaBoard,
  virginiaEva,
  ...advantagePortals,
  floridaMarketPlace,
  texasEsbd,
  californiaGrants,
  georgiaRegistry,
  ...webProcurePortals,
]

/** All sources, in merge order. To add one, add its file and a line here. */
export const SOURCES: readonly Source[] = [
  grantsGov,
  usaspending,
  federalRegister,
  cmsNewsroom,
  bonfire,
  ...PORTALS.map(portalSource),
  awardListSource(),
  awardPdfSource(),
  pagesSource,
]
