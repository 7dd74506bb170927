import { describe, expect, it } from 'vitest'
import { readIngestSettings } from '../../../../src/ingest/settings.ts'
import type { Run } from '../../../../src/ingest/source.ts'
import { NIGHT, NO_RUN, testNetwork } from '../../night.ts'
import { state } from '../../records.ts'
import { standIn } from '../../stand-in.ts'
import { MORE_SHAPES } from './more-shapes.ts'
import type { Row, Shape } from './shapes.ts'

/**
 * Rows as public projects recorded them, without the names of buyers, and what they mean. eVA, VSS, MFMP, ESBD, GPR:
 * repository minetreen-creator/contrax, `src/jobs/sources/fixtures`, of October 1 and 8, 2026.
 */
const RECORDED: [string, Row, object][] = [
  [
    // Its text: "until 2 p.m. on Thursday, October 8, 2026".
    'virginia-eva',
    {
      app: 'IV',
      closedate: '2026-10-08T14:00:00Z',
      workloc: 'Floyd County, Virginia',
      shortdesc: 'Floyd County is seeking proposals from qualified providers of Archaeological Survey services.',
      externalid: '128360',
      doccd: 'RFP',
      doccddesc: 'Request for Proposals (RFP)',
      version: '0',
      internalid: '128360',
      docdeptcd: 'L013FLOYDCO',
      id: 'IV128360',
      agencyname: 'Floyd County',
      status: 'Open',
    },
    { id: 'IV128360', agency: 'Floyd County', dueDate: '2026-10-08T14:00:00-04:00' },
  ],
  [
    // Updated at 20:27:14 UTC.
    'virginia-eva',
    {
      externalid: '129024',
      internalid: '129024',
      version: '1',
      doccd: 'IFB',
      agencyname: 'Old Dominion University',
      id: 'IV129024',
      app: 'IV',
      shortdesc: 'IFB #27-ODU-04-CCC - Hauling, Moving, and Labor Services',
      pubdate: '2026-10-05T16:27:11.250Z',
      closedate: '2026-10-16T11:00:00Z',
      doccddesc: 'Invitation for Bids (IFB)',
      status: 'Open',
      lastupdatedate: '2026-10-05T20:27:14Z',
    },
    { dueDate: '2026-10-16T11:00:00-04:00', facts: { amended: true, amendedAt: '2026-10-05' } },
  ],
  [
    'colorado-vss',
    {
      SO_CAT_CD: '18',
      SO_STA: 'M',
      DOC_CD: 'RFP',
      DOC_DSCR: 'Colorado Health Systems Directory (CHSD)',
      DEPT_NM: 'CDPHE - Prevention Services Division',
      DOC_REF: '[RFP,FHLA,2027000001,3][RFP-FHLA-2027000001-3]',
      DOC_CD_CONCAT: 'Request for Proposals (RFP)',
      SO_CLSNG_DT_TM: 1790884800000,
      PUB_DT: 1788933600000,
      AMND_DT: 1788933600000,
    },
    {
      id: 'RFP-FHLA-2027000001',
      agency: 'CDPHE - Prevention Services Division',
      dueDate: '2026-10-01T14:00:00-06:00',
      facts: { amended: true, amendedAt: '2026-09-09' },
    },
  ],
  [
    'west-virginia-oasis',
    {
      SO_STA: 'M',
      DOC_CD: 'ARFQ',
      DOC_DSCR: 'Claims Coding, Billing and Collection Services',
      DEPT_NM: 'DEPARTMENT OF HEALTH FACILITIES',
      DOC_REF: '[ARFQ,0512,OHF2700000001,2][ARFQ-0512-OHF2700000001-2]',
      DOC_CD_CONCAT: 'Agency Request for Quote (ARFQ)',
      SO_CLSNG_DT_TM: 1791469800000,
      PUB_DT: 1790568000000,
      AMND_DT: 1790568000000,
    },
    { id: 'ARFQ-0512-OHF2700000001', dueDate: '2026-10-08T10:30:00-04:00', facts: { amendedAt: '2026-09-28' } },
  ],
  [
    'kentucky-vss',
    {
      SO_CAT_CD: 'MED',
      SO_STA: 'O',
      DOC_CD: 'RFP',
      DOC_DSCR: 'Physician Services',
      DEPT_NM: 'Department Of Veterans Affairs',
      DOC_REF: '[RFP,074,2700000059,1][RFP-074-2700000059-1]',
      DOC_CD_CONCAT: 'Request for Proposals (RFP)',
      SO_CLSNG_DT_TM: 1791313200000,
      PUB_DT: 1789099200000,
      AMND_DT: '',
    },
    { postedDate: '2026-09-11', dueDate: '2026-10-06T15:00:00-04:00', facts: { amended: false, amendedAt: null } },
  ],
  [
    'michigan-sigma',
    {
      SO_STA: 'O',
      DOC_CD: 'RFP',
      DOC_DSCR: 'PA System Repairs',
      DEPT_NM: 'Comstock Public Schools',
      DOC_REF: '[RFP,CPS,260000002688,1][RFP-CPS-260000002688-1]',
      DOC_CD_CONCAT: 'Request for Proposals (RFP)',
      SO_CLSNG_DT_TM: 1791219540000,
      PUB_DT: 1789963200000,
      AMND_DT: '',
    },
    { postedDate: '2026-09-21', dueDate: '2026-10-05T12:59:00-04:00' },
  ],
  [
    'florida-mfmp',
    {
      agencyAdNumber: 'RFA26-003',
      type: 'Grant Opportunities',
      title: 'Targeted Outreach for Pregnant Women Act (TOPWA)',
      openDate: '2026-09-03T12:00:00.000+00:00',
      closeDate: '2026-11-06T22:00:00.000+00:00',
      favorite: false,
      status: 'OPEN',
      typeId: '2',
      version: 5,
      advertisementId: 16832,
      uniqueName: 'GO-16832',
      publishDate: '2026-09-02T14:05:35.000+00:00',
      agency: 'Department of Health (DOH)',
    },
    {
      id: '16832',
      agency: 'Department of Health',
      kind: 'Grant Opportunities',
      postedDate: '2026-09-02',
      dueDate: '2026-11-06T17:00:00-05:00',
      facts: { amended: true },
    },
  ],
  [
    'texas-esbd',
    {
      internalid: '539626',
      title: 'Comprehensive Clinical Laboratory Testing and On-Site Specimen Collection Services',
      solicitationId: 'IC-RFP-2026-003',
      responseDue: '10/16/2026',
      responseTime: '5:00 PM',
      agencyNumber: 'R2270',
      agencyName: 'Integral Care - R2270',
      status: '6',
      statusName: 'Addendum Posted',
      postingDate: '7/17/2026',
      created: '7/17/2026 5:30 pm',
      lastModified: '9/30/2026 3:53 pm',
    },
    {
      noticeNumber: 'IC-RFP-2026-003',
      agency: 'Integral Care',
      postedDate: '2026-07-17',
      dueDate: '2026-10-16T17:00:00-05:00',
      facts: { amended: true },
    },
  ],
  [
    'georgia-gpr',
    {
      sourceId: 'gpr20',
      esourceNumber: 'PE-55391-NONST-2027-000000034',
      esourceNumberKey: 'PE-55391-NONST-2027-000000034',
      title: 'School Nutrition Program Paper Goods & Supplies IFB 2027-03',
      agencyName: 'Bartow County Schools',
      governmentType: 'K-12',
      bidProcessType: 'Non-State Agency',
      status: 'Open',
      closingDateSort: Date.parse('2026-10-02T12:00:00Z'),
    },
    { agency: 'Bartow County Schools', dueDate: '2026-10-02T08:00:00-04:00' },
  ],
]

async function listed({ portal, timezone, answer }: Shape, row: Row) {
  const server = await standIn((request) => answer([row], 1, request))
  const env = { INGEST_ORIGIN_MAP: `${new URL(portal.url).origin}=${server.origin}` }
  const run: Run = { ...NO_RUN, network: testNetwork(env), settings: readIngestSettings(env), now: new Date(NIGHT) }
  return portal.read(run, { ...state({ code: portal.state }), timezone })
}

describe('a recorded row', () => {
  it.each(RECORDED)('of %s is read as it was meant', async (name, row, expected) => {
    const shape = MORE_SHAPES.find(({ portal }) => portal.name === name) as Shape
    expect(await listed(shape, row)).toMatchObject([expected])
  })
})
