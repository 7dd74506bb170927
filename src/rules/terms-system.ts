import type { TermsOf } from './terms.ts'

/** The terms of the categories that are about how care is equipped and paid. What they count stands in `terms.ts`. */
// biome-ignore format: word lists read better as running lines
export const SYSTEM_TERMS = {
  HEALTH_IT_DATA_INTEROPERABILITY: {
    strong: [
      'health it', 'health information technology', 'health data', 'healthcare data', 'information technology',
      'it infrastructure', 'it modernization', 'hit advisory', 'health technology', 'healthcare technology',
      'health care technology', 'emerging technology', 'technology adoption', 'electronic health record',
      'electronic medical record', 'electronic dental record', 'electronic record', 'record system', 'medical record',
      'ehr', 'emr', 'interoperability', 'data exchange', 'data sharing', 'data hub', 'data analytics', 'data platform',
      'data integration', 'data infrastructure', 'data warehouse', 'data clearinghouse', 'data modernization',
      'data system', 'health information exchange', 'health information service', 'hie',
      'community information exchange', 'referral platform', 'social care referral platform', 'cybersecurity', 'cyber',
      'cybersecurity resilience', 'cyber resilience', 'artificial intelligence', 'ai', 'machine learning',
      'clinical documentation', 'decision support', 'digital health', 'digital infrastructure',
      'digital modernization', 'telehealth', 'telehealth infrastructure', 'telemedicine', 'tele icu', 'virtual care',
      'remote monitoring', 'broadband', 'patient portal', 'patient facing portal', 'patient facing technology',
      'consumer facing technology', 'virtual reality', 'wearable', 'telehealth equipment', 'technology enabled',
      'technology enhanced', 'technology modernization', 'client management system', 'information system',
      'dispatch software', 'health app', 'tech innovation', 'remote patient monitoring', 'bidirectional exchange',
      'network cybersecurity', 'network and server',
    ],
    fair: [
      'technology', 'digital', 'analytics', 'software', 'data collection', 'connectivity', 'dashboard', 'robotics',
      'surgical robotics', 'informatics', 'registry', 'nccare360', 'clearinghouse', 'online platform', 'tech',
      'teleconsult', 'app', 'automation', 'automated', 'cloud', 'teleconsultation', 'telepsychiatry', 'telepharmacy',
      'digital mammography', 'computer', 'communications system', 'telecardiology', 'tele cardiology', 'tele stroke',
      'tele triage', 'tele consultation', 'tele consult', 'tele emergency', 'tele specialty', 'tele psychiatry',
      'patient monitoring', 'drone', 'digital access', 'server',
    ],
    weak: [
      'data', 'platform', 'portal', 'virtual', 'network infrastructure',
    ],
  },
  NETWORK_REGIONAL_COLLABORATION: {
    strong: [
      'network development', 'health network', 'care network', 'provider network', 'regional network',
      'network planning', 'integrated network', 'clinically integrated network', 'clinically integrated',
      'rural network', 'pathway network', 'regional hub', 'regional health hub', 'rural hub', 'hub lead', 'hub anchor',
      'care hub', 'hub and spoke', 'regional collaborative', 'regional partnership', 'regional partner',
      'regional coordination', 'regional grant', 'convener', 'regionalization', 'regional system', 'coalition',
      'consortium', 'consortia', 'collaborative model', 'collaborative provider model', 'collaborative arrangement',
      'collaboration', 'shared service', 'shared staffing', 'cross sector', 'alliance', 'joint application',
      'regional reorientation', 'regional integration', 'coordinated regional', 'regional strategy', 'transfer center',
      'hub organization', 'hub contract', 'regional access', 'navigation network',
    ],
    fair: [
      'network', 'regional', 'collaborative', 'partnership', 'affiliation', 'hub', 'pool staff', 'accelerator partner',
      'medical operations coordination',
    ],
    weak: [
      'region', 'integrated', 'coordinated',
    ],
  },
  QUALITY_PATIENT_SAFETY: {
    strong: [
      'quality improvement', 'quality of care', 'care quality', 'quality measure', 'quality metric',
      'quality reporting', 'quality assurance', 'quality grant', 'quality collaborative',
      'perinatal quality collaborative', 'access and quality', 'patient safety', 'medication safety',
      'infection prevention', 'infection control', 'healthcare associated infection',
      'health care associated infection', 'sepsis', 'antimicrobial stewardship', 'clinical quality',
      'clinical excellence', 'patient experience', 'patient outcome', 'health outcome', 'performance improvement',
      'hospital improvement', 'readmission', 'measurement informed care', 'safe compounding',
      'small rural hospital improvement',
    ],
    fair: [
      'quality', 'center of excellence', 'outcome monitoring', 'performance measure',
    ],
    weak: [
      'outcome', 'safety', 'standard', 'evidence based', 'excellence', 'best practice', 'accreditation',
    ],
  },
  EMERGENCY_PREPAREDNESS_RESILIENCE: {
    strong: [
      'preparedness', 'disaster', 'disaster recovery', 'stockpile', 'emergency management', 'emergency operation',
      'emergency response', 'emergency communication', 'evacuation', 'community resilience', 'climate resilience',
      'mass casualty', 'surge capacity', 'backup power', 'wildfire', 'hurricane', 'flood', 'continuity of operations',
      'pandemic', 'outbreak', 'biosecurity', 'hazmat', 'microgrid', 'emergency power', 'hospital security',
      'battery backup',
    ],
    fair: [
      'generator', 'resilience', 'resiliency', 'surge', 'hazard', 'interoperable radio', 'warming shelter',
    ],
    weak: [
      'resilient', 'emergency', 'continuity',
    ],
  },
  RURAL_INFRASTRUCTURE_CAPITAL: {
    strong: [
      'capital improvement', 'capital investment', 'capital project', 'capital grant', 'capital equipment',
      'capital expenditure', 'construction', 'renovation', 'remodel', 'facility modernization', 'facility improvement',
      'facility upgrade', 'facility expansion', 'clinical facility', 'medical equipment', 'clinical equipment',
      'diagnostic equipment', 'diagnostic and patient monitoring equipment', 'imaging equipment', 'equipment purchase',
      'equipment upgrade', 'equipment replacement', 'equipment and infrastructure', 'right sizing and infrastructure',
      'healthcare infrastructure', 'health infrastructure', 'infrastructure program', 'facility infrastructure',
      'infrastructure support', 'rural infrastructure', 'imaging center', 'ct scanner', 'ct imaging', 'mri', 'x ray',
      'digital x ray', 'ultrasound', 'imaging unit', 'operating room', 'mobile unit', 'hospital capacity', 'hvac',
      'boiler', 'roof', 'helipad', 'one time infrastructure', 'cold storage', 'scanner', 'wellness equipment',
      'ct scan', 'health facility', 'vehicle', 'ambulance modernization', 'hospital modernization', 'capital care',
      'nurse call system', 'radiography', 'ct unit', 'portable ct',
    ],
    fair: [
      'infrastructure', 'capital', 'equipment', 'facility', 'kitchen', 'school kitchen', 'kiosk', 'building upgrade',
      'telehealth infrastructure', 'telehealth equipment', 'broadband', 'digital infrastructure', 'telecommunications',
      'training unit', 'laboratory', 'diagnostics', 'ventilator',
    ],
    weak: [
      'upgrade', 'replacement', 'imaging', 'hardware',
    ],
  },
  FINANCIAL_SUSTAINABILITY_REIMBURSEMENT: {
    strong: [
      'financial sustainability', 'fiscal sustainability', 'financial stability', 'financial viability',
      'sustainability center', 'health sustainability', 'value based', 'value based care', 'alternative payment',
      'alternative payment model', 'payment model', 'payment method', 'payment methodology', 'payment reform',
      'provider payment', 'population based payment', 'global budget', 'reimbursement', 'revenue cycle', 'billing',
      'insurance credentialing', 'accountable care', 'aco', 'ahead model', 'pay for value', 'shared savings',
      'hospital stabilization', 'rural stabilization', 'stabilization grant', 'hospital efficiency', 'efficiency fund',
      'rural emergency hospital', 'right sizing', 'rightsizing', 'uncompensated care', 'cost reporting',
      'operating margin', 'health value program', 'value analysis', 'hospital transition',
      'hospital provider assistance', 'small rural hospital improvement', 'direct allocation',
    ],
    fair: [
      'sustainability', 'financial', 'finance', 'fiscal', 'efficiency', 'revenue', 'stabilization', 'solvency',
      'service line', 'payer', 'credentialing', 'insurance', 'cost saving', 'formula grant', 'business model',
      'credentialed', 'insurer', 'payment', 'provider productivity', 'right sizing and infrastructure',
    ],
    weak: [
      'medicaid', 'medicare', 'feasibility', 'sustainable', 'cost', 'economic',
    ],
  },
  PROGRAM_ADMIN_EVALUATION: {
    strong: [
      'outcomes evaluation', 'evaluation', 'evaluator', 'program administration', 'program management',
      'grant management', 'project management', 'oversight', 'administrative service', 'third party administrator',
      'third party administration', 'fiscal intermediary', 'auditing', 'audit', 'accounting', 'compliance support',
      'advisory committee', 'advisory council', 'stakeholder advisory', 'task force', 'independent verification',
      'performance measure', 'performance monitoring', 'awardee reporting', 'annual report', 'progress report',
      'reporting consultant', 'public input', 'stakeholder information request', 'request for ideas',
      'project concept', 'intent to apply', 'needs assessment', 'landscape assessment', 'program metric',
      'procurement page', 'budget narrative', 'project narrative', 'proposal template', 'stakeholder input',
      'technical assistance provider', 'technical assistance center', 'statute', 'state law',
    ],
    fair: [
      'administrator', 'assessment', 'feasibility study', 'consultant', 'reporting', 'stakeholder', 'procurement',
      'survey', 'strategic plan', 'implementation partner', 'governance', 'monitoring and evaluation',
      'terms and conditions', 'subrecipient monitoring', 'state application', 'technical assistance', 'fiscal agent',
      'implementation timeline', 'frequently asked question', 'faq', 'legislative', 'legislation', 'revised budget',
    ],
    weak: [
      'planning', 'compliance', 'study', 'analysis', 'report',
    ],
  },
} as const satisfies TermsOf
