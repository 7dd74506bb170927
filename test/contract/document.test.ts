import { validate } from '@readme/openapi-parser'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OpenApi } from '../../src/contract/document.ts'
import { openApi } from '../../src/contract/document.ts'
import { createExampleResponse } from '../../src/contract/examples.ts'
import { ROUTES } from '../../src/contract/routes.ts'
import { isReference, type Operation, toMethod } from '../../src/contract/schemas.ts'
import { ENDPOINTS } from '../../src/http/endpoints/all.ts'
import { PUBLIC_ENDPOINTS } from '../../src/http/endpoints/public.ts'
import { ERROR_CODES } from '../../src/http/response/errors.ts'
import { EXPOSED_HEADERS } from '../../src/http/response/headers.ts'
import { PLAN_NAMES, PLANS, type PlanName } from '../../src/metering/plans.ts'
import { CATEGORY_INPUTS } from '../../src/schema/taxonomy.ts'
import { openService } from '../../src/store/service.ts'
import { baked, NOW, openApi as openTestApi } from '../api.ts'

let document: OpenApi
const examples = new Map<string, unknown>()

beforeAll(async () => {
  const { folder } = await baked()
  const service = openService(folder)
  for (const route of ROUTES) {
    const example = await createExampleResponse(route, service, Date.parse(NOW))
    if (example !== undefined) examples.set(route.operationId, example)
  }
  document = openApi({ servers: ['https://api.example.org', 'https://old.example.org'], examples })
})

const documentPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}')
const operations = (): [name: string, operation: Operation][] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
  )

describe('the OpenAPI document', () => {
  it('shows the allowances of the plan in the example of usage', () => {
    const { plan, ...usage } = examples.get('getUsage') as { plan: PlanName } & Record<string, { limit: number }>
    const { perMinute, perMonth, answersPerMonth } = PLANS[plan]
    const shown = [usage.minute, usage.requests, usage.aiAnswers].map((allowance) => allowance?.limit)
    expect(shown).toEqual([perMinute, perMonth, answersPerMonth])
  })

  it('is valid OpenAPI 3.1 without warnings', async () => {
    expect(await validate(JSON.parse(JSON.stringify(document)))).toEqual({
      valid: true,
      warnings: [],
      specification: 'OpenAPI',
    })
  })

  it('has a value wherever its prose names one', () => {
    const prose = [document.info, document.tags, document.paths].map((part) => JSON.stringify(part)).join()
    expect(prose).not.toMatch(/\{\{|\bundefined\b|\[object /)
  })

  it('lists both hosts as servers, and its own host if none is configured', () => {
    expect(document.servers.map(({ url }) => url)).toEqual(['https://api.example.org', 'https://old.example.org'])
    expect(openApi({ servers: [] }).servers.map(({ url }) => url)).toEqual(['/'])
  })

  it.each(
    ENDPOINTS.map(({ method, path, query, parameter, isSigned }) => ({ method, path, query, parameter, isSigned })),
  )('has $method $path with every parameter', ({ method, path, query, parameter, isSigned }) => {
    const operation = document.paths[documentPath(path)]?.[toMethod({ method })]
    const names = (place: string) =>
      operation?.parameters.flatMap((each) => (!isReference(each) && each.in === place ? each.name : []))
    const aliases = Object.values(query).flatMap(({ alias }) => alias ?? [])
    expect(names('query')?.toSorted()).toEqual([...Object.keys(query), ...aliases].sort())
    expect(names('path')).toEqual(parameter ? [parameter.name] : [])
    expect(operation?.security).toEqual(isSigned ? [] : [{ bearer: [] }, { apiKey: [] }])
  })

  it.each(PUBLIC_ENDPOINTS.map(({ path }) => path))('has %s without a key', (path) => {
    expect(document.paths[path]?.get?.security).toEqual([])
  })

  it('describes every parameter, with its default and its limits', () => {
    for (const [name, { parameters }] of operations()) {
      for (const parameter of parameters) {
        if (!isReference(parameter)) expect(parameter.description, `${name} ${parameter.name}`).not.toBe('')
      }
    }
    const awards = document.paths['/api/v1/awards']?.get?.parameters
    expect(awards).toContainEqual(
      expect.objectContaining({ name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 500, default: 100 } }),
    )
    const categories = awards?.find((each) => !isReference(each) && each.name === 'programCategory')
    expect(categories).toMatchObject({ schema: { type: 'array', items: { enum: CATEGORY_INPUTS } }, explode: false })
  })

  it('gives every operation a unique id, and every response a description', () => {
    const ids = operations().map(([, { operationId }]) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [name, { responses, summary, description }] of operations()) {
      expect(summary && description, name).toBeTruthy()
      for (const { description } of Object.values(responses)) expect(description, name).not.toBe('')
    }
  })

  it('has every error code: as a value of `code`, as an example, and where it can occur', () => {
    expect(document.components.schemas.Problem?.properties?.code?.['x-extensible-enum']).toEqual(ERROR_CODES)
    expect(Object.keys(document.components.examples)).toEqual(ERROR_CODES)
    const said = new Set(
      operations().flatMap(([, { responses }]) =>
        Object.values(responses).flatMap(({ content }) =>
          Object.keys(content?.['application/problem+json']?.examples ?? {}),
        ),
      ),
    )
    // An unreadable request, and an unsupported method, belong to no operation.
    expect(ERROR_CODES.filter((code) => !said.has(code))).toEqual(['BAD_REQUEST'])
    expect(document.info.description).toContain('METHOD_NOT_ALLOWED')
  })

  it.each([
    ['INVALID_PARAMETER', 'status=OPN'],
    ['UNKNOWN_PARAMETER', 'stat=NE'],
  ])('has as example of %s the response to %s', async (code, query) => {
    const api = await openTestApi()
    const { type: _, requestId: __, ...said } = (await api.ask(`/api/v1/opportunities?${query}`)).body
    expect(document.components.examples[code]?.value).toMatchObject(said)
  })

  it('has every header that scripts may read', () => {
    expect(Object.keys(document.components.headers)).toEqual(expect.arrayContaining(EXPOSED_HEADERS))
  })

  it.each(PLAN_NAMES)('states the allowances of the plan %s', (name) => {
    const { perMinute, perMonth, answersPerMonth, keys } = PLANS[name]
    const line = document.info.description.split('\n').find((text) => text.startsWith(`- \`${name}\``))
    expect(line).toBeDefined()
    if (keys === 0) return
    for (const figure of [perMinute, perMonth, answersPerMonth]) expect(line).toContain(figure.toLocaleString('en-US'))
  })

  it('allows additions in responses, and no unknown fields in requests', () => {
    expect(document.components.schemas.Award).not.toHaveProperty('additionalProperties')
    expect(document.components.schemas.SearchBody?.additionalProperties).toBe(false)
  })

  it('has an example response of every data endpoint that matches its schema', () => {
    const ajv = new Ajv2020({ strict: false })
    formats.default(ajv)
    ajv.addSchema({ $id: 'document', ...document })
    const shown = operations().flatMap(([name, { responses }]) => {
      const example = (responses['200'] ?? responses['201'])?.content?.['application/json']?.examples?.answer
      return example && !isReference(example)
        ? [{ name, value: example.value, status: '200' in responses ? '200' : '201' }]
        : []
    })
    for (const { name, value, status } of shown) {
      const [method = '', path = ''] = name.split(' ')
      const pointer = ['paths', path, method, 'responses', status, 'content', 'application/json', 'schema']
      const check = ajv.getSchema(`document#/${pointer.map(pointerPart).join('/')}`)
      expect(check?.(value), `${name}: ${ajv.errorsText(check?.errors)}`).toBe(true)
    }
    const names = shown.map(({ name }) => name)
    // A signed address returns the response of its list.
    for (const { method, path } of ENDPOINTS.filter(({ isSigned }) => !isSigned))
      expect(names).toContain(`${method.toLowerCase()} ${documentPath(path)}`)
  })

  it('picks its examples from existing endpoints and parameters', () => {
    for (const { path, query, example } of ENDPOINTS) {
      expect(Object.keys(query), path).toEqual(expect.arrayContaining(Object.keys(example?.query ?? {})))
    }
  })
})

const pointerPart = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
