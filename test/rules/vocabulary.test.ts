import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { CATEGORY_IDS } from '../../src/schema/taxonomy.ts'
import { APPLICANT_TYPES, CHANGE_TYPES, RECIPIENT_KINDS, STATE_CODES } from '../../src/schema/vocabularies.ts'

const FOLDER = path.join(import.meta.dirname, '..', '..', 'vocabulary')

const Term = z.string().regex(/^[a-z0-9]+( [a-z0-9]+)*$/)
const Terms = z.array(Term).min(1)
const Pattern = z.string().refine((text) => new RegExp(text))
const Patterns = z.array(Pattern).min(1)
const TermsByStrength = z.partialRecord(z.enum(['strong', 'fair', 'weak', 'heading']), Terms)
const Category = z.enum(CATEGORY_IDS).exclude(['OTHER_UNCLASSIFIED'])

const Words = z.union([Term, z.literal('')])
const Policy = z.strictObject({ meaning: z.string().endsWith('.'), words: Words })

const FILES: { readonly [name: string]: z.ZodType } = {
  'applicant-types.json': z.strictObject({
    grantsGov: z.record(z.string().regex(/^[a-z0-9_]+$/), z.string()),
    commonGrants: z.record(Term, z.string().regex(/^[a-z_]+$/)),
  }),
  'award-lists.json': z.array(
    z.strictObject({
      name: z.string(),
      state: z.enum(STATE_CODES),
      fiscalYear: z.string().regex(/^FY\d{4}$/),
      url: z.url(),
      format: z.enum(['CSV', 'XLSX']),
      sheet: z.string().nullable(),
      title: z.string(),
      columns: z.looseObject({ awardeeName: z.string() }),
      stage: z.enum(['INTENT', 'AWARDED', 'CONTRACTED']),
      fixed: z.strictObject({ initiative: z.string().optional(), awardDate: z.iso.date().optional() }),
      note: z.string(),
    }),
  ),
  'change-types.json': z.record(z.enum(CHANGE_TYPES), z.tuple([z.string(), z.string()])),
  'classifier.json': z.strictObject({
    categories: z.record(Category, TermsByStrength),
    wholeProgram: TermsByStrength,
    silentPhrases: Terms,
    agencies: z.strictObject({ kinds: Terms, subjects: Terms }),
    organizations: Terms,
    listEnds: Terms,
    irregular: z.record(Term, Term),
  }),
  'abbreviations.json': z.record(Term, Terms),
  'counties.json': z.record(z.enum(STATE_CODES), z.string()),
  'faults.json': z.strictObject({
    noTitles: z.array(z.strictObject({ pattern: Pattern, reason: z.string() })),
    repositories: Patterns,
    copiedLabels: Patterns,
    templates: Patterns,
    fillers: Term,
  }),
  'fields.json': z.record(z.string(), z.string().regex(/^[A-Z]/)),
  'function-words.json': Terms,
  'kinds.json': z.strictObject({
    applicants: z.record(z.enum(APPLICANT_TYPES), Patterns),
    recipients: z.array(z.strictObject({ kind: z.enum(RECIPIENT_KINDS).nullable(), names: Patterns })),
  }),
  'mail-providers.json': z.array(z.string().regex(/^[a-z]+\.[a-z]+$/)),
  'organizations.json': z.strictObject({
    shortForms: z.record(Term, Term),
    partsOf: z.record(Term, Term),
    inSeveralStates: z.record(Term, z.url()),
  }),
  'policies.json': z.record(
    z.string().regex(/^[A-F]\.\d$/),
    z.strictObject({ name: z.string().min(1), words: Words, policies: z.record(z.string(), Policy) }),
  ),
  'program-pages.json': z.strictObject({
    solicitation: Patterns,
    due: Patterns,
    otherDates: Patterns,
    labels: z.record(z.string(), Patterns),
    passing: Patterns,
    challenge: Patterns,
  }),
  'questions.json': z.strictObject({
    kinds: z.record(z.string(), Terms),
    recipients: z.record(z.enum(RECIPIENT_KINDS).exclude(['OTHER']), z.array(z.string()).min(2)),
    shortForms: z.record(Term, Term),
    patterns: z.record(z.string(), Patterns),
    paraphrases: z.array(z.tuple([Pattern, z.string()])),
    asking: Patterns,
    leadIns: Patterns,
    selves: Patterns,
    beforeTopic: Terms,
    lookalikes: z.array(z.tuple([Pattern, Pattern])),
    rules: z.array(z.tuple([z.string(), Pattern, z.enum(['enough', 'alone', 'always']).optional()])),
    shown: z.array(z.tuple([Pattern, Pattern])),
    lists: z.record(z.enum(['opportunities', 'awards', 'events', 'documents']), Terms),
  }),
  'solicitations.json': z.strictObject({
    program: Patterns,
    rural: Patterns,
    care: Patterns,
    themes: Patterns,
    stateNames: z.partialRecord(z.enum(STATE_CODES), Patterns),
    numbered: Patterns,
    healthAgencies: Patterns,
    ruralHealthOffices: Patterns,
    supplies: Patterns,
    otherPrograms: Patterns,
    roads: Patterns,
    plainWords: Terms,
    connectors: Terms,
    genericWords: Terms,
    types: z.record(z.string(), Patterns),
    noInvitation: Patterns,
    localTime: Patterns,
    rolling: Patterns,
    withdrawnTitles: Patterns,
    withdrawnComments: Patterns,
    ruralListings: z.record(z.string().regex(/^93\.\d{3}$/), z.string()),
  }),
  'unquotable.json': z.strictObject({ links: Patterns, commands: Patterns }),
  'synonyms.json': z.strictObject({
    programNames: Terms,
    groups: z.record(z.string(), z.array(Terms)),
    narrower: z.record(z.string(), Terms),
  }),
}

describe('the vocabulary', () => {
  it('consists of the files with a shape', () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'))
    expect(files.sort()).toEqual(Object.keys(FILES).sort())
  })

  it.each(Object.entries(FILES))('%s has its shape', (name, shape) => {
    const content = JSON.parse(readFileSync(path.join(FOLDER, name), 'utf8'))
    expect(z.prettifyError(shape.safeParse(content).error ?? new z.ZodError([]))).toBe('')
  })
})
