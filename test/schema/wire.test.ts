import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { Activity } from '../../src/resources/activities.ts'
import { Award } from '../../src/resources/awards.ts'
import { StateDetail, StateSummary, Stats } from '../../src/resources/states.ts'
import { ProgramCategoryEvidence } from '../../src/schema/taxonomy.ts'
import { CHANGE_DETAILS, ChangeEvent, FeedItem } from '../../src/schema/wire/changes.ts'
import { CalendarEvent, Document, DocumentDetail, Opportunity, SearchDocument } from '../../src/schema/wire/records.ts'

/**
 * The tables of the specification and later additions: fields in order, each with its JSON type. A question mark means
 * that it may be null, because the specification says so or because a value may be unknown.
 */
const SHAPES: [name: string, schema: z.ZodType, fields: Record<string, string>][] = [
  [
    'programCategoryEvidence item',
    ProgramCategoryEvidence,
    { category: 'string', source: 'string', matchedTerms: 'array of string', taxonomyVersion: 'string' },
  ],
  [
    'Stats',
    Stats,
    {
      states: 'integer',
      documents: 'integer',
      activities: 'integer',
      totalStateAward: 'number',
      fundingCount: 'integer',
      federalTracked: 'boolean',
    },
  ],
  [
    'State summary',
    StateSummary,
    {
      code: 'string',
      name: 'string',
      region: 'string',
      cahCount: 'integer?',
      summary: 'string?',
      sources: 'array of string',
      siteUrl: 'string?',
      documents: 'integer',
      totalAwardByState: 'number?',
      awardPerRuralResident: 'integer?',
      awardTotal: 'number?',
      awards: 'integer',
      awardAmountsKnown: 'integer',
      awardeeCount: 'integer',
      lastActivity: 'timestamp?',
      updatedAt: 'timestamp',
    },
  ],
  [
    'State detail',
    StateDetail,
    {
      code: 'string',
      name: 'string',
      region: 'string',
      cahCount: 'integer?',
      summary: 'string?',
      sources: 'array of string',
      documents: 'integer',
      totalAwardByState: 'number?',
      awardPerRuralResident: 'integer?',
      awardTotal: 'number?',
      awards: 'integer',
      awardAmountsKnown: 'integer',
      awardeeCount: 'integer',
      lastActivity: 'timestamp?',
      population: 'integer?',
      ruralPercent: 'number?',
      sites: 'array of {url: string, label: string}',
      contact: 'string?',
      portals: 'array of {label: string, url: string?}',
      activities: 'integer',
      awardYears:
        'array of {fiscalYear: string, total: number?, awards: integer, awardAmountsKnown: integer, awardees: array of {name: string, total: number?, awards: integer, awardAmountsKnown: integer}}',
      recentDocuments:
        'array of {id: string, title: string, fileType: string, category: string, fiscalYear: string?, award: number?, highlights: string?, url: string, published: string?, discovered: timestamp}',
      updatedAt: 'timestamp',
    },
  ],
  [
    'Award row',
    Award,
    {
      id: 'string',
      state: 'string',
      stateName: 'string',
      fiscalYear: 'string',
      awardeeName: 'string',
      recipientKind: 'string?',
      ccn: 'string?',
      county: 'string?',
      place: 'string?',
      federalAmount: 'number?',
      matchAmount: 'number?',
      activityType: 'string',
      programCategories: 'array of string',
      programCategoryEvidence: 'array of evidence',
      projectTitle: 'string?',
      initiative: 'string?',
      programDescription: 'string?',
      awardDate: 'string?',
      awardStage: 'string?',
      verification: 'string',
      verificationLacks: 'string?',
      verificationBasis: 'string',
      remark: 'string?',
      sourceDocument: '{id: string, title: string, fileType: string, url: string}',
      sourceLine: 'integer?',
      sourceUrl: 'string',
      updatedAt: 'timestamp',
    },
  ],
  [
    'Document (list item)',
    Document,
    {
      id: 'string',
      title: 'string',
      fileType: 'string',
      category: 'string',
      documentCategory: 'string',
      activityTypes: 'array of string',
      programCategories: 'array of string',
      programCategoryEvidence: 'array of evidence',
      state: 'string?',
      fiscalYear: 'string?',
      award: 'number?',
      statedRows: 'integer?',
      statedTotal: 'number?',
      statedIn: 'string?',
      highlights: 'string?',
      url: 'string',
      alsoFrom: 'array of string',
      applicationUrl: 'string?',
      nextDeadline: 'timestamp?',
      keyDates: 'array of {label: string, date: string}',
      published: 'string?',
      discovered: 'timestamp',
      updatedAt: 'timestamp',
    },
  ],
  [
    'Document detail',
    DocumentDetail,
    {
      id: 'string',
      title: 'string',
      fileType: 'string',
      category: 'string',
      state: 'string?',
      stateName: 'string?',
      fiscalYear: 'string?',
      award: 'number?',
      statedRows: 'integer?',
      statedTotal: 'number?',
      statedIn: 'string?',
      budget: '{total: number?, federal: number?, match: number?}',
      programHighlights: 'string?',
      strategicGoals: 'array of string',
      milestones: 'array of {date: string, label: string}',
      transformationStrategy: '{keyInitiatives: array of string, approachSummary: string?}',
      implementationPhase: 'string?',
      completenessScore: 'number',
      applicationUrl: 'string?',
      pages: 'integer?',
      url: 'string',
      alsoFrom: 'array of string',
      description: 'string?',
      updatedAt: 'timestamp',
    },
  ],
  [
    'Opportunity',
    Opportunity,
    {
      id: 'string',
      slug: 'string',
      title: 'string',
      type: 'string',
      opportunityType: 'string',
      programCategories: 'array of string',
      programCategoryEvidence: 'array of evidence',
      truncatedProgramCategories: 'array of string',
      scope: 'string',
      state: 'string?',
      status: 'string',
      statusBasis: 'string',
      lastConfirmedAt: 'timestamp?',
      rolling: 'boolean',
      expectedBy: 'string?',
      issuingAgency: 'string?',
      summary: 'string?',
      budgetMin: 'number?',
      budgetMax: 'number?',
      budgetPerAward: 'number?',
      applicantTypes: 'array of string',
      postedDate: 'timestamp?',
      postedDatePrecision: 'string?',
      dueDate: 'timestamp?',
      dueDatePrecision: 'string?',
      loiDate: 'timestamp?',
      loiDatePrecision: 'string?',
      questionDeadline: 'timestamp?',
      questionDeadlinePrecision: 'string?',
      timeZone: 'string',
      inferred: 'array of string',
      sourceUrl: 'string',
      alsoFrom: 'array of string',
      relatedTo: '{id: string, relation: string}?',
      documentCount: 'integer',
      createdAt: 'timestamp',
      updatedAt: 'timestamp',
    },
  ],
  [
    'Event',
    CalendarEvent,
    {
      id: 'string',
      title: 'string',
      state: 'string?',
      stateName: 'string?',
      eventType: 'string',
      status: 'string',
      startAt: 'timestamp',
      startAtPrecision: 'string',
      endAt: 'timestamp?',
      endAtPrecision: 'string?',
      timezone: 'string',
      timeZone: 'string',
      hostAgency: 'string?',
      description: 'string?',
      registrationUrl: 'string?',
      recordingUrl: 'string?',
      slidesUrl: 'string?',
      sourceUrl: 'string',
      alsoFrom: 'array of string',
      topics: 'array of string',
      audience: 'array of string',
      confidence: 'string',
      isActive: 'boolean',
      createdAt: 'timestamp',
      updatedAt: 'timestamp',
    },
  ],
  [
    'Activity',
    Activity,
    {
      id: 'string',
      state: 'string',
      stateName: 'string',
      fiscalYear: 'string',
      category: 'string',
      programCategory: 'string',
      programCategoryEvidence: 'array of evidence',
      title: 'string',
      status: 'string?',
      statusSourceUrl: 'string?',
      statusSince: 'string?',
      updatedAt: 'timestamp',
    },
  ],
  [
    'Search result document',
    SearchDocument,
    {
      id: 'string',
      title: 'string',
      fileType: 'string',
      category: 'string',
      documentCategory: 'string',
      programCategories: 'array of string',
      programCategoryEvidence: 'array of evidence',
      state: 'string?',
      stateName: 'string?',
      fiscalYear: 'string?',
      highlights: 'string?',
      url: 'string',
      published: 'string?',
      discovered: 'timestamp',
    },
  ],
  [
    'detail of PAGE_UPDATED',
    CHANGE_DETAILS.PAGE_UPDATED,
    { url: 'string', label: 'string?', previousHash: 'string?', currentHash: 'string?' },
  ],
  [
    'detail of NEW_OPPORTUNITY',
    CHANGE_DETAILS.NEW_OPPORTUNITY,
    {
      opportunityId: 'string',
      opportunityType: 'string',
      category: 'string',
      deadline: 'string?',
      applicationUrl: 'string?',
      budgetMin: 'number?',
      budgetMax: 'number?',
    },
  ],
  [
    'detail of NEW_DOCUMENT',
    CHANGE_DETAILS.NEW_DOCUMENT,
    {
      documentId: 'string',
      title: 'string',
      fileType: 'string',
      documentCategory: 'string',
      fiscalYear: 'string?',
      url: 'string',
    },
  ],
  [
    'detail of SITE_DOWN',
    CHANGE_DETAILS.SITE_DOWN,
    { url: 'string', label: 'string?', httpStatus: 'integer?', error: 'string?' },
  ],
  [
    'detail of SITE_RESTORED',
    CHANGE_DETAILS.SITE_RESTORED,
    { url: 'string', label: 'string?', httpStatus: 'integer?', downSince: 'timestamp?' },
  ],
]

interface Json {
  $ref?: string
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Json[]
  items?: Json
  properties?: Record<string, Json>
  required?: string[]
  additionalProperties?: boolean
  $defs?: Record<string, Json>
}

const NAMED: Record<string, string> = { Timestamp: 'timestamp', ProgramCategoryEvidence: 'evidence' }

/** The type of a JSON Schema in the words of the specification. */
function formatType(schema: Json, defs: Record<string, Json>): string {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) as string
    return NAMED[name] ?? formatType(defs[name] as Json, defs)
  }
  if (schema.anyOf) {
    const [first, second] = schema.anyOf as [Json, Json]
    expect(second).toEqual({ type: 'null' })
    return `${formatType(first, defs)}?`
  }
  if (schema.type === 'array') return `array of ${formatType(schema.items as Json, defs)}`
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => `${name}: ${formatType(field, defs)}`)
    expect(schema.required).toEqual(Object.keys(schema.properties ?? {}))
    return `{${fields.join(', ')}}`
  }
  return schema.type ?? 'unknown'
}

/** The JSON Schema of a shape; a shape with a name stands among the definitions. */
function toJson(schema: z.ZodType): Json {
  const json = z.toJSONSchema(schema, { io: 'output' }) as Json
  const root = json.$ref ? json.$defs?.[json.$ref.split('/').at(-1) as string] : json
  return { ...root, $defs: json.$defs ?? {} }
}

describe.each(SHAPES)('%s', (_, schema, fields) => {
  const json = toJson(schema)

  it('has exactly these fields in this order, always', () => {
    expect(Object.keys(json.properties ?? {})).toEqual(Object.keys(fields))
    expect(json.required).toEqual(Object.keys(fields))
    expect(json.additionalProperties).toBe(false)
  })

  it.each(Object.entries(fields))('%s has the type %s', (field, type) => {
    expect(formatType(json.properties?.[field] as Json, json.$defs ?? {})).toBe(type)
  })
})

describe('a change event', () => {
  it('has the specified fields for each of its types', () => {
    const variants = toJson(FeedItem) as unknown as { oneOf?: Json[]; anyOf?: Json[] }
    const shapes = variants.oneOf ?? variants.anyOf ?? []
    expect(shapes).toHaveLength(11)
    for (const { properties, required } of shapes) {
      const fields = ['id', 'state', 'type', 'summary', 'siteUrl', 'documentId', 'detail', 'occurredAt', 'updatedAt']
      expect(Object.keys(properties ?? {})).toEqual(fields)
      expect(required).toEqual(fields)
    }
  })
})

describe('published data', () => {
  const activity = {
    id: 'x',
    state: 'NE',
    stateName: 'Nebraska',
    fiscalYear: 'FY2026',
    category: 'WORKFORCE',
    programCategory: 'WORKFORCE_DEVELOPMENT',
    programCategoryEvidence: [],
    title: 'Train nurses',
    status: 'ACTIVE',
    statusSourceUrl: null,
    statusSince: null,
    updatedAt: '2026-11-21T08:00:00.001Z',
  }

  it.each<[string, object]>([
    ['an empty text', { title: '' }],
    ['a control character', { title: 'Bell \u0007' }],
    ['a missing key', { title: undefined }],
    ['another key', { extra: 1 }],
    ['a legacy category instead of a canonical one', { programCategory: 'WORKFORCE' }],
    ['a canonical category instead of a legacy one', { category: 'WORKFORCE_DEVELOPMENT' }],
    ['a bare year', { fiscalYear: '2026' }],
  ])('never has %s', (_, fields) => {
    expect(Activity.safeParse(activity).success).toBe(true)
    expect(Activity.safeParse({ ...activity, ...fields }).success).toBe(false)
  })

  it.each(['2026-11-20T17:00:00Z', '2026-11-20T17:00:00.000+00:00', '2026-11-20', '2026-11-20 17:00:00.000Z'])(
    'never has a timestamp in another format: %s',
    (timestamp) => {
      const { occurredAt } = { occurredAt: timestamp }
      const change = {
        id: 'x',
        state: null,
        type: 'SITE_DOWN',
        summary: 'Down',
        siteUrl: null,
        documentId: null,
        detail: { url: 'https://a.example', label: null, httpStatus: 503, error: null },
      }
      expect(ChangeEvent.safeParse({ ...change, occurredAt: '2026-11-20T17:00:00.000Z' }).success).toBe(true)
      expect(ChangeEvent.safeParse({ ...change, occurredAt }).success).toBe(false)
    },
  )
})
