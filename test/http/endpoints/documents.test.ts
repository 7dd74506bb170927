import { beforeAll, describe, expect, it } from 'vitest'
import { openApi, type TestApi } from '../../api.ts'
import { asking, id } from '../listed.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})

const { listed, one } = asking(() => api)

describe('a document', () => {
  it('has a next deadline as of the request: the first one after now, otherwise null', async () => {
    const national = () => one('/api/v1/documents', id('d', 1))
    expect((await national()).nextDeadline).toBe('2026-11-30T04:59:59.000Z')
    const instance = await openApi()
    for (const [moment, deadline] of [
      ['2026-08-01T00:00:00.000Z', '2026-08-31T03:59:59.000Z'],
      ['2026-11-30T04:59:58.999Z', '2026-11-30T04:59:59.000Z'],
      ['2026-11-30T04:59:59.000Z', '2031-02-28T04:59:59.000Z'],
      ['2031-03-01T00:00:00.000Z', null],
    ] as const) {
      instance.at(moment)
      const { body } = await instance.ask('/api/v1/documents?category=GUIDANCE')
      expect([moment, body.data[0].nextDeadline]).toEqual([moment, deadline])
    }
  })

  it('with upcoming=true has its deadline after now, nearest first', async () => {
    const documents = await listed('/api/v1/documents?upcoming=true')
    expect(documents.map(({ nextDeadline }) => nextDeadline)).toEqual([
      '2026-11-21T09:59:59.000Z',
      '2026-11-30T04:59:59.000Z',
      '2026-12-16T05:59:59.000Z',
      '2026-12-16T05:59:59.000Z',
    ])
    expect(documents.at(-2)?.id < documents.at(-1)?.id).toBe(true)
  })

  it('with upcoming=true ends a cursor whose document has another next deadline by then, so that none is skipped', async () => {
    const instance = await openApi()
    const before = await instance.ask('/api/v1/documents?upcoming=true&limit=1')
    const target = `/api/v1/documents?upcoming=true&limit=1&cursor=${before.body.pagination.nextCursor}`
    const next = await instance.ask(target)
    expect(next.body.data[0].nextDeadline).toBe('2026-11-30T04:59:59.000Z')
    const after = `/api/v1/documents?upcoming=true&limit=1&cursor=${next.body.pagination.nextCursor}`
    expect((await instance.ask(after)).body.data[0].nextDeadline).toBe('2026-12-16T05:59:59.000Z')
    // The first document has no further deadline, the second one has.
    instance.at('2026-11-30T05:00:00.000Z')
    for (const expired of [target, after]) {
      const { status, body } = await instance.ask(expired)
      expect([status, body.code]).toEqual([409, 'CURSOR_EXPIRED'])
    }
  })

  it('has the same value for category and documentCategory', async () => {
    for (const { category, documentCategory } of await listed('/api/v1/documents'))
      expect(documentCategory).toBe(category)
  })

  it('is discovered on its day of publication, or else when it was first seen', async () => {
    const dates = async (number: number) => {
      const { published, discovered } = await one('/api/v1/documents', id('d', number))
      return { published, discovered }
    }
    expect(await dates(10)).toEqual({ published: '2026-06-11', discovered: '2026-06-11T05:00:00.000Z' })
    expect(await dates(11)).toEqual({ published: null, discovered: '2026-06-11T05:00:00.000Z' })
  })

  it('with sort=-published comes by its day of publication, after the others if that is unknown', async () => {
    const days = (await listed('/api/v1/documents?sort=-published')).map(({ published }) => published)
    const dated = days.filter((day) => day !== null)
    expect(days).toEqual([...dated.toSorted().reverse(), ...days.filter((day) => day === null)])
    expect(dated.length).toBeGreaterThan(5)
    expect(dated.length).toBeLessThan(days.length)
  })

  it('of national scope has no state, and is found without one', async () => {
    const guide = await one('/api/v1/documents', id('d', 1))
    expect(guide.state).toBeNull()
    const { body } = await api.ask(`/api/v1/documents/${id('d', 1)}`)
    expect([body.state, body.stateName]).toEqual([null, null])
  })

  it('in full has its description, budget, goals, milestones and strategy', async () => {
    const { body } = await api.ask(`/api/v1/documents/${id('d', 3)}`)
    expect(body).toEqual({
      id: id('d', 3),
      title: 'Nebraska transformation plan',
      fileType: 'PDF',
      category: 'STRATEGY',
      state: 'NE',
      stateName: 'Nebraska',
      fiscalYear: 'FY2025',
      award: null,
      statedRows: 4,
      statedTotal: null,
      statedIn: null,
      budget: { total: 100.5, federal: 90.25, match: 10.25 },
      programHighlights: 'Remote patient monitoring in twelve counties.',
      strategicGoals: ['Connect every rural clinic', 'Grow the workforce'],
      milestones: [{ date: '2026-06', label: 'Network opens' }],
      transformationStrategy: {
        keyInitiatives: ['Telehealth hubs'],
        approachSummary: 'Regional hubs share specialists.',
      },
      implementationPhase: 'PLANNING',
      // Eleven of thirteen: neither award nor deadline is known.
      completenessScore: 0.85,
      applicationUrl: 'https://example.org/apply',
      pages: 61,
      url: 'https://example.org/documents/3',
      alsoFrom: [],
      description: 'Plan of Nebraska for remote monitoring and a network of telehealth hubs.',
      updatedAt: expect.any(String),
    })
  })

  it('in full has every key even if nothing is known', async () => {
    const { body } = await api.ask(`/api/v1/documents/${id('d', 4)}`)
    expect(body).toMatchObject({
      fiscalYear: null,
      budget: { total: null, federal: null, match: null },
      programHighlights: null,
      strategicGoals: [],
      milestones: [],
      transformationStrategy: { keyInitiatives: [], approachSummary: null },
      implementationPhase: null,
      completenessScore: 0,
      applicationUrl: null,
      pages: null,
      description: null,
    })
  })

  it('with a partially known budget has null for the rest', async () => {
    const { body } = await api.ask(`/api/v1/documents/${id('d', 2)}`)
    expect(body.budget).toEqual({ total: 272174856, federal: 272174856, match: null })
  })

  it('lists confirmed and extracted categories first', async () => {
    const { programCategories, programCategoryEvidence, activityTypes } = await one('/api/v1/documents', id('d', 6))
    expect(programCategories.slice(0, 2)).toEqual(['QUALITY_PATIENT_SAFETY', 'FINANCIAL_SUSTAINABILITY_REIMBURSEMENT'])
    expect(programCategoryEvidence.slice(0, 2)).toEqual([
      { category: 'QUALITY_PATIENT_SAFETY', source: 'ADMIN_CONFIRMED', matchedTerms: [], taxonomyVersion: '1.0' },
      {
        category: 'FINANCIAL_SUSTAINABILITY_REIMBURSEMENT',
        source: 'EXTRACTED',
        matchedTerms: [],
        taxonomyVersion: '1.0',
      },
    ])
    expect(activityTypes.slice(0, 2)).toEqual(['QUALITY_IMPROVEMENT', 'FINANCE'])
  })
})
