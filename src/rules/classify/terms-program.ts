import type { TermsOf } from './points.ts'

/** The terms of the category about how the program itself is run. See `points.ts` for the strengths. */
// biome-ignore format: word lists read better as running lines
export const PROGRAM_TERMS = {
  PROGRAM_ADMIN_EVALUATION: {
    strong: [
      'outcomes evaluation', 'evaluation', 'evaluator', 'program administration', 'program management',
      'program management office', 'program support service', 'grant management', 'project management', 'oversight',
      'administrative service', 'administrative cost', 'admin cost', 'third party administrator',
      'third party administration', 'fiscal intermediary', 'auditing', 'audit', 'accounting', 'compliance support',
      'advisory committee', 'advisory council', 'advisory board', 'steering committee', 'stakeholder advisory',
      'task force', 'independent verification', 'performance measure', 'performance monitoring', 'awardee reporting',
      'annual report', 'quarterly report', 'progress report', 'reporting consultant', 'public input', 'input portal',
      'gap analysis', 'stakeholder input', 'stakeholder engagement', 'stakeholder information request',
      'request for ideas', 'request for information', 'asked for ideas', 'listening session', 'project concept',
      'intent to apply', 'needs assessment', 'landscape assessment', 'program metric', 'procurement page',
      'budget narrative', 'project narrative', 'application narrative', 'project abstract', 'plan abstract',
      'project summary', 'federal application', 'application summary', 'application package', 'proposal template',
      'award record', 'award detail', 'technical assistance provider', 'technical assistance center', 'statute',
      'state law', 'cooperative agreement', 'implementation timeline', 'frequently asked question', 'revised budget',
      'strategic planning', 'marketing', 'program evaluator', 'operations support', 'resources and faq',
      'capacity assessment', 'statewide assessment', 'technology assessment', 'service assessment',
      'modernization assessment', 'allowable cost',
    ],
    fair: [
      'assesses', 'consulting service', 'administrator', 'feasibility study', 'reporting', 'stakeholder', 'survey',
      'implementation partner', 'monitoring and evaluation', 'terms and conditions', 'subrecipient monitoring',
      'fiscal agent', 'faq', 'legislative', 'legislation', 'project coordinator', 'letter of interest',
      'state application',
    ],
    weak: [
      'technical assistance', 'planning', 'compliance', 'study', 'analysis', 'report', 'consultant', 'administer',
      'procurement', 'assessment', 'administration', 'governance',
    ],
    heading: [
      'application', 'applies for', 'webinar', 'overview', 'program update', 'program page', 'timeline',
      'initiative page', 'funding page', 'briefed', 'briefing', 'house bill', 'lawmaker', 'appropriations committee',
      'legislature', 'proposal', 'submits plan', 'transformation plan', 'plan for rural health', 'state policy',
      'policy action', 'abstract', 'summit', 'subrecipient list', 'legislative session', 'executive directive',
      'fact sheet', 'spotlight', 'eligibility', 'office hour', 'federal approval', 'transformation team', 'plan page',
      'billion plan', 'rural health transformation plan', 'senate bill', 'bill on', 'bill that', 'bill passes',
      'signs bill', 'awardees posted', 'projects awarded',
    ],
  },
} as const satisfies TermsOf

/**
 * Terms of texts about the program as a whole. They count for PROGRAM_ADMIN_EVALUATION, and only if a text names no
 * other subject: a notice of the program's first awards is about the program, one of its dental awards is not.
 */
// biome-ignore format: word lists read better as running lines
export const WHOLE_PROGRAM = {
  strong: [
    'rural health transformation', 'rural health transformation program', 'rural health transformation fund',
    'rural transformation program', 'rhtp', 'rht', 'rht program', 'arhtp', 'ncrhtp', 'calrht', 'njrht',
    'transform rural health', 'transform rural health care', 'transform rural healthcare',
    'rural health transformation project', 'rural health transformation plan', 'rural health fund', 'office of rural health transformation',
  ],
  fair: [
    'first year award', 'federal award', 'federal fund', 'federal grant', 'strengthen rural health',
    'improve rural health', 'improve rural healthcare', 'improve rural health care', 'for rural health',
    'for rural health care', 'for rural healthcare', 'rural health grant', 'rural health care grant', 'in rural health',
    'in rural health care', 'rural health funding', 'rural health project',
    'rural healthcare modernization', 'notice of award', 'budget period',
  ],
  weak: [
    'rural health', 'rural health care', 'rural healthcare', 'awarded', 'cms', 'governor', 'first year', 'five year',
    'state plan', 'billion', 'seek',
  ],
} as const
