import { createAwardListSource } from './from/award-lists.ts'
import { cmsNewsroom, federalRegister } from './from/federal-documents.ts'
import { grantsGov } from './from/grants-gov/source.ts'
import { jsonPortals } from './from/portals/json-lists.ts'
import { advantagePortals, bonfire, californiaGrants } from './from/portals/other-lists.ts'
import { createPortalSource } from './from/portals/portal.ts'
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
  ...[...jsonPortals, ...advantagePortals, californiaGrants].map(createPortalSource),
  createAwardListSource(),
  pagesSource,
]
