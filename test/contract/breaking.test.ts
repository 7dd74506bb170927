import { describe, expect, it } from 'vitest'
import { breakingChanges } from '../../src/contract/breaking.ts'
import { openApi } from '../../src/contract/document.ts'
import { factsOf } from '../../src/contract/facts.ts'
import type { JsonSchema, OpenApi, Operation, Parameter } from '../../src/contract/shape.ts'

const before = factsOf(openApi({ servers: [] }))

/** What breaks when the document is changed in one place. */
function broken(change: (document: OpenApi) => void): string[] {
  const document = structuredClone(openApi({ servers: [] }))
  change(document)
  return breakingChanges(before, factsOf(document))
}

const awards = (document: OpenApi): Operation => document.paths['/api/v1/awards']?.get as Operation
const parameter = (document: OpenApi, name: string): Parameter =>
  awards(document).parameters.find((own) => 'name' in own && own.name === name) as Parameter
const award = (document: OpenApi): Required<Pick<JsonSchema, 'properties' | 'required'>> =>
  document.components.schemas.Award as never

describe('a change breaks callers when', () => {
  it.each<[string, (document: OpenApi) => void, string[]]>([
    [
      'an endpoint goes',
      (document) => delete document.paths['/api/stats'],
      expect.arrayContaining(['GET /api/stats', 'GET /api/stats 200.states']),
    ],
    [
      'a parameter goes',
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
      'a page shrinks',
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
      'a field of an answer goes',
      (document) => delete award(document).properties.matchAmount,
      expect.arrayContaining(['GET /api/v1/awards 200.data[].matchAmount']),
    ],
    [
      'a field of an answer may be missing',
      (document) => award(document).required.splice(award(document).required.indexOf('state'), 1),
      ['GET /api/v1/awards 200.data[].state always', 'GET /api/v1/awards/{id} 200.state always'],
    ],
    [
      'a field of an answer may be null',
      (document) => Object.assign(award(document).properties.awardeeName as JsonSchema, { type: ['string', 'null'] }),
      ['GET /api/v1/awards 200.data[].awardeeName type', 'GET /api/v1/awards/{id} 200.awardeeName type'],
    ],
    [
      'a header goes',
      (document) => delete awards(document).responses['200']?.headers.ETag,
      ['GET /api/v1/awards 200 headers'],
    ],
    [
      'an error code goes',
      (document) => document.components.schemas.Problem?.properties?.code?.['x-extensible-enum']?.pop(),
      ['problem.code values'],
    ],
    [
      'a public endpoint asks for a key',
      (document) => Object.assign(document.paths['/api/stats']?.get as Operation, { security: [{ bearer: [] }] }),
      ['GET /api/stats key'],
    ],
  ])('%s', (_, change, names) => {
    expect(broken(change)).toEqual(names)
  })
})

describe('a change breaks nobody when', () => {
  it.each<[string, (document: OpenApi) => void]>([
    [
      'an endpoint comes',
      (document) => {
        document.paths['/api/v1/new'] = { get: awards(document) }
      },
    ],
    [
      'an optional parameter comes, with bounds',
      (document) =>
        awards(document).parameters.push({
          name: 'minimum',
          in: 'query',
          description: 'New.',
          schema: { type: 'integer', minimum: 1, maximum: 9, default: 1 },
        }),
    ],
    ['a value is accepted too', (document) => parameter(document, 'category').schema.items?.enum?.push('NEW')],
    ['a page grows', (document) => Object.assign(parameter(document, 'limit').schema, { maximum: 1000 })],
    [
      'a field of an answer comes',
      (document) => Object.assign(award(document).properties, { note: { type: ['string', 'null'] } }),
    ],
    [
      'an enum value comes',
      (document) => document.components.schemas.OpportunityStatus?.['x-extensible-enum']?.push('PAUSED'),
    ],
    [
      'an error code comes',
      (document) => document.components.schemas.Problem?.properties?.code?.['x-extensible-enum']?.push('NEW'),
    ],
    ['words change', (document) => Object.assign(awards(document), { description: 'Other words.' })],
  ])('%s', (_, change) => {
    expect(broken(change)).toEqual([])
  })
})
