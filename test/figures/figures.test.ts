import { describe, expect, it } from 'vitest'
import { getSum } from '../../src/rules/awards/totals.ts'
import { formatDollars } from '../../src/rules/text/wording.ts'
import { openService } from '../../src/store/service.ts'
import { baked, STARTER } from '../api.ts'

const { publication, folder } = await baked(STARTER)
const figures = await openService(folder).figures()
const ANY = { states: [], fiscalYear: null }
const NOW = Date.parse('2026-11-21T18:00:00Z')

const allotments = publication.allotments.map(({ item }) => item).sort((a, b) => a.amount - b.amount)
const rows = publication.awards.map(({ item }) => item)
const awards = rows.filter(({ verification }) => verification === 'VERIFIED')
const findHeld = (state: string) => rows.filter((row) => row.state === state && row.verification === 'UNVERIFIED')
const findKind = (state: string, kind: string) =>
  findAwards(state).filter(({ recipientKind }) => recipientKind === kind)
const ofCriticalAccess = (state?: string) =>
  awards.filter((row) => /^..13/.test(row.ccn ?? '') && (!state || row.state === state))
const NURSES = 'Nurse - Nurse Licensure Compact'
const committed = (policy: string) =>
  publication.commitments.flatMap(({ item }) => (item.policy === policy ? [item.stateName] : []))
const findAwards = (state: string) => awards.filter((award) => award.state === state)
const sumText = (rows: typeof awards): string =>
  formatDollars(getSum(rows.map(({ federalAmount }) => federalAmount)) ?? 0)
const countText = (rows: typeof awards): string => `${rows.length.toLocaleString('en-US')} awards`
const allotmentText = (state: string): string =>
  formatDollars(allotments.find((allotment) => allotment.state === state)?.amount ?? 0)

const answer = async (query: string, now = NOW): Promise<string | null> =>
  (await figures.answer(query, ANY, now))?.map(({ text }) => text).join('. ') ?? null

describe('a question about figures is answered from the records', () => {
  const [smallest] = allotments
  const largest = allotments.at(-1)
  const texas = allotments.find(({ state }) => state === 'TX')?.amount ?? 0
  const alaska = allotments.find(({ state }) => state === 'AK')?.amount ?? 0
  const southCarolina = findAwards('SC')
  const virginia = findAwards('VA')

  it.each<[string, string[]]>([
    ['which state got the smallest award', [smallest?.stateName ?? '', formatDollars(smallest?.amount ?? 0)]],
    ["What's the least amount any state was given in year one?", [smallest?.stateName ?? '']],
    [
      'which state received the largest first-year award?',
      [largest?.stateName ?? '', formatDollars(largest?.amount ?? 0)],
    ],
    ['top five states by first-year award', allotments.slice(-5).map(({ stateName }) => stateName)],
    ['Did Texas or Alaska receive more?', [formatDollars(texas - alaska), formatDollars(texas), formatDollars(alaska)]],
    ['how much did Missisippi recieve', [allotmentText('MS')]],
    ['How much did CMS give Rhode Island?', [allotmentText('RI')]],
    ["what is Iowa's federal award", [allotmentText('IA')]],
    [
      'how many states received more than $220 million',
      [
        `${['', 'One', '2', '3', '4', '5', '6', '7', '8'][allotments.filter(({ amount }) => amount > 220e6).length]} states`,
      ],
    ],
    ['what is the average state award', ['$200,000,000']],
    [
      'how many awards did South Carolina make and how much were they worth',
      [countText(southCarolina), sumText(southCarolina)],
    ],
    [
      'How many subawards has Alabama announced and what is their total?',
      [countText(findAwards('AL')), sumText(findAwards('AL'))],
    ],
    ["total of Wyoming's awards", [countText(findAwards('WY')), sumText(findAwards('WY')), 'intents to award']],
    [
      'how many awards have amounts in Virginia',
      [
        countText(virginia),
        `${virginia.filter(({ federalAmount }) => federalAmount !== null).length} have a published amount`,
      ],
    ],
    [
      'how much did Tennessee award to the HART grantees',
      [countText(findAwards('TN')), 'none with a published amount'],
    ],
    ['who won in Kansas', [countText(findAwards('KS'))]],
    ['which hospitals got money in Connecticut', ['Day Kimball Hospital', '$20,230,000']],
    ['Maine workforce award', ['University of New England', '$12,000,000']],
    ['largest award in Alabama', ['$20,600,000', 'Alabama Community College System']],
    ['which state has made the most awards', ['Alaska', countText(findAwards('AK'))]],
    ["How much money did Children's Mercy Hospital get?", ['Kansas', '$6,096,062']],
    ['what did Ohio University get', ['$10,000,000']],
    ['when were applications due', ['November 5, 2025']],
    ["What is the deadline for New Mexico's Rural Health Innovation Fund?", ['August 3, 2026']],
    ["when are applications due for North Carolina's Rural Health Innovation Fund", ['November 16, 2026']],
    ['When is the final report due to CMS?', ['February 27, 2031']],
    ['what initiatives does Utah have', ['LINCS']],
    ['how many people live in rural Maine', ['836,080', '2020 census']],
    ['how many critical access hospitals does Montana have', ['50']],
    ['which state has the most critical access hospitals', ['Texas (93)']],
    ['which state has the fewest critical access hospitals', ['Connecticut (0)', 'Rhode Island (0)']],
    ['Which three states received the least federal money?', allotments.slice(0, 3).map(({ stateName }) => stateName)],
    ['What was the total first-year funding for all 50 states?', ['$10,000,000,003']],
    ['what was Montana awarded by CMS in 2026', [allotmentText('MT')]],
    ['What was the due date for the New Mexico innovation fund?', ['August 3, 2026']],
    ["What share of Vermont's residents is rural?", ['64.9%', '2020 census']],
    ['How much money does the program provide each year?', ['$10 billion']],
    ['Which hospitals received surgical robots in Georgia?', ['13 awards']],
    ['How many states received awards from CMS?', ['50 states']],
    ['which of the 50 states received the lowest amount of money', ['New Jersey', 'least']],
    ['Which state received the second most money?', ['most', allotments.at(-2)?.stateName ?? '']],
    ['which agency runs the program in Ohio', ['Department of Health']],
    ['How many awards did Alaska announce?', [countText(findAwards('AK')), sumText(findAwards('AK'))]],
    ['Who received the most money in South Carolina?', ['Self Regional Healthcare']],
    ['what do the Georgia surgical robot awards come to', ['13 awards', '$26,000,000']],
    ['Is there any grant open in Missouri at the moment?', ['none is known to be open']],
    ['what is the rural health transformation program', ['$50 billion', 'FY2026 to FY2030']],
    // A word for a kind of thing is a filter, never text to match.
    [
      'How much did Vermont award in total and to how many agreements?',
      [countText(findAwards('VT')), sumText(findAwards('VT')), '/awards?state=VT'],
    ],
    [
      'how many hospitals in Kansas got money',
      [
        countText(findKind('KS', 'HOSPITAL')),
        ' hospitals',
        `known for all ${findAwards('KS').length} verified awards of Kansas`,
        'state=KS&recipientKind=HOSPITAL',
      ],
    ],
    ['how much did tribal organizations in Alaska receive', [sumText(findKind('AK', 'TRIBAL'))]],
    ['which nursing homes got money in Vermont', [countText(findKind('VT', 'LONG_TERM_CARE'))]],
    ['largest award to a hospital in South Carolina', ['$8,250,712', 'Self Regional Healthcare']],
    [
      'Who got money in George County, Mississippi?',
      [
        countText(findAwards('MS').filter(({ county }) => county === 'George County')),
        'George County Hospital',
        'county=george',
      ],
    ],
    [
      'which FQHCs in Maine received funds',
      ['Maine: No award to federally qualified health centers is on file', 'of Maine'],
    ],
    ['who got money in Dawes County', ['No award in Dawes County is on file', 'of Nebraska']],
    ['Which county in Mississippi received the most money?', ['Stone County', '$10,107,159']],
    ['how many awards over $5 million did Vermont make', ['amountMin=5000000']],
    // Rows that are held back are told, and can be asked for.
    ['how many awards are held back in Nebraska', [`${findHeld('NE').length} award rows`, sumText(findHeld('NE'))]],
    ['which hospitals in Nebraska got money', [countText(findKind('NE', 'HOSPITAL')), 'held back and not counted']],
    ['How much did Nevada award?', ['no award is verified', `${findHeld('NV').length} rows on file are held back`]],
    ['Which state has the most unverified awards?', ['Iowa', String(findHeld('IA').length)]],
    ["How much of Ohio's allotment has a named recipient?", ['$10,000,000', '4.9%']],
    // Commitments and measures.
    ['Which states committed to the EMS Compact?', committed('EMS - EMS Compact')],
    [
      'How many states committed to the PA compact?',
      [`${committed('Physician Assistant - PA Compact').length} states`],
    ],
    ['Which states committed to licence compacts', ['20 states', 'whether it was kept is not in the data']],
    ['Did Hawaii commit to PSYPACT?', ['Hawaii', 'Psychology - PSYPACT']],
    ['did California make any policy commitments', ['lists none of California']],
    [
      "What does Alaska's Spark Technology and Innovation initiative measure?",
      ['Number of hospitals and clinics using RHTP-funded AI technologies and tools'],
    ],
    ['Which states measure infant mortality?', ['Alaska', 'Infant mortality rate']],
    ['How many initiatives are there?', ['50 states', '322 initiatives']],
    ['which states plan tele-stroke', ['Hub-and-Spoke Telestroke']],
    ['What can a critical access hospital apply for in New Hampshire?', ['Critical Access Hospital and Acute Care']],
    ['What can a critical access hospital apply for in Nebraska?', ['none for “critical access hospital” is known']],
    // As people type on a phone: abbreviations, plurals, adjectives, places that are no county.
    ['when is the next deadline', ['Kansas', 'is due on October 1, 2027']],
    ['deadlines in december', ['Oklahoma', 'is due on December 31, 2026']],
    ['deadlines in january', ['between January 1, 2027 and January 31, 2027']],
    ['grants closing this month', ['North Carolina', 'November 16, 2026']],
    ['what is the Nurse Licensure Compact', ['practice in all member states', ...committed(NURSES)]],
    ['is kansas in the nurse licensure compact', ['lists none of Kansas', 'nothing about its laws']],
    ['what is a certificate of need', ['need state approval before they open']],
    ['states w/ licensure compact promises', ['20 states made 36 commitments']],
    ['who got money in Anchorage', ['“anchorage”', 'Alaska']],
    ['did Sanford Health get anything', ['$5,442,000', 'held back and not counted']],
    ['whats open in NE rn', ['none is known to be open', 'may still be open']],
    ['which state has the most initiatives', ['Tennessee (17)']],
    ['which state has given out the biggest share of its money', ['%', 'the most of its allotment']],
    ['percent of texas allotment awarded', [allotmentText('TX')]],
    ['awards less than 50k in Alaska', ['less than $50,000', 'amountMax=49999.99']],
    ['latest awards in Kansas', ['39 awards announced on May 30, 2026', 'No date of 21 other awards']],
    ['nebraskan hospitals that got cash', [countText(findKind('NE', 'HOSPITAL'))]],
    ['which states want to use AI', ['“ai”', 'Texas']],
    ['does wyoming plan anything abt workforce', ['Rural workforce supply']],
    ['what will Idaho do about workforce', ['Idaho', 'workforce']],
    ['which states are doing community paramedicine', ['“community paramedicine”', 'Nebraska']],
    ['how is success measured in Wyoming', ['Wyoming', 'Number of CAH-B conversions']],
    ['did my county get anything? hinds county ms', ['in Hinds County', 'county=hinds']],
    ['how many telehealth awards', ['with “telehealth” in the text']],
    ['how much has been given out so far', [countText(awards), sumText(awards)]],
    ['smallest award anywhere', ['received the smallest']],
    ['anything i can apply to in new hampshire', ['known to be open', 'New Hampshire']],
    ['compare iowa and nebraska', [allotmentText('IA'), allotmentText('NE')]],
    // What people say about themselves only says where, and several counties or kinds are several questions.
    ['I live in Delta County, Colorado. Who got money?', ['in Delta County', 'county=delta']],
    ['hi, im with a paper in Coahoma county MS and want to know who got grants', ['county=coahoma']],
    ['My county is Klamath, in Oregon. Which orgs were funded here?', ['county=klamath']],
    ['any awards in cherokee co. oklahoma', ['county=cherokee']],
    ['who got awards in Klamath, Coos and Lane counties Oregon', ['county=klamath', 'county=coos', 'county=lane']],
    [
      'how much went to hospitals vs clinics in Mississippi',
      [sumText(findKind('MS', 'HOSPITAL')), sumText(findKind('MS', 'RURAL_CLINIC'))],
    ],
    ['money for Pascagoula in Jackson County, Mississippi', ['None of them mentions “pascagoula” in its text']],
    ['how will Kentucky know its dental program (Rooted in Health) works', ['is measured by 5 measures']],
    ['is Ohio going to ban soda on SNAP', ['SNAP Food Restriction Waiver Policy']],
    ['does the Minnesota plan have doulas or drones', ['doulas']],
    // A critical access hospital is known by its certification number.
    ['how many critical access hospitals got awards', [countText(ofCriticalAccess()), sumText(ofCriticalAccess())]],
    ['how much did critical access hospitals get in Kansas', [sumText(ofCriticalAccess('KS')), 'is known for']],
    ['who got money in Sussex County, New Jersey', ['several counties counts whole in each of them']],
    ['how much did counties get in Tennessee', [countText(findKind('TN', 'COUNTY')), 'county governments']],
    ['what does the Rural Health Initiative of Alabama measure', ['Alabama, “Rural Health Initiative” is measured by']],
    ['what does Hometown Connections in Iowa do', ['Iowa, “Hometown Connections”: ']],
    ['does Iowa plan to use mobile clinics', ['None of the 5 initiatives of Iowa', 'nor does the abstract']],
    ['who can apply for grants in Nebraska', ['was open to', 'Critical access hospitals']],
    ['what is the cap on administrative costs', ['10 percent']],
    ['How is the money divided among the states?', ['shared equally', 'split equally']],
    ['What happens if a state does not keep its policy commitments?', ['money can be recovered']],
    ['Can CMS take money back from a state?', ['recover payments']],
    ['What is a rural health facility under the law?', ['critical access hospital']],
    ['What are the goals of the federal program?', ['workforce']],
    ['can states spend RHTP money on robots', ['robotics', 'ten purposes']],
    ['can the money be used to pay off debt', ['say nothing about “debt”', 'ten purposes']],
    ['how much may a state spend on capital expenditures', ['at most 20 percent on capital projects']],
    ['who can apply for RHTP funds', ['Only state governments may apply']],
    ['are tribes eligible for RHTP funding', ['Only state governments may apply']],
    ['what can RHTP money not be used for', ['New construction is not allowed']],
    ['when must a state spend its FY2026 funds', ['through the end of the fiscal year that follows']],
    // What is not on file is told, without a claim that there is none.
    [
      'who got money in Arizona',
      ['Arizona: no award to an organization is on file on November 21, 2026', 'does not mean'],
    ],
    ['who got money in Hawaii', ['Hawaii: no award is verified; 1 row on file', 'Hawaii Primary Care Association']],
    ['how much did California award to its hospitals', ['no award to an organization is on file', 'No list of award']],
    ['held back rows in Wyoming', ['Wyoming: No award is held back']],
    // What people add to a question, and how they write the names of places.
    ['Who in Humphreys County Mississippi got money? are the amounts public?', ['awards in Humphreys County']],
    ['any rht grants around Homerville, i.e. Clinch County GA', ['2 awards in Clinch County to 2 organizations']],
    ['What did Hawthorne get? I mean Mineral County, Nevada', ['no award in Mineral County is verified']],
    ['Need awardees in Scotts Bluff County, NE for a story due tonight', ['Regional West Medical Center']],
    ['what did george county miss. get from the rural health fund', ['11 awards in George County']],
    ['awards in Klammath County Oregon', ['awards in Klamath County']],
    ['who got money in the Kodiak Island Borough', ['18 awards in Kodiak Island Borough']],
    [
      "I'm on the Kodiak Island Borough assembly in Alaska. Who here got money?",
      ['18 awards in Kodiak Island Borough'],
    ],
    ['was Cody Regional Health the only one funded in Park County Wyoming?', ['awards in Park County', 'Gottsche']],
    ['Switzerland County (Indiana): who was funded under GROW?', ['Switzerland County YMCA']],
    ['latest awards in Newberry county SC', ['September 15, 2026', 'Newberry County Memorial Hospital (']],
    ['rio blanco county colorado hospital districts $', ['Rangely Hospital District ($700,000)']],
    ['who got money in Baker County, Oregon? our hospital closed last year', ['9 awards in Baker County']],
    ['How much went to Greeley County, Kansas, and under which programs?', ['“Regional Partnership Grant Program']],
    ['Gage County board of supervisors, Nebraska - need awards in our county before the meeting', ['2 awards in Gage']],
    ["I'm a nurse in Georgia. which states committed to the nurse licensure compact", ['4 states', 'Hawaii']],
    ["we sell ambient AI scribes. Does Vermont's plan mention them", ['AI scribes']],
    ['PACE: is Oklahoma planning to grow it?', ['PACE program']],
    ["What does Iowa's plan say about people who have cancer?", ['cancer']],
    ["tell me about Iowa's plan and what it wants to do", ['Iowa']],
    ['Please describe the grants in Rutland County, Vermont.', ['6 awards in Rutland County']],
    [
      'Which projects in Eureka County, Nevada, does the state intend to fund?',
      ['no award in Eureka County is verified'],
    ],
    ['List every organization that will serve Pocahontas County, West Virginia', ['Community Care of West Virginia']],
    ['Which states undertook to reform certificate of need for long-term care?', ['2 states', 'Nebraska']],
    ['Which states have committed themselves to giving the Presidential Fitness Test?', ['25 states']],
    ["What are the metrics of that one? I read of Oklahoma's Moving Upstream initiative.", ['18 measures']],
    ["What role do dementia navigators play in Tennessee's plan?", ['dementia']],
    ['what targets did florida set for the tele-icu initiative', ['is measured by 4 measures']],
    // Rows that wait are named beside verified ones in a county.
    ['who got awards in Sioux County, Iowa', ['1 award in Sioux County', 'Hawarden Community Hospital']],
    ['which states will let pharmacists do lab testing', ['6 states', 'Wyoming']],
    ["I'm a pharmacist in Wyoming. What has my state promised about my work?", ['Pharmacist - Lab Testing']],
    ['does illinois plan loan repayment', ['is not a loan repayment program']],
    ["what does arizona's plan say about crisis services", ['crisis services']],
    // Places, amounts and applicants as people write them.
    ['did anyone in Jasper County Mississippi get funded', ['Jasper General Hospital']],
    ['lancaster nebraska awards', ['No award in Lancaster County is on file']],
    [
      'who got money in Clay County Tennessee for dental clinics',
      ['No award in Clay County to federally qualified health centers and clinics is on file'],
    ],
    ['Which groups in Lane County, Oregon received awards?', ['in Lane County', 'county=lane']],
    ['awards between $1 million and $2 million in Vermont', ['amountMin=1000000', 'amountMax=2000000']],
    ['avg award size in Vermont', ['The average of']],
    // Plans are quoted from the abstracts and the initiatives.
    ["What does Wyoming's plan say about maternal care", ['Wyoming, “Access to emergency medical care”']],
    ["What's Ohio's goal for its rural workforce by 2031", ['By 2031', 'at least 20 percent']],
    ['what does Delaware plan to spend on Hope Centers', ['$97.5M Hope Centers']],
    ['How much did Nevada budget for the flex fund', ['flex fund for rural providers $40 million']],
    ["how much of ND's money is for technology", ['technology and data $168.0 million']],
    ["who are the subrecipients named in Rhode Island's plan", ['Block Island Health Services']],
    ["what are the goals of Tennessee's plan", ['The goals in the abstract', 'Maternal and child health']],
    [
      'what does New York want to do about workforce by 2030',
      ['For 2030', 'say nothing about “workforce”', 'Rural Roots'],
    ],
    ['which states plan to buy ambulances', ['1 state', 'Tennessee', 'a new ambulance in every county']],
    ['which states want to train community health workers', ['“community health workers”', 'South Dakota']],
    ['who plans hospital at home', ['“hospital at home”', 'Rural Hospital-at-Home Program']],
    ['how many telehealth sites does Vermont plan to have', ['None of the 5 initiatives of Vermont']],
    ['what is measured under Rural Roots', ['New York, “Rural Roots: Workforce” is measured by']],
    ['what outcomes does LIFT track', ['Utah', 'is measured by 3 measures']],
    // Policies by the names that people use.
    ['nurse compact states', [...committed(NURSES)]],
    ['who committed to the physical fitness test', ['“Presidential Fitness Test”: 25 states']],
    ['which states will loosen CON laws', ['8 states made 15 commitments']],
    ['did Arkansas commit to soda restrictions', ['lists none of Arkansas']],
    [
      'states that let dental hygienists see patients without a dentist',
      ['Direct Access to Prophylaxis', 'South Carolina'],
    ],
    ['has Ohio committed to nutrition training for doctors', ['Nutrition Continuing Medical Education']],
    ['which states committed to EMS compact and nurse compact', ['“EMS - EMS Compact”: 8 states', '11 states made 12']],
    ['rank the states by award', ['Texas ($281,319,361)', 'Alaska']],
    ['how long does the program last', ['FY2026 to FY2030']],
    ['which counties in Vermont have awards?', ['11 counties of Vermont', 'Windham County (14)', 'Windsor County (1)']],
    ['List the counties in Kansas that got awards', ['counties of Kansas', 'Ellis County (2)']],
    ['Which boroughs in Alaska got awards?', ['30 counties of Alaska', 'Aleutians East Borough (4)']],
    ['Which parishes in Louisiana have awards?', ['The county is known for 0 of the']],
    [
      'What did Allendale County Hospital get in Allendale County, South Carolina?',
      ['5 awards', 'The awards are: $1,614,000 for', '$75,500 for'],
    ],
    ['any open rfps for ems', ['none for “ems” is known to be open']],
  ])('%s', async (query, facts) => {
    for (const fact of facts) expect(await answer(query)).toContain(fact)
  })

  it('cites the documents that the figures come from, all of them in the dataset', async () => {
    const statements = (await figures.answer('How many subawards has Alabama announced?', ANY, NOW)) ?? []
    const sources = statements.flatMap((statement) => statement.sources)
    const listing = new Set(findAwards('AL').map(({ sourceDocument }) => sourceDocument.id))
    expect(new Set(sources.map(({ documentId }) => documentId))).toEqual(listing)
    for (const { documentId: id, url } of sources) {
      expect(publication.documents.find(({ record }) => record.id === id)?.record.url).toBe(url)
    }
  })

  it('uses the states and the year that filter a search if the question names none', async () => {
    const statements = await figures.answer(
      'how much was awarded to organizations',
      { states: ['SC'], fiscalYear: null },
      NOW,
    )
    expect(statements?.[0]?.text).toContain(sumText(southCarolina))
    expect(await figures.answer('how much did Texas get', { states: [], fiscalYear: 'FY2027' }, NOW)).toEqual([])
  })

  it('says that a plan does not mention a subject only where no document does', async () => {
    const [statement] = (await figures.answer('does Iowa plan to use mobile clinics', ANY, NOW)) ?? []
    expect(statement?.unless).toBeDefined()
  })

  it('counts the awards of a month, and says for how many the day is known', async () => {
    const inMonth = (rows: typeof awards, month: string) => rows.filter(({ awardDate }) => awardDate?.startsWith(month))
    const september = await answer('How many awards were made in September 2026?')
    expect(september).toContain(`${countText(inMonth(awards, '2026-09'))} announced in September 2026`)
    const dated = awards.filter(({ awardDate }) => awardDate !== null).length.toLocaleString('en-US')
    expect(september).toContain(`The day is known for ${dated} of the`)
    const virginia = await answer('How much did Virginia award in October 2026?')
    expect(virginia).toContain(sumText(inMonth(findAwards('VA'), '2026-10')))
    expect(await answer('what awards were announced in December 2025')).toContain('No award announced in December 2025')
  })

  it('says what an award is for only when asked', async () => {
    const purpose = awards.find(
      ({ awardeeName }) => awardeeName === 'Foundation for Healthy Communities',
    )?.programDescription
    const words = (purpose ?? '').replace(/\.$/, '')
    expect(await answer('What did Foundation for Healthy Communities get the money for?')).toContain(words)
    expect(await answer('How much did Foundation for Healthy Communities get?')).not.toContain(words)
  })

  it('names the address of the rows without a mark that no filter follows', async () => {
    expect(await answer('Which state has the most policy commitments?')).toMatch(/rows are at \/commitments$/)
  })

  it('names measures without the marks at their end', async () => {
    const text = await answer('How does Tennessee measure success of its maternal health initiative?')
    expect(text).toContain('is measured by 4 measures')
    expect(text).not.toMatch(/[.*] ?,/)
  })

  it('lists what is open now, or says that nothing is', async () => {
    expect(await answer('what can I apply for in New Hampshire right now')).toContain('Primary Care Access')
    for (const question of ['what can I apply for in Alabama right now', 'How do I apply in Alabama?']) {
      expect(await answer(question)).toMatch(/none is known to be open on November 21, 2026$/)
    }
  })

  it('never divides a sum, and never says zero for unknown', async () => {
    const codes = publication.states.map(({ item }) => item.code)
    for (const code of codes.filter((_, place) => process.env.LONG || place % 8 === 0)) {
      expect((await answer(`how much has ${code} awarded to organizations`)) ?? '').not.toMatch(
        /\$0\b|\bNaN\b|null|undefined/,
      )
    }
  })
})

describe('a question without a matching record has no answer', () => {
  it.each([
    'what will Texas receive in FY2027',
    'second-year allotment of Ohio',
    'what was the FY2025 award of Texas',
    'how much did Puerto Rico receive',
    'which states will win next year',
    'How many hospitals will close in Mississippi?',
    'When will Hawaii announce its awards for 2027?',
    'should my hospital apply',
    'who got money in Xyzzy County, Kansas',
    'who got money in Harrison County, Georgia',
    'what are our chances if we apply in Oregon',
    'Who has the last word on awards in Kansas?',
    'how much opioid settlement money did Hunterdon County, New Jersey spend',
    'Cedar Hollow Medical Center in Iowa got a big award. Is that so, and what was the amount?',
    'will montanas plan lower maternal deaths',
    'Which hospital in Oregon would have closed without this funding?',
    'how much did clinch memorial hospital get per patient',
    "what % of Utah's money has been spent so far",
    'has nevada spent its money yet',
    'When will Nevada announce the next round of awards?',
    'rate the plans of ND and SD, which is better',
    "grade Wyoming's plan",
    'who got money in Gotham County, Kansas',
    'who got money in Springfield County, Vermont',
    'How much did Vermont award per capita?',
    'How much award money per resident did Vermont give to hospitals?',
    'Which states will join the EMS Compact in 2027?',
    'Which hospitals did not get money in Kansas?',
    'What was the infant mortality rate in Alaska last year?',
    'is the rural health transformation program a good idea',
    'which hospital is the best in Kansas',
    'when is the next town hall in Delaware',
    'How many jobs did the hospital awards in Kansas create?',
    'how many rural hospitals closed',
    'who is the director of the program in Ohio',
    'how many hospitals shut down in kansas',
    'which counties in Tennessee got no award',
    'Which states have not published any awards?',
    'how many rural emergency hospitals received awards',
    'how many rural emergency hospitals are there',
    'which states broke their promise on SNAP waivers',
    'will my hospital get a grant',
    'Did Hawaii keep its promise on the nurse licensure compact?',
    'Which states committed to Medicaid expansion?',
    'which states committed to physical education policy',
    'which states committed to soda bans and gun control',
    'remote supervision of dental hygienists',
    'which states committed to restrict short term limited duration insurance',
    'awards over 5 million and under 1 million in Vermont',
    'which states plan to colonize mars',
    'when will my clinic open',
    'will our premiums go up in Vermont',
  ])('%s', async (query) => {
    expect(await figures.answer(query, ANY, NOW)).toEqual([])
  })

  it.each([
    'who won the World Series',
    'how much Medicaid money does Ohio get',
    'How many patients were treated with the money in Kansas?',
    'how much did HRSA award to Nebraska under the Flex program',
    'telehealth',
    'How is the RHTP funding distributed?',
    'how does a state apply to CMS',
    'who is the governor of Texas',
    'What are the opening hours of Day Kimball Hospital?',
    "what did South Dakota's technology and data grants come to",
    'does Iowa plan to buy helicopters',
    'what does the Moon Base Initiative of Alabama measure',
    'how much did counties in Tennessee lose',
    'Why did Texas get more money than California?',
    'How many doctors work in Clay County, Iowa?',
    'How much Medicare money did hospitals in Kansas get?',
    'How many patients did the tribal awards in Alaska serve?',
    'What did Ohio State University get',
    'most rural state',
    'which state got screwed',
    'which county has the most hospitals',
    'what did Tesla get from RHTP',
    'how many ventilators did Vermont buy',
    // Each side has the same word.
    "what does New York's plan say about middle school and high school students",
  ])('%s is not about figures in the records', async (query) => {
    expect(await figures.answer(query, ANY, NOW)).toBeNull()
  })
})
