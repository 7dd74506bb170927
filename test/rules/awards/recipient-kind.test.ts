import { expect, it } from 'vitest'
import { inferKind } from '../../../src/rules/classify/kinds.ts'

it.each<[name: string, kind: ReturnType<typeof inferKind>]>([
  ['Sheridan Memorial Hospital', 'HOSPITAL'],
  ['Knoxville Hospital & Clinics', 'HOSPITAL'],
  ['Grande Ronde Hospital Elgin Clinic', 'RURAL_CLINIC'],
  ['Basin Clinic, Inc', 'RURAL_CLINIC'],
  ['Northeast Alabama Community Health Center', 'FQHC'],
  ['Georgetown-Scott County EMS', 'EMS'],
  ['Avon Volunteer Fire and EMS', 'EMS'],
  ['Cultivate Food Rescue', null],
  ['Native Village of Eyak Ilanka Community Health Center', 'TRIBAL'],
  ['Choctaw Nation of Oklahoma', 'TRIBAL'],
  ['National Jewish Health (Quitlink)', null],
  ['University of Wyoming', 'UNIVERSITY'],
  ['University of Vermont Medical Center', 'HOSPITAL'],
  ['Hawkins County Schools', 'SCHOOL'],
  ['Salem County', 'COUNTY'],
  ['YMCA of Steuben County', 'NONPROFIT'],
  ['Esmeralda County Board of Commissioners', 'COUNTY'],
  ['Memorial Hospital of Converse County', 'HOSPITAL'],
  ['Carroll County Council on Aging, Inc.', 'NONPROFIT'],
  ['City of Kenai - Fire Department', 'EMS'],
  ['Town of Jackson', 'CITY'],
  ['Grant County Health Department', 'PUBLIC_HEALTH'],
  ['Virginia Department of Health', 'STATE_AGENCY'],
  ['Division of Public Health, Department of Health', 'STATE_AGENCY'],
  ['Rutland Center for Living and Rehabilitation', 'LONG_TERM_CARE'],
  ['Klamath Basin Behavioral Health', 'BEHAVIORAL_HEALTH'],
  ['Cummins Behavioral Health Systems, Inc.', 'BEHAVIORAL_HEALTH'],
  ['The East Alabama Health Care Authority', 'HOSPITAL'],
  ['Oregon Primary Care Association', 'NONPROFIT'],
  ['Valley View Hospital Association', null],
  ['Deloitte Consulting LLP', 'COMPANY'],
  ['UAB St. Vincent’s Chilton LLC', null],
])('%s is %s by its name', (name, kind) => {
  expect(inferKind(name)).toBe(kind)
})
