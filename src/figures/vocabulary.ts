import { distance } from 'fastest-levenshtein'

/**
 * The meaning of the words of a question about figures, by kind. A word may have several kinds. Words without a kind,
 * except function words, are the subject of the question.
 */
// biome-ignore format: word lists read better as running lines
const KINDS = {
  smallest: ['smallest', 'least', 'lowest', 'minimum', 'fewest', 'tiniest', 'bottom'],
  largest: ['largest', 'most', 'biggest', 'highest', 'maximum', 'greatest', 'top'],
  average: ['average', 'mean', 'typical'],
  median: ['median'],
  count: ['many', 'number', 'count', 'counts'],
  money: ['much', 'amount', 'amounts', 'total', 'totals', 'totaling', 'sum', 'sums', 'worth', 'value', 'dollars', 'dollar', 'money', 'cash', 'funding', 'funds', 'funded', 'big', 'large', 'size'],
  award: ['round', 'rounds', 'award', 'awards', 'awarded', 'awarding', 'grant', 'grants', 'granted', 'subaward', 'subawards', 'subgrant', 'subgrants'],
  allotment: ['allotment', 'allotments', 'allotted', 'allocation', 'allocations', 'allocated'],
  receive: ['receive', 'received', 'receives', 'get', 'gets', 'got', 'obtain', 'obtained', 'secure', 'secured', 'win', 'won', 'wins', 'land', 'landed', 'collect', 'collected', 'given'],
  give: ['make', 'made', 'makes', 'announce', 'announced', 'announces', 'gave', 'give', 'gives', 'given', 'issue', 'issued', 'distribute', 'distributed', 'hand', 'handed', 'publish', 'published', 'passed', 'went', 'goes', 'provide', 'provides', 'provided', 'offer', 'offers', 'offered', 'awarded', 'award', 'paid', 'pay', 'subaward', 'subawards'],
  recipient: ['who', 'whom', 'recipient', 'recipients', 'awardee', 'awardees', 'winner', 'winners', 'grantee', 'grantees', 'subrecipient', 'subrecipients', 'organization', 'organizations', 'organisation', 'organisations', 'agencies', 'groups', 'companies', 'institutions', 'entity', 'entities', 'list', 'listed', 'names', 'named'],
  state: ['state', 'states'],
  federal: ['federal', 'federally', 'cms', 'hhs', 'government', 'nationwide', 'national', 'nationally', 'country', 'nation'],
  year: ['year', 'years', 'fiscal', 'first', 'initial', 'so', 'far', 'yet', 'already', 'date'],
  date: ['when', 'deadline', 'deadlines', 'due', 'date', 'dated', 'dates', 'close', 'closes', 'closed', 'closing', 'day', 'end', 'ends', 'last', 'cutoff'],
  apply: ['apply', 'applying', 'applied', 'application', 'applications', 'applicant', 'applicants', 'submit', 'submitted', 'submission', 'submissions', 'proposal', 'proposals'],
  open: ['open', 'opened', 'available', 'current', 'currently', 'now', 'today', 'still', 'active', 'accepting', 'right', 'moment'],
  call: ['opportunity', 'opportunities', 'call', 'calls', 'solicitation', 'solicitations', 'rfp', 'rfps', 'rfa', 'rfas', 'nofo', 'nofos', 'notice', 'notices', 'bid', 'bids'],
  next: ['soon', 'soonest', 'next', 'upcoming', 'coming', 'ahead', 'scheduled', 'planned'],
  event: ['event', 'events', 'webinar', 'webinars', 'townhall', 'hall', 'halls', 'town', 'meeting', 'meetings', 'conference', 'conferences', 'workshop', 'workshops', 'hours', 'office'],
  initiative: ['initiative', 'initiatives', 'activity', 'activities'],
  lead: ['run', 'runs', 'running', 'lead', 'leads', 'leading', 'administer', 'administers', 'administering', 'manage', 'manages', 'managing', 'oversee', 'oversees', 'agency', 'department', 'charge', 'responsible'],
  resident: ['per', 'capita', 'person', 'resident', 'residents', 'rural'],
  clinicOfAccess: ['critical', 'access', 'hospital', 'hospitals', 'cah', 'cahs'],
  people: ['population', 'people', 'live', 'lives', 'living', 'resident', 'residents', 'inhabitants', 'rural'],
  share: ['percent', 'percentage', 'share', 'proportion'],
  compare: ['than', 'more', 'less', 'fewer', 'compare', 'compared', 'versus', 'vs', 'difference', 'bigger', 'larger', 'smaller', 'higher', 'lower', 'over', 'under', 'above', 'below', 'million', 'billion'],
  rank: ['rank', 'ranks', 'ranked', 'ranking', 'place', 'stand'],
  known: ['known', 'disclosed', 'published', 'unpublished', 'unknown'],
  all: ['overall', 'altogether', 'combined', 'together', 'all', 'across', 'every', 'entire', 'whole'],
  define: ['explain', 'describe', 'definition', 'define', 'purpose', 'meaning', 'mean', 'stand', 'stands', 'about', 'what', 'whats'],
  program: ['program', 'programs', 'programme', 'rhtp', 'rht'],
  filler: ['rows', 'row', 'come', 'comes', 'add', 'adds', 'there', 'say', 'says', 'said', 'single', 'individual', 'exactly', 'roughly', 'approximately', 'currently', 'ever', 'dataset', 'level'],
} as const satisfies Record<string, readonly string[]>

/** The kind of a word in a question. */
export type Kind = keyof typeof KINDS

const KINDS_OF = new Map<string, ReadonlySet<Kind>>()
for (const [kind, words] of Object.entries(KINDS) as [Kind, readonly string[]][]) {
  for (const word of words) KINDS_OF.set(word, new Set([...(KINDS_OF.get(word) ?? []), kind]))
}
const NONE: ReadonlySet<Kind> = new Set()

/** The kinds of a word; none for a subject word. */
export const getKinds = (word: string): ReadonlySet<Kind> => KINDS_OF.get(word) ?? NONE

const QUESTION_KINDS: readonly Kind[] = [
  'share',
  'count',
  'money',
  'receive',
  'give',
  'year',
  'define',
  'filler',
  'federal',
  'state',
  'program',
  'apply',
]

/** Whether a word only asks and does not belong to the subject of a question. */
export const isQuestionWord = (word: string): boolean =>
  QUESTION_KINDS.some((kind) => getKinds(word.toLowerCase()).has(kind))

const SHORTEST_CORRECTED = 5
const SHORTEST_TWICE_WRONG = 7

/** The known word closest to a misspelled one; undefined if none is close. */
export function nearestWord(written: string): string | undefined {
  if (written.length < SHORTEST_CORRECTED) return undefined
  const allowed = written.length < SHORTEST_TWICE_WRONG ? 1 : 2
  return [...KINDS_OF.keys()].find((word) => word[0] === written[0] && distance(word, written) <= allowed)
}

/** Numbers in words, as in `top five`. */
export const NUMBERS: Readonly<Record<string, number>> = Object.fromEntries(
  ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'].map((word, place) => [word, place + 2]),
)

/** Matches questions for a judgment or forecast, which no record can answer. */
export const JUDGMENT =
  /^ (?:should|ought) | (?:best|worst) (?!practice)| good (?:idea|program|use)|deserve| opinions? | (?:you|people) think | recommend| predict| likely | chances? | will win | (?:how many|which|who) (?:\w+ ){0,4}will /

/** Places outside the program. */
export const PLACES_OUTSIDE =
  / (?:puerto rico|guam|american samoa|northern mariana(?: islands)?|(?:us |u s )?virgin islands|district of columbia|washington d ?c|territor(?:y|ies)|canada|(?<!new )mexico) /
