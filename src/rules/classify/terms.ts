import type { ClassifiedCategory, Strength } from './points.ts'
import { CARE_TERMS } from './terms-care.ts'
import { SYSTEM_TERMS } from './terms-system.ts'

const parseTerms = (text: string): string[] => text.trim().split(/,\s+/)

const parseStrengths = (texts: { [Name in Strength]?: string }): { [Name in Strength]?: readonly string[] } =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, parseTerms(text)]))

/**
 * The terms of each category: one or more words in lower case; singular and plural are equal. A longer term hides the
 * shorter ones inside it: `suicide prevention` does not count as `prevention`. A term may belong to several categories.
 */
export const TERMS = Object.fromEntries(
  Object.entries({ ...CARE_TERMS, ...SYSTEM_TERMS }).map(([category, texts]) => [category, parseStrengths(texts)]),
) as { [Category in ClassifiedCategory]: ReturnType<typeof parseStrengths> }

/**
 * Terms of texts about the program as a whole. They count for PROGRAM_ADMIN_EVALUATION, and only if a text names no
 * other subject: a notice of the program's first awards is about the program, one of its dental awards is not.
 */
export const WHOLE_PROGRAM = parseStrengths({
  strong: `
    rural health transformation, rural health transformation program, rural health transformation fund,
    rural transformation program, rhtp, rht, rht program, arhtp, ncrhtp, calrht, njrht, transform rural health,
    transform rural health care, transform rural healthcare, rural health transformation project,
    rural health transformation plan, rural health fund, office of rural health transformation`,
  fair: `
    first year award, federal award, federal fund, federal grant, strengthen rural health, improve rural health,
    improve rural healthcare, improve rural health care, for rural health, for rural health care,
    for rural healthcare, rural health grant, rural health care grant, in rural health, in rural health care,
    rural health funding, rural health project, rural healthcare modernization, notice of award, budget period`,
  weak: `
    rural health, rural health care, rural healthcare, awarded, cms, governor, first year, five year, state plan,
    billion, seek`,
})

/** Names and set phrases that hide the terms inside them: they say who acts or how money flows, not what it is for. */
export const SILENT_PHRASES = parseTerms(`
  rural health clinic, rural health facility, rural facility, rural community, rural hospital,
  critical access hospital, rural community hospital, rural provider, rural health provider, health center,
  community health center, community health clinic, federally qualified health center, primary care practice,
  primary care provider, primary care physician, primary care shortage, dental shortage, safety net provider,
  home visit, healthy hometowns, healthcare resiliency program, crisis to care, response to recovery,
  workforce for wellness, connected care grid, promoting access coordination and transformation,
  telehealth health monitoring and response innovation for vital expansion,
  health resources and services administration, centers for medicare and medicaid services,
  centers for disease control and prevention, center for medicaid and chip services, medicare and medicaid,
  health and human services, indian health service, substance abuse and mental health services administration,
  area agency on aging, agency on aging, public health district, board of education, hospital association,
  rural health association, primary care association, national opinion research center,
  appalachian regional commission, paid by reimbursement, paid on a reimbursement basis, reimbursement basis,
  cost reimbursement, by reimbursement, fiscal year, due date, public comment, now access, end user access,
  park access, regional hospital, regional medical center, regional health system, network for public health law,
  approved by the advisory committee, payment pending, aging equipment, award recommendation, notice of intent,
  request for application, request for proposal, application period, application closed, application deadline,
  application window, application process, application was, application due, application were, application go,
  application are, quality care, capital region, capital city, venture capital, executive council, hospital district,
  hospital authority, family of, vendor conference, billing clinic, billing montana, post dispatch, columbus dispatch,
  dental society, dental association, cancer society, alzheimers association, family foundation, park county,
  medical park, benefit counseling, genetic counseling, governors office, human resources, health care management,
  healthcare management, acute care hospital, technology organization, technology company, technology vendor,
  technology request, pending revised budget, ambulance station, ambulance building, ambulance garage, ambulance barn,
  fire station, certificate of need, critical access, health center network, assisted living home, recovery after,
  emergency department staff, post hospital recovery, bike park, community audit, approval of a revised budget,
  fiscal court, pre employment, program administration consulting evaluation and workforce contract
`)

const AGENCY_KINDS = ['department', 'division', 'office', 'bureau', 'secretary', 'board', 'authority', 'agency']
const AGENCY_SUBJECTS = parseTerms(`
  health, public health, health services, health and social services, health care services, health and welfare,
  public health and environment, health and environment, healthcare, rural health, primary care, mental health,
  behavioral health, behavioral health services, behavioral health and developmental disabilities,
  mental health and substance use services, mental health and developmental disabilities, family health services,
  maternal child and family health, community and family health, children services, family and community services,
  children and families, child and family services, emergency medical services, ems, emergency management,
  social services, human services, community health, aging, aging and rehabilitative services, veteran affairs,
  corrections, education, workforce development, workforce, labor, agriculture, health policy, health care workforce,
  health care policy and financing, health information technology, maternal and child health, public safety
`)

/** Agencies, as `department of behavioral health`: their names say nothing about the subject. */
export const AGENCY_NAMES = AGENCY_KINDS.flatMap((kind) => AGENCY_SUBJECTS.map((subject) => `${kind} of ${subject}`))
