import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  AGENCY_NAMES,
  type ClassifiedCategory,
  classify,
  INFERRED_CAP,
  SILENT_PHRASES,
  type Strength,
  TERMS,
} from '../../../src/rules/classify/classify.ts'
import { CATEGORY_IDS, type CategoryId, TAXONOMY_VERSION } from '../../../src/schema/taxonomy.ts'

/** Notices that each led to a change of the table: title, summary, the categories listed, those beyond the cap. */
const NOTICES: [title: string, summary: string, listed: CategoryId[], truncated?: CategoryId[]][] = [
  [
    'GREAT Health Phase 3 awards',
    '$750,000 each for 80 rural hospitals preparing for the AHEAD model, plus a workforce board award.',
    ['WORKFORCE_DEVELOPMENT', 'FINANCIAL_SUSTAINABILITY_REIMBURSEMENT'],
  ],
  [
    'Rural Communities Opioid Response Program: Child and Adolescent Behavioral Health',
    'Forecast on Grants.gov. Behavioral health services for rural children and adolescents.',
    ['BEHAVIORAL_HEALTH', 'MATERNAL_CHILD_FAMILY_HEALTH'],
  ],
  [
    'ARHTP second round grants',
    '34 grants that complete the first program year, including cancer, EMS, maternal and simulation training projects.',
    ['EMS_MOBILE_INTEGRATED_HEALTH', 'MATERNAL_CHILD_FAMILY_HEALTH', 'CHRONIC_DISEASE_PREVENTION'],
    ['WORKFORCE_DEVELOPMENT'],
  ],
  [
    'Healthcare Resiliency Program, Maternal Child Health: virtual maternal and children’s mental health consultation',
    'One award of up to $2.5 million for a teleconsultation program on maternal and child mental health.',
    ['MATERNAL_CHILD_FAMILY_HEALTH', 'BEHAVIORAL_HEALTH', 'CARE_ACCESS_COORDINATION'],
    ['HEALTH_IT_DATA_INTEROPERABILITY'],
  ],
  [
    'Workforce Retention for Critical Access Hospitals',
    'Retention grants for critical access hospitals and clinics. Administration, capital and vehicles are not allowed.',
    ['WORKFORCE_DEVELOPMENT'],
  ],
  [
    'NC ROOTS Regions 2 and 5: Food Is Medicine Program Expansion',
    'Expands food is medicine programs. Paid by reimbursement; a SAM.gov identifier is required.',
    ['CHRONIC_DISEASE_PREVENTION', 'COMMUNITY_POPULATION_HEALTH'],
  ],
  [
    'Alaska RHTP Year 1 awards notice',
    'Rolling list of preliminary awards; 249 awards worth $242.6 million by 2026-09-28 after two withdrawals.',
    ['PROGRAM_ADMIN_EVALUATION'],
  ],
  [
    'RHTP request for applications DFHS26RDI',
    'First-year request from the Division of Family Health Services.',
    ['PROGRAM_ADMIN_EVALUATION'],
  ],
  [
    'Electronic Medical Record Modernization',
    'About $30 million to upgrade EMR systems at rural hospitals, primary care practices and health centers.',
    ['HEALTH_IT_DATA_INTEROPERABILITY'],
  ],
  [
    'Statewide Tele-buprenorphine Access Line',
    'Statewide telehealth line for access to buprenorphine treatment.',
    ['CARE_ACCESS_COORDINATION', 'HEALTH_IT_DATA_INTEROPERABILITY', 'BEHAVIORAL_HEALTH'],
  ],
  [
    'GREAT Health Phase 2 awards',
    'Awards in initiatives 2 to 5, including rural stabilization grants to 17 hospitals.',
    ['FINANCIAL_SUSTAINABILITY_REIMBURSEMENT'],
  ],
  [
    'Rural Communities Opioid Response Program: Evaluation',
    'Evaluation of the behavioral health grants and tools for rural communities.',
    ['BEHAVIORAL_HEALTH', 'PROGRAM_ADMIN_EVALUATION'],
  ],
  [
    'RHTP 2.2b Rural Jurisdictional Stockpiles',
    'Stockpiles for rural jurisdictions.',
    ['EMERGENCY_PREPAREDNESS_RESILIENCE'],
  ],
  [
    'Preceptor Registry',
    'Closed request for proposals; an award recommendation of 2026-08-06 names Concourse Tech.',
    ['WORKFORCE_DEVELOPMENT', 'HEALTH_IT_DATA_INTEROPERABILITY'],
  ],
]

describe('the classifier ranks the subjects of a notice', () => {
  it.each(NOTICES)('%s', (title, body, listed, truncated = []) => {
    const result = classify({ title, body }, INFERRED_CAP)
    expect(result.programCategories).toEqual(listed)
    expect(result.truncatedProgramCategories).toEqual(truncated)
    expect(result.programCategoryEvidence.map(({ category }) => category)).toEqual([...listed, ...truncated])
  })

  it('returns the terms that matched as evidence, strongest first, as in the table', () => {
    expect(
      classify({
        title: 'EMS & Community Paramedicine Vehicles',
        body: 'Vehicles for the AMBULANCE and first responders.',
      }),
    ).toEqual({
      programCategories: ['EMS_MOBILE_INTEGRATED_HEALTH', 'RURAL_INFRASTRUCTURE_CAPITAL'],
      truncatedProgramCategories: [],
      programCategoryEvidence: [
        {
          category: 'EMS_MOBILE_INTEGRATED_HEALTH',
          source: 'INFERRED',
          matchedTerms: ['ems', 'community paramedicine', 'ambulance', 'first responder'],
          taxonomyVersion: TAXONOMY_VERSION,
        },
        {
          category: 'RURAL_INFRASTRUCTURE_CAPITAL',
          source: 'INFERRED',
          matchedTerms: ['vehicle', 'ambulance'],
          taxonomyVersion: TAXONOMY_VERSION,
        },
      ],
    })
  })

  it('returns OTHER_UNCLASSIFIED, inferred without terms, when nothing matches', () => {
    expect(classify({ title: 'Second round grants', body: null })).toEqual({
      programCategories: ['OTHER_UNCLASSIFIED'],
      truncatedProgramCategories: [],
      programCategoryEvidence: [
        { category: 'OTHER_UNCLASSIFIED', source: 'INFERRED', matchedTerms: [], taxonomyVersion: TAXONOMY_VERSION },
      ],
    })
  })

  it('breaks a tie in taxonomy order', () => {
    expect(classify({ title: 'Cybersecurity and doulas' }).programCategories).toEqual([
      'MATERNAL_CHILD_FAMILY_HEALTH',
      'HEALTH_IT_DATA_INTEROPERABILITY',
    ])
  })

  it('gives a title more weight than a summary', () => {
    const title = 'Doulas'
    expect(classify({ title, body: 'For pharmacies' }).programCategories).toEqual(['MATERNAL_CHILD_FAMILY_HEALTH'])
    expect(classify({ title: 'Doulas in pharmacies' }).programCategories).toEqual([
      'MATERNAL_CHILD_FAMILY_HEALTH',
      'CARE_ACCESS_COORDINATION',
    ])
  })

  it.each(['', 'Project 3', 'Second round'])('lets the start of a summary replace the title "%s"', (title) => {
    const start = 'For pharmacies in ten counties.'
    const rest = 'One of many. '.repeat(20)
    expect(classify({ title, body: start + rest }).programCategories).toEqual(['CARE_ACCESS_COORDINATION'])
    expect(classify({ title, body: rest + start }).programCategories).toEqual(['OTHER_UNCLASSIFIED'])
  })

  it.each([
    ['Governor announces first RHTP awards', 'Grants in every county.'],
    ['State receives $200 million for rural health', 'First-year award.'],
    ['Rural Health Transformation Program', null],
  ])('classifies a text that names the program and no other subject as about the program: %s', (title, body) => {
    expect(classify({ title, body }).programCategories).toEqual(['PROGRAM_ADMIN_EVALUATION'])
    expect(classify({ title, body: 'Pays for doulas.' }).programCategories).toEqual(['MATERNAL_CHILD_FAMILY_HEALTH'])
    expect(classify({ title: 'First grants', body: `${title}.` }).programCategories).toEqual(['OTHER_UNCLASSIFIED'])
  })

  it("uses a title's type of text as a subject, besides its purpose", () => {
    expect(classify({ title: 'Maternal health application' }).programCategories).toEqual([
      'MATERNAL_CHILD_FAMILY_HEALTH',
      'PROGRAM_ADMIN_EVALUATION',
    ])
    expect(classify({ title: 'Maternal health', body: 'The application is long.' }).programCategories).toEqual([
      'MATERNAL_CHILD_FAMILY_HEALTH',
    ])
  })
})

describe('the name of an organization is a hint', () => {
  const name = 'Carter County Ambulance and Behavioral Health Inc.'

  it.each([
    ['a roof', 'New roof'],
    ['nothing', 'First-year subaward'],
  ])('that is not enough by itself: %s', (_, title) => {
    expect(classify({ title, name })).toEqual(classify({ title }))
  })

  it('that decides between what the text only suggests', () => {
    const title = 'Stretchers'
    expect(classify({ title }).programCategories).toEqual(['OTHER_UNCLASSIFIED'])
    expect(classify({ title, name }).programCategoryEvidence).toEqual([
      expect.objectContaining({
        category: 'EMS_MOBILE_INTEGRATED_HEALTH',
        matchedTerms: ['ambulance', 'stretcher'],
      }),
    ])
  })

  it.each([
    ['Harney County Ambulance Service: roof replacement', ''],
    ['Roof for the Mercy Behavioral Health Hospital', ''],
    ['Award to the Oakdale Mental Health Center', 'A new roof.'],
    ['Roof', "For the ambulance service of the county and the children's hospital"],
  ])('in a text, too: %s', (title, body) => {
    expect(classify({ title, body }).programCategories).toEqual(['RURAL_INFRASTRUCTURE_CAPITAL'])
  })
})

describe('what a text says twice', () => {
  const findEvidence = (subject: Parameters<typeof classify>[0], category: CategoryId) =>
    classify(subject).programCategoryEvidence.find((item) => item.category === category)?.matchedTerms

  it('counts once, in the title before the body', () => {
    expect(findEvidence({ title: 'Doulas', body: 'Doulas and doulas' }, 'MATERNAL_CHILD_FAMILY_HEALTH')).toEqual([
      'doula',
    ])
  })

  it('counts once, in a body before a name', () => {
    const twice = { title: 'Stretcher', name: 'Stretcher Company' }
    expect(classify(twice).programCategories).toEqual(['OTHER_UNCLASSIFIED'])
    expect(classify({ ...twice, name: 'Ambulance Company' }).programCategories).toEqual([
      'EMS_MOBILE_INTEGRATED_HEALTH',
    ])
  })

  it('counts not at all where it has no points', () => {
    expect(findEvidence({ title: 'Evaluation', body: 'The application' }, 'PROGRAM_ADMIN_EVALUATION')).toEqual([
      'evaluation',
    ])
  })

  it('counts as a lead up to the 40th word', () => {
    const words = (count: number) => 'word '.repeat(count)
    const lead = (before: number) => classify({ title: 'Support', body: `${words(before)} pharmacy` }).programCategories
    expect([lead(39), lead(40)]).toEqual([['CARE_ACCESS_COORDINATION'], ['OTHER_UNCLASSIFIED']])
  })

  it('lets a name decide beside a category that is certain', () => {
    const title = 'Doulas and a stretcher'
    const name = 'County Ambulance'
    expect(classify({ title }).programCategories).toEqual(['MATERNAL_CHILD_FAMILY_HEALTH'])
    expect(classify({ title, name }).programCategories).toEqual([
      'MATERNAL_CHILD_FAMILY_HEALTH',
      'EMS_MOBILE_INTEGRATED_HEALTH',
    ])
    expect(findEvidence({ title: 'Ambulance', name }, 'EMS_MOBILE_INTEGRATED_HEALTH')).toEqual(['ambulance'])
  })
})

describe('a text about the whole program', () => {
  it('names what it matched in the title and the body, each once', () => {
    const { programCategoryEvidence } = classify({
      title: 'RHTP',
      body: 'The Rural Health Transformation Program and RHTP.',
    })
    expect(programCategoryEvidence.map(({ category, matchedTerms }) => [category, matchedTerms])).toEqual([
      ['PROGRAM_ADMIN_EVALUATION', expect.arrayContaining(['rhtp', 'rural health transformation program'])],
    ])
    expect(programCategoryEvidence[0]?.matchedTerms).toHaveLength(2)
  })
})

describe('a match is genuine', () => {
  it.each([
    ['whole words only', 'Problems of the system', 'Stems, items and hiatus'],
    ['not across sentences', 'Support', 'It supports care. Coordination of roads'],
    ['not exclusions', 'Support', 'New construction is excluded; vehicles and renovation are not eligible.'],
    ['not a term inside a name', 'Support', 'Run by the Department of Behavioral Health with area agencies on aging'],
    ['not how the money flows', 'Support', 'Paid by reimbursement'],
    ['not a sum of weak words', 'Community program', 'Data for a region of clinics, at low cost'],
    ['not working together', 'Collaborative project', 'A collaborative effort of local partners'],
    ['not who may apply', 'Support', 'Dental clinics and schools may apply. Eligible applicants include EMS agencies.'],
    ['not who takes part', 'Support', 'Paid to hospitals, home health, EMS and behavioral health providers'],
    ['not who won', 'Support', 'A notice of August 7 names Telehealth Partners and Dental Data Technology'],
  ])('%s', (_, title, body) => {
    expect(classify({ title, body }).programCategories).toEqual(['OTHER_UNCLASSIFIED'])
  })

  it('hides a shorter term inside a longer one', () => {
    expect(classify({ title: 'Suicide prevention' }).programCategories).toEqual(['BEHAVIORAL_HEALTH'])
    expect(classify({ title: 'Infection prevention' }).programCategories).toEqual(['QUALITY_PATIENT_SAFETY'])
    expect(classify({ title: 'Public safety net' }).programCategories).toEqual(['CARE_ACCESS_COORDINATION'])
  })

  it.each([
    ['letter case', 'MOBILE DENTAL SERVICES'],
    ['accents', 'Mobile dentál sërvices'],
    ['plurals', 'Dentals'],
    ['punctuation', '«dental»/mobile'],
  ])('ignores %s', (_, title) => {
    expect(classify({ title }).programCategories).toEqual(['CARE_ACCESS_COORDINATION'])
  })

  it('finds irregular plurals', () => {
    const result = classify({ title: 'Midwives, children and women', body: 'Families' })
    expect(result.programCategoryEvidence[0]?.matchedTerms).toEqual(['midwife', 'child', 'women', 'family'])
  })

  it('finds nothing in the names of the program and of agencies, and in set phrases', () => {
    const telling = [...SILENT_PHRASES, ...AGENCY_NAMES].filter(
      (phrase) => classify({ title: `Grants of the ${phrase}` }).programCategories[0] !== 'OTHER_UNCLASSIFIED',
    )
    expect(telling).toEqual([])
  })
})

const ENTRIES = (Object.keys(TERMS) as ClassifiedCategory[]).flatMap((category) =>
  (Object.keys(TERMS[category]) as Strength[]).flatMap((strength) =>
    (TERMS[category][strength] ?? []).map((term) => ({ category, strength, term })),
  ),
)

describe('the table of terms', () => {
  it('has terms for every category but OTHER_UNCLASSIFIED', () => {
    expect(Object.keys(TERMS).sort()).toEqual(CATEGORY_IDS.filter((id) => id !== 'OTHER_UNCLASSIFIED').sort())
  })

  it('is in lower case, with separate words', () => {
    expect(ENTRIES.filter(({ term }) => !/^[a-z0-9]+( [a-z0-9]+)*$/.test(term))).toEqual([])
  })

  it.each(Object.keys(TERMS) as ClassifiedCategory[])('lists no term of %s twice', (category) => {
    const terms = ENTRIES.filter((entry) => entry.category === category).map(({ term }) => term)
    const read = classify({ title: terms.join('. ') }).programCategoryEvidence.find(
      (item) => item.category === category,
    )
    expect(read?.matchedTerms.toSorted()).toEqual(terms.toSorted())
  })

  it('assigns a category for a strong term in a summary with an informative title, never for a weak one alone', () => {
    const wrong = ENTRIES.filter(({ category, strength, term }) => {
      const title = category === 'MATERNAL_CHILD_FAMILY_HEALTH' ? 'Stockpiles' : 'Doulas'
      const infers = classify({ title, body: term }).programCategories.includes(category)
      return infers !== (strength === 'strong')
    })
    expect(wrong).toEqual([])
  })

  it('assigns a category for a fair term or a heading in a title, never for a weak one alone', () => {
    const wrong = ENTRIES.filter(({ category, strength, term }) => {
      const infers = classify({ title: term, body: 'Grants' }).programCategories.includes(category)
      return infers !== (strength !== 'weak')
    })
    expect(wrong).toEqual([])
  })
})

describe('stated categories', () => {
  const title = 'Behavioral health workforce'

  it('come first, confirmed before extracted, without terms, and are not inferred again', () => {
    const result = classify({
      title,
      categories: [
        { category: 'BEHAVIORAL_HEALTH', source: 'EXTRACTED' },
        { category: 'QUALITY_PATIENT_SAFETY', source: 'EXTRACTED' },
        { category: 'QUALITY_PATIENT_SAFETY', source: 'ADMIN_CONFIRMED' },
      ],
    })
    expect(result.programCategoryEvidence.map(({ category, source }) => [category, source])).toEqual([
      ['QUALITY_PATIENT_SAFETY', 'ADMIN_CONFIRMED'],
      ['BEHAVIORAL_HEALTH', 'EXTRACTED'],
      ['WORKFORCE_DEVELOPMENT', 'INFERRED'],
    ])
    expect(result.programCategoryEvidence.map(({ matchedTerms }) => matchedTerms)).toEqual([[], [], ['workforce']])
  })

  it('are never capped, and do not use up the cap of inferred ones', () => {
    const categories = CATEGORY_IDS.slice(0, 6).map((category) => ({ category, source: 'EXTRACTED' as const }))
    const result = classify({ title: 'Cybersecurity of the behavioral health workforce', categories }, 1)
    expect(result.programCategories).toEqual([...categories.map(({ category }) => category), 'WORKFORCE_DEVELOPMENT'])
    expect(result.truncatedProgramCategories).toEqual(['HEALTH_IT_DATA_INTEROPERABILITY'])
  })

  it('are enough without any match', () => {
    const categories = [{ category: 'BEHAVIORAL_HEALTH', source: 'EXTRACTED' }] as const
    expect(classify({ title: 'Grants', categories }).programCategories).toEqual(['BEHAVIORAL_HEALTH'])
  })

  it.each([
    ['an extracted OTHER_UNCLASSIFIED', { category: 'OTHER_UNCLASSIFIED', source: 'EXTRACTED' }],
    ['another confirmed category', { category: 'QUALITY_PATIENT_SAFETY', source: 'ADMIN_CONFIRMED' }],
  ] as const)('do not prevent inference next to %s', (_, stated) => {
    expect(classify({ title, categories: [stated] }).programCategories).toEqual([
      stated.category,
      'BEHAVIORAL_HEALTH',
      'WORKFORCE_DEVELOPMENT',
    ])
  })

  it('prevent inference next to a confirmed OTHER_UNCLASSIFIED', () => {
    const categories = [{ category: 'OTHER_UNCLASSIFIED', source: 'ADMIN_CONFIRMED' }] as const
    expect(classify({ title, categories }).programCategories).toEqual(['OTHER_UNCLASSIFIED'])
  })
})

describe('for any text', () => {
  const phrase = fc.oneof(
    fc.constantFrom(...ENTRIES.map(({ term }) => term), ...SILENT_PHRASES),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom('. ', ' and ', 'S', 's', ', ', '’s', ' is excluded; '),
  )
  const text = fc.array(phrase, { maxLength: 12 }).map((phrases) => phrases.join(' '))
  const stated = fc.array(
    fc.record({
      category: fc.constantFrom(...CATEGORY_IDS),
      source: fc.constantFrom('ADMIN_CONFIRMED' as const, 'EXTRACTED' as const),
    }),
    { maxLength: 4 },
  )
  const subject = fc.record({ title: text, body: fc.option(text), categories: stated })

  it('the result is the same every time and lists at least one category, each once, each with its evidence', () => {
    fc.assert(
      fc.property(subject, fc.integer({ min: 1, max: 4 }), (any, cap) => {
        const result = classify(any, cap)
        expect(classify(any, cap)).toEqual(result)
        expect(result.programCategories.length).toBeGreaterThan(0)
        const all = [...result.programCategories, ...result.truncatedProgramCategories]
        expect(new Set(all).size).toBe(all.length)
        expect(result.programCategoryEvidence.map(({ category }) => category)).toEqual(all)
      }),
    )
  })

  it('the cap limits what is listed, not what is found', () => {
    fc.assert(
      fc.property(subject, fc.integer({ min: 1, max: 4 }), (any, cap) => {
        const result = classify(any, cap)
        const listed = result.programCategoryEvidence.slice(0, result.programCategories.length)
        expect(listed.filter(({ source }) => source === 'INFERRED').length).toBeLessThanOrEqual(cap)
        expect(result.programCategoryEvidence).toEqual(classify(any).programCategoryEvidence)
      }),
    )
  })

  it('every term given as evidence occurs in the text', () => {
    const plain = (words: string) =>
      words
        .normalize('NFKD')
        .replace(/\p{M}|['’]/gu, '')
        .toLowerCase()
    const occurs = (term: string, words: string) => {
      const forms = term.split(' ').map((word) => {
        if (word === 'child') return 'child(?:s|rens?)?'
        if (/^wom[ae]n$/.test(word)) return 'wom[ae]ns?'
        return `${word.replace(/(?:y|ies?)$/, '(?:y|ies?)').replace(/s$/, '')}s?`
      })
      return new RegExp(`(?<![\\p{L}\\p{N}])${forms.join('[^\\p{L}\\p{N}]+')}(?![\\p{L}\\p{N}])`, 'u').test(
        plain(words),
      )
    }
    fc.assert(
      fc.property(text, text, (title, body) => {
        for (const { source, matchedTerms, category } of classify({ title, body }).programCategoryEvidence) {
          expect(source).toBe('INFERRED')
          expect(matchedTerms.length > 0).toBe(category !== 'OTHER_UNCLASSIFIED')
          for (const term of matchedTerms)
            expect([term, occurs(term, title) || occurs(term, body)]).toEqual([term, true])
        }
      }),
    )
  })

  it('never fails', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
        (any) => classify({ title: any, body: any }).programCategories.length > 0,
      ),
    )
  })
})
