import { describe, expect, it } from 'vitest'
import type { OpenApi } from '../../src/contract/document.ts'
import type { JsonSchema, Operation, Parameter } from '../../src/contract/schemas.ts'
import { breakingChanges } from './breaking-changes.ts'
import { collectFacts } from './facts.ts'
import { CONTRACT } from './whole.ts'

const before = collectFacts(CONTRACT)

/** The breaking changes when the document is changed in one place. */
function broken(change: (document: OpenApi) => void): string[] {
  const document = structuredClone(CONTRACT)
  change(document)
  return breakingChanges(before, collectFacts(document))
}

const awards = (document: OpenApi): Operation => document.paths['/api/v1/awards']?.get as Operation
const parameter = (document: OpenApi, name: string): Parameter =>
  awards(document).parameters.find((each) => 'name' in each && each.name === name) as Parameter
const award = (document: OpenApi): Required<Pick<JsonSchema, 'properties' | 'required'>> =>
  document.components.schemas.Award as never

describe('a change breaks callers when', () => {
  it.each<[string, (document: OpenApi) => void, string[]]>([
    [
      'an endpoint is removed',
      (document) => delete document.paths['/api/stats'],
      expect.arrayContaining(['GET /api/stats', 'GET /api/stats 200.states']),
    ],
    [
      'a parameter is removed',
      (document) => awards(document).parameters.shift(),
      expect.arrayContaining(['GET /api/v1/awards ?state']),
    ],
    [
      'a parameter becomes required',
      (document) => Object.assign(parameter(document, 'state'), { required: true }),
      ['GET /api/v1/awards ?state required'],
    ],
    [
      'a new parameter is required',
      (document) =>
        awards(document).parameters.push({
          name: 'tenant',
          in: 'query',
          description: 'New.',
          required: true,
          schema: { type: 'string' },
        }),
      ['GET /api/v1/awards ?tenant required'],
    ],
    [
      'the maximum page size shrinks',
      (document) => Object.assign(parameter(document, 'limit').schema, { maximum: 100 }),
      ['GET /api/v1/awards ?limit maximum'],
    ],
    [
      'a default changes',
      (document) => Object.assign(parameter(document, 'limit').schema, { default: 25 }),
      ['GET /api/v1/awards ?limit default'],
    ],
    [
      'a value is no longer accepted',
      (document) => parameter(document, 'category').schema.items?.enum?.shift(),
      ['GET /api/v1/awards ?category[] values'],
    ],
    [
      'a response field is removed',
      (document) => delete award(document).properties.matchAmount,
      expect.arrayContaining(['GET /api/v1/awards 200.data[].matchAmount']),
    ],
    [
      'a response field becomes optional',
      (document) => award(document).required.splice(award(document).required.indexOf('state'), 1),
      ['GET /api/v1/awards 200.data[].state always'],
    ],
    [
      'a response field becomes nullable',
      (document) => Object.assign(award(document).properties.awardeeName as JsonSchema, { type: ['string', 'null'] }),
      ['GET /api/v1/awards 200.data[].awardeeName type'],
    ],
    [
      'a header is removed',
      (document) => delete awards(document).responses['200']?.headers.ETag,
      ['GET /api/v1/awards 200 headers'],
    ],
    [
      'an error code is removed',
      (document) => document.components.schemas.Problem?.properties?.code?.['x-extensible-enum']?.pop(),
      ['problem.code values'],
    ],
    [
      'a public endpoint requires a key',
      (document) => Object.assign(document.paths['/api/stats']?.get as Operation, { security: [{ bearer: [] }] }),
      ['GET /api/stats key'],
    ],
  ])('%s', (_, change, names) => {
    expect(broken(change)).toEqual(names)
  })
})

describe('a change does not break callers when', () => {
  it.each<[string, (document: OpenApi) => void]>([
    [
      'an endpoint is added',
      (document) => {
        document.paths['/api/v1/new'] = { get: awards(document) }
      },
    ],
    [
      'an optional parameter is added, with limits',
      (document) =>
        awards(document).parameters.push({
          name: 'minimum',
          in: 'query',
          description: 'New.',
          schema: { type: 'integer', minimum: 1, maximum: 9, default: 1 },
        }),
    ],
    ['a value is also accepted', (document) => parameter(document, 'category').schema.items?.enum?.push('NEW')],
    [
      'the maximum page size grows',
      (document) => Object.assign(parameter(document, 'limit').schema, { maximum: 1000 }),
    ],
    [
      'a response field is added',
      (document) => Object.assign(award(document).properties, { note: { type: ['string', 'null'] } }),
    ],
    [
      'an enum value is added',
      (document) => document.components.schemas.OpportunityStatus?.['x-extensible-enum']?.push('PAUSED'),
    ],
    [
      'an error code is added',
      (document) => document.components.schemas.Problem?.properties?.code?.['x-extensible-enum']?.push('NEW'),
    ],
    ['wording changes', (document) => Object.assign(awards(document), { description: 'Other words.' })],
  ])('%s', (_, change) => {
    expect(broken(change)).toEqual([])
  })
})
