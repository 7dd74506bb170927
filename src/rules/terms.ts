import type { CategoryId } from '../schema/taxonomy.ts'

/**
 * How much a term says by itself. A category needs `CATEGORY_THRESHOLD`, and a title counts `TITLE_FACTOR` times:
 * a strong term is enough anywhere, a fair one in a title or beside another, a weak one only beside others.
 */
export const WEIGHTS = { strong: 3, fair: 2, weak: 1 } as const
export const CATEGORY_THRESHOLD = 3
export const TITLE_FACTOR = 2

export type Strength = keyof typeof WEIGHTS
export type ClassifiedCategory = Exclude<CategoryId, 'OTHER_UNCLASSIFIED'>

/**
 * The terms of each category, one or more words in lower case, in the singular; a text may have their plural.
 * A longer term hides the shorter ones inside it: `suicide prevention` is no `prevention`. A term may stand in several
 * categories.
 */
// biome-ignore-start format: word lists read better as running lines
export const TERMS = {
  CARE_ACCESS_COORDINATION: {
    strong: [
      'access to care', 'access to primary care', 'access to health care', 'access to healthcare', 'care access',
      'healthcare access', 'health care access', 'health access', 'patient access', 'care coordination',
      'coordination of care', 'coordinated care', 'coordinated rural care', 'connecting care', 'coordination center',
      'care management', 'case management', 'care navigation', 'care transition', 'patient navigation',
      'patient navigator', 'nurse navigation', 'navigation network', 'post discharge care', 'primary care',
      'family medicine', 'specialty care', 'specialist coverage', 'virtual specialty', 'surgical access', 'telehealth',
      'telemedicine', 'telestroke', 'tele icu', 'teleconsult', 'teleconsultation', 'telespecialty', 'teledentistry',
      'telepharmacy', 'virtual care', 'virtual visit', 'e consult', 'econsult', 'hospital at home', 'home health',
      'home based care', 'home and community based service', 'home visit', 'mobile health', 'mobile clinic',
      'mobile care', 'mobile medical unit', 'mobile dental', 'mobile mammography', 'school based health center',
      'school based health', 'school health center', 'oral health', 'dental', 'dental care', 'dental access',
      'medical transportation', 'medical transport', 'non emergency medical transportation', 'patient transportation',
      'transportation to care', 'dispensing kiosk', 'medication dispensing', 'pharmacy access', 'hospice',
      'palliative care', 'long term care', 'urgent care', 'weekend clinic', 'satellite clinic', 'care delivery',
      'close to home', 'closer to home', 'complex care', 'patient flow',
    ],
    fair: [
      'access', 'navigation', 'navigator', 'referral', 'pharmacy', 'pharmacist', 'telebehavioral', 'transportation',
      'specialist', 'outpatient', 'integrated care', 'integrated primary care', 'team based', 'team based care',
      'assisted living', 'nursing home', 'nursing facility', 'safety net', 'safety net service', 'safety net provider',
      'vision', 'eye care', 'remote care', 'virtual', 'health hub', 'clinic expansion', 'home care',
      'clinics without walls', 'care closer', 'emergency department', 'after hours', 'discharge', 'continuum of care',
      'integrated system', 'health center', 'tele icu pharmacy', 'transitional care', 'post acute',
    ],
    weak: ['clinic', 'care team', 'services', 'treatment', 'delivery', 'coordination', 'connecting', 'travel'],
  },
  EMS_MOBILE_INTEGRATED_HEALTH: {
    strong: [
      'ems', 'emergency medical service', 'emergency medical technician', 'emergency medical responder', 'ambulance',
      'air ambulance', 'air medical', 'paramedic', 'paramedicine', 'community paramedic', 'community paramedicine',
      'mobile integrated health', 'mobile integrated healthcare', 'mobile integrated health care',
      'community integrated health', 'treat in place', 'treatment in place', 'emergency medical dispatch', 'prehospital',
      'pre hospital', 'patient transport', 'inter facility transport', 'interfacility transport',
      'inter facility patient transport', 'rescue squad', 'medical first responder', 'whole blood',
      'public safety answering point', 'emergency transport', 'alternate destination',
    ],
    fair: ['first responder', 'dispatch', 'trauma care', 'trauma system', 'rescue', '911', 'emt', 'emergency care'],
    weak: ['trauma', 'stroke', 'responder', 'helicopter', 'transport'],
  },
  BEHAVIORAL_HEALTH: {
    strong: [
      'behavioral health', 'behavioral healthcare', 'behavioral health prevention', 'behavioral health clinic',
      'behavioral', 'behavioral care', 'telebehavioral', 'telebehavioral health', 'mental health', 'mental wellness',
      'mental health clinic', 'mental health center', 'community mental health center', 'mental healthcare',
      'mental health crisis', 'mental illness', 'substance use', 'substance use disorder', 'substance use prevention',
      'substance abuse', 'substance misuse', 'substance use treatment', 'sud', 'sud prevention', 'opioid',
      'opioid response', 'opioid use disorder', 'alcohol use', 'alcohol use disorder', 'overdose', 'overdose prevention',
      'naloxone', 'buprenorphine', 'tele buprenorphine', 'moud', 'maud', 'medication assisted treatment', 'addiction',
      'addiction recovery', 'methamphetamine', 'fentanyl', 'detox', 'detoxification', 'withdrawal', 'suicide',
      'suicide prevention', 'psychiatry', 'psychiatric', 'psychiatric emergency', 'psychiatrist', 'psychologist',
      'psychology', 'telepsychiatry', 'crisis stabilization', 'crisis intervention', 'crisis response', 'mobile crisis',
      'crisis care', 'crisis service', 'crisis project', '988', 'ccbhc', 'cmhc', 'empath unit', 'eating disorder',
      'trauma informed', 'recovery support', 'recovery housing', 'recovery center', 'rcorp', 'harm reduction',
      'psychosocial', 'emotional wellness', 'emotional health', 'gambling',
    ],
    fair: [
      'counseling', 'counselor', 'therapist', 'peer support', 'social worker', 'social work', 'msw', 'autism',
      'neurodivergent', 'healing center', 'healing house', 'residential treatment', 'sobriety', 'brain health',
      'parents lead', 'loneliness', 'domestic violence', 'child victim',
    ],
    weak: ['crisis', 'recovery', 'healing', 'wellbeing', 'well being', 'stress', 'brain injury'],
  },
  MATERNAL_CHILD_FAMILY_HEALTH: {
    strong: [
      'maternal', 'maternal health', 'maternal health provider', 'maternal and child health', 'maternal child health',
      'maternal care', 'maternity', 'maternity care', 'perinatal', 'prenatal', 'postpartum', 'obstetric', 'ob gyn',
      'obgyn', 'fm ob', 'obstetric readiness', 'gynecology', 'doula', 'midwife', 'midwives', 'midwifery', 'neonatal',
      'nicu', 'newborn', 'infant', 'birth', 'birthing', 'birth center', 'childbirth', 'i gave birth', 'fetal',
      'pregnancy', 'pregnant', 'breastfeeding', 'lactation', 'wic', 'pediatric', 'pediatrician', 'pediatric psychiatry',
      'child health', 'children health', 'adolescent', 'adolescent health', 'early childhood', 'early head start',
      'head start', 'toddler', 'home visiting', 'family support', 'family planning', 'reproductive health',
      'women health', 'locate implementation', 'levels of care assessment', 'mother', 'moms', 'healthy beginning',
      'healthy start', 'child welfare', 'school based family',
    ],
    fair: [
      'child', 'children', 'youth', 'kid', 'parent', 'parenting', 'family', 'families', 'teen', 'girl', 'student health',
      'school based health center', 'school health center', 'school based health', 'women', 'young adult',
      'early intervention', 'parents lead',
    ],
    weak: ['school', 'student', 'child care', 'childcare', 'prevention services'],
  },
  CHRONIC_DISEASE_PREVENTION: {
    strong: [
      'chronic disease', 'chronic disease prevention', 'chronic disease management', 'chronic care', 'chronic condition',
      'chronic illness', 'chronic pain', 'disease management', 'self management', 'diabetes', 'diabetes prevention',
      'diabetic', 'hypertension', 'blood pressure', 'cardiovascular', 'cardiac', 'cardiology', 'cardiac rehabilitation',
      'heart disease', 'heart failure', 'heart health', 'vascular', 'cancer', 'cancer screening', 'oncology',
      'mammography', 'mobile mammography', 'mammogram', 'breast imaging', 'colonoscopy', 'kidney', 'nephrology',
      'dialysis', 'asthma', 'copd', 'pulmonary', 'obesity', 'weight management', 'tobacco', 'smoking', 'vaping',
      'nutrition', 'food is medicine', 'accountable food is medicine', 'food as medicine', 'produce prescription',
      'medically tailored meal', 'whole food', 'healthy eating', 'physical activity', 'physical education', 'fitness',
      'presidential fitness test', 'active living', 'preventive care', 'preventive service', 'preventive health',
      'disease prevention', 'health screening', 'immunization', 'vaccination', 'vaccine', 'alzheimer', 'dementia',
      'adrd', 'cognitive health', 'cognitive care', 'memory care', 'hepatitis', 'hiv', 'stroke', 'arthritis',
      'sickle cell', 'metabolic', 'chronic wound', 'osteoporosis', 'healthy lifestyle', 'make rural texans healthy',
    ],
    fair: [
      'prevention', 'preventive', 'screening', 'wellness', 'exercise', 'walking', 'remote patient monitoring',
      'remote monitoring', 'disease', 'sleep', 'wound care', 'lung', 'infectious disease', 'community garden', 'garden',
      'school kitchen', 'farm to school', 'healthy aging', 'healthy active', 'screening technology',
    ],
    weak: ['healthy', 'cognitive', 'lifestyle', 'food', 'recreation', 'imaging', 'diagnostic'],
  },
  COMMUNITY_POPULATION_HEALTH: {
    strong: [
      'population health', 'public health', 'community health worker', 'chw', 'community health aide',
      'community health representative', 'promotora', 'community wellness', 'wellness hub', 'community health hub',
      'healthy community', 'healthier community', 'social determinant', 'health related social need', 'social need',
      'social care', 'social service', 'social care referral', 'community information exchange', 'nccare360',
      'health equity', 'health disparity', 'minority health', 'food is medicine', 'accountable food is medicine',
      'food as medicine', 'food access', 'food system', 'food pantry', 'food security', 'food insecurity', 'food bank',
      'local food', 'farm to school', 'community garden', 'healthy aging', 'older adult', 'tribal health',
      'indigenous health', 'correctional', 'correctional health', 'incarcerated', 'veteran', 'veteran health',
      'veteran health access', 'local health department', 'health literacy', 'health promotion', 'health education',
      'community and clinical linkage', 'supportive housing', 'environmental health', 'lead exposure', 'water quality',
      'community engagement', 'active living', 'healthy living', 'cultural healing', 'culturally centered',
    ],
    fair: [
      'community health', 'rural community', 'community based', 'community led', 'community hub', 'aging', 'senior',
      'elder', 'tribal', 'tribe', 'american indian', 'native', 'postharvest', 'farm', 'housing', 'homeless', 'outreach',
      'wellness', 'walking', 'cultural', 'underserved', 'nutrition', 'physical education', 'school based wellness',
      'health coalition', 'health improvement',
    ],
    weak: ['food', 'school', 'social', 'local', 'county', 'neighborhood', 'library', 'recreation'],
  },
  WORKFORCE_DEVELOPMENT: {
    strong: [
      'workforce', 'workforce development', 'workforce training', 'workforce recruitment', 'workforce retention',
      'health workforce', 'healthcare workforce', 'health care workforce', 'health worker', 'healthcare worker',
      'recruitment', 'recruitment and retention', 'recruit', 'retention', 'residency', 'residencies', 'resident physician',
      'medical residency', 'gme', 'graduate medical education', 'medical education', 'medical school', 'nursing school',
      'dental hygiene program', 'fellowship', 'preceptor', 'apprenticeship', 'apprentice', 'internship', 'externship',
      'clinical rotation', 'health care rotation', 'rotation', 'career', 'health career', 'career pathway',
      'career ladder', 'career advancement', 'pathways to health career', 'pipeline', 'scholarship', 'loan repayment',
      'tuition', 'stipend', 'credit bank', 'ahec', 'area health education center', 'burnout', 'simulation training',
      'skills training', 'clinical training', 'staff training', 'provider training', 'community health worker', 'chw',
      'community health aide', 'upskilling', 'train in place', 'locum', 'project echo', 'earn while you learn',
      'advanced practice provider', 'continuing education', 'training equipment', 'training unit', 'training program',
      'nursing education', 'nurse residency', 'grow your own', 'job training', 'provider shortage',
    ],
    fair: [
      'training', 'trainee', 'staffing', 'nursing', 'nurse', 'physician', 'clinician', 'simulation', 'certificate',
      'certification', 'licensure', 'licensing', 'skill', 'mentorship', 'mentoring', 'teaching', 'academy', 'educator',
      'community college', 'clinical supervision', 'supervision', 'msw', 'bonus', 'relocation', 'child care',
      'childcare', 'employment', 'hiring', 'learning collaborative', 'professional development',
    ],
    weak: ['education', 'provider', 'student', 'staff', 'incentive', 'university', 'curriculum', 'professional', 'job'],
  },
  HEALTH_IT_DATA_INTEROPERABILITY: {
    strong: [
      'health it', 'health information technology', 'health data', 'healthcare data', 'information technology',
      'it infrastructure', 'it modernization', 'hit advisory', 'health technology', 'healthcare technology',
      'health care technology', 'technology grant', 'emerging technology', 'technology adoption', 'electronic health record',
      'electronic medical record', 'electronic dental record', 'electronic record', 'record system', 'medical record',
      'ehr', 'emr', 'interoperability', 'data exchange', 'data sharing', 'data hub', 'data analytics', 'data platform',
      'data integration', 'data infrastructure', 'data warehouse', 'data clearinghouse', 'data modernization', 'data system',
      'health information exchange', 'health information service', 'hie', 'community information exchange',
      'referral platform', 'social care referral platform', 'cybersecurity', 'cyber security', 'cyber',
      'cybersecurity resilience', 'cyber resilience', 'artificial intelligence', 'ai', 'machine learning', 'ambient ai',
      'clinical documentation', 'clinical decision support', 'decision support', 'digital health', 'digital infrastructure',
      'digital readiness', 'digital modernization', 'telehealth', 'telehealth infrastructure', 'telemedicine', 'tele icu',
      'virtual care', 'remote patient monitoring', 'remote monitoring', 'patient monitoring technology', 'broadband',
      'patient portal', 'patient facing portal', 'patient facing technology', 'consumer facing technology', 'virtual reality',
      'wearable', 'telehealth equipment', 'technology enabled', 'technology enhanced', 'technology modernization',
      'client management system', 'information system', 'dispatch software', 'health app',
    ],
    fair: [
      'technology', 'technologies', 'digital', 'analytics', 'software', 'data collection', 'connectivity', 'dashboard',
      'robotics', 'surgical robotics', 'informatics', 'registry', 'nccare360', 'clearinghouse', 'online platform', 'tech',
      'teleconsult', 'app', 'automation', 'automated', 'cloud', 'teleconsultation', 'telepsychiatry', 'telepharmacy',
      'digital x ray', 'digital mammography', 'computer', 'communications system',
    ],
    weak: ['data', 'platform', 'portal', 'virtual', 'electronic', 'network infrastructure', 'innovation', 'modernization'],
  },
  NETWORK_REGIONAL_COLLABORATION: {
    strong: [
      'network development', 'health network', 'care network', 'provider network', 'regional network', 'network planning',
      'networks of', 'integrated network', 'clinically integrated network', 'clinically integrated', 'rural network',
      'pathway network', 'regional hub', 'regional health hub', 'rural hub', 'hub lead', 'hub leads', 'hub anchor', 'care hub',
      'hub and spoke', 'regional collaboration', 'regional collaborative', 'regional partnership', 'regional partner',
      'regional coordination', 'regional grant', 'regional convener', 'convener', 'regionalization', 'regional system',
      'coalition', 'consortium', 'consortia', 'collaborative model', 'collaborative provider model', 'provider collaborative',
      'collaborative arrangement', 'collaboration', 'shared service', 'shared staffing', 'cross sector', 'alliance',
      'joint application', 'regional reorientation', 'regional integration', 'coordinated regional', 'regional strategy',
      'transfer center', 'hub organization', 'hub contract', 'regional access',
    ],
    fair: [
      'network', 'regional', 'collaborative', 'partnership', 'affiliation', 'hub', 'pool staff', 'integration',
      'coordinated system', 'accelerator partner', 'medical operations coordination',
    ],
    weak: ['region', 'partner', 'integrated', 'coordinated', 'multi county', 'community partner', 'alignment'],
  },
  QUALITY_PATIENT_SAFETY: {
    strong: [
      'quality improvement', 'quality of care', 'care quality', 'quality measure', 'quality metric', 'quality reporting',
      'quality assurance', 'quality grant', 'quality collaborative', 'perinatal quality collaborative',
      'access and quality', 'patient safety', 'medication safety', 'infection prevention', 'infection control',
      'healthcare associated infection', 'health care associated infection', 'sepsis', 'antimicrobial stewardship',
      'clinical quality', 'clinical excellence', 'patient experience', 'patient outcome', 'health outcome',
      'performance improvement', 'hospital improvement', 'readmission', 'measurement informed care', 'safe compounding',
      'small rural hospital improvement',
    ],
    fair: ['quality', 'center of excellence', 'centers of excellence', 'accreditation', 'accredited', 'outcome monitoring',
      'best practice', 'performance measure', 'improving care', 'laboratory'],
    weak: ['outcome', 'safety', 'standard', 'evidence based', 'excellence'],
  },
  EMERGENCY_PREPAREDNESS_RESILIENCE: {
    strong: [
      'emergency preparedness', 'preparedness', 'disaster', 'disaster response', 'disaster recovery', 'stockpile',
      'emergency management', 'emergency operation', 'emergency response', 'emergency communication', 'evacuation',
      'community resilience', 'climate resilience', 'mass casualty', 'surge capacity', 'backup power', 'wildfire',
      'hurricane', 'flood', 'continuity of operations', 'pandemic', 'outbreak', 'biosecurity', 'hazmat', 'microgrid',
      'emergency power', 'hospital security',
    ],
    fair: ['generator', 'resilience', 'resiliency', 'surge', 'hazard', 'interoperable radio', 'warming shelter'],
    weak: ['resilient', 'emergency', 'security', 'continuity'],
  },
  RURAL_INFRASTRUCTURE_CAPITAL: {
    strong: [
      'capital improvement', 'capital investment', 'capital project', 'capital grant', 'capital care', 'capital equipment',
      'capital expenditure', 'construction', 'renovation', 'remodel', 'facility modernization', 'facility improvement',
      'facility renovation', 'facility upgrade', 'facility expansion', 'clinical facility', 'clinical facilities',
      'health facilities', 'medical equipment', 'clinical equipment', 'diagnostic equipment', 'diagnostic and patient monitoring equipment',
      'imaging equipment', 'equipment purchase', 'equipment upgrade', 'equipment replacement', 'equipment and infrastructure',
      'right sizing and infrastructure', 'healthcare infrastructure', 'health infrastructure', 'infrastructure program',
      'facility infrastructure', 'infrastructure support', 'rural infrastructure', 'imaging center', 'ct scanner',
      'ct imaging', 'ct replacement', 'mri', 'mri upgrade', 'x ray', 'digital x ray', 'ultrasound', 'imaging unit', 'operating room',
      'mobile unit', 'vehicle', 'hospital capacity', 'hvac', 'boiler', 'roof', 'helipad', 'one time infrastructure',
      'cold storage', 'scanner', 'wellness equipment', 'ambulances and equipment', 'mri machine', 'x ray machine', 'ct scan',
    ],
    fair: [
      'infrastructure', 'capital', 'equipment', 'facility', 'facilities', 'modernization', 'expansion', 'kitchen',
      'school kitchen', 'kiosk', 'building upgrade', 'telehealth infrastructure', 'telehealth equipment', 'broadband',
      'digital infrastructure', 'telecommunications', 'training equipment', 'acquisition', 'training unit',
      'communications equipment', 'laboratory', 'space', 'diagnostics',
    ],
    weak: ['upgrade', 'replacement', 'imaging', 'purchase', 'machine', 'hardware', 'site'],
  },
  FINANCIAL_SUSTAINABILITY_REIMBURSEMENT: {
    strong: [
      'financial sustainability', 'fiscal sustainability', 'financial stability', 'financial viability', 'sustainability center',
      'health sustainability', 'value based', 'value based care', 'value based payment', 'value based purchasing',
      'value based medicaid', 'alternative payment', 'alternative payment model', 'payment model', 'payment method',
      'payment methodology', 'payment reform', 'provider payment', 'population based payment', 'global budget',
      'reimbursement', 'revenue cycle', 'medical billing', 'billing', 'coding and billing', 'insurance credentialing', 'insurer',
      'accountable care', 'aco', 'ahead model', 'pay for value', 'shared savings', 'hospital stabilization',
      'rural stabilization', 'stabilization grant', 'hospital efficiency', 'efficiency fund', 'rural emergency hospital',
      'rural emergency hospital conversion', 'right sizing', 'rightsizing', 'uncompensated care', 'cost reporting',
      'operating margin', 'health value program', 'value analysis', 'hospital transition', 'hospital provider assistance',
      'small rural hospital improvement',
    ],
    fair: [
      'sustainability', 'sustainable', 'financial', 'finance', 'fiscal', 'efficiency', 'revenue', 'payment',
      'stabilization', 'solvency', 'productivity', 'provider productivity', 'service line', 'payer', 'credentialing',
      'insurance', 'cost saving', 'formula grant', 'direct allocation', 'business model', 'credentialed',
    ],
    weak: ['medicaid', 'medicare', 'cost', 'value', 'economic', 'feasibility'],
  },
  PROGRAM_ADMIN_EVALUATION: {
    strong: [
      'program evaluation', 'program evaluator', 'independent evaluator', 'outcomes evaluation', 'evaluation',
      'evaluation service', 'evaluator', 'program administration', 'program management', 'grant program management',
      'grant management', 'project management', 'project management support', 'program oversight', 'oversight',
      'administrative service', 'administrative services organization', 'third party administrator',
      'third party administration', 'fiscal agent', 'fiscal intermediary', 'auditing', 'audit', 'accounting',
      'compliance support', 'advisory committee', 'advisory council', 'stakeholder advisory', 'task force',
      'independent verification', 'performance measure', 'performance monitoring', 'awardee reporting', 'annual report',
      'progress report', 'reporting consultant', 'public input', 'stakeholder information request', 'request for ideas',
      'project concept', 'state application', 'intent to apply', 'needs assessment', 'landscape assessment',
      'program metric', 'procurement page', 'budget narrative', 'project narrative', 'proposal template', 'stakeholder input',
    ],
    fair: [
      'technical assistance', 'technical assistance center', 'technical assistance provider', 'administrator',
      'administration', 'assessment', 'feasibility study', 'consultant', 'reporting', 'stakeholder', 'procurement',
      'survey', 'strategic plan', 'implementation partner', 'governance', 'monitoring and evaluation',
      'terms and conditions', 'subrecipient monitoring',
    ],
    weak: ['metric', 'consulting', 'planning', 'compliance', 'study', 'analysis', 'report'],
  },
} as const satisfies Record<ClassifiedCategory, Record<Strength, readonly string[]>>

/** Names and set phrases that hide the terms inside them: they say who acts or how money flows, not what it is for. */
export const SILENT_PHRASES = [
  'rural health transformation program', 'rural health transformation', 'rural health', 'rural healthcare',
  'rural health care', 'rural health clinic', 'rural hospital', 'critical access hospital', 'rural community hospital',
  'rural provider', 'community health center', 'federally qualified health center', 'rural health association',
  'healthy hometowns', 'healthcare resiliency program', 'health resources and services administration',
  'centers for medicare and medicaid services', 'center for medicaid and chip services', 'medicare and medicaid',
  'health and human services', 'children and families administration', 'area agency on aging', 'public health district',
  'board of education', 'hospital association', 'primary care association', 'regional paramedical services',
  'paid by reimbursement', 'paid on a reimbursement basis', 'reimbursement basis', 'cost reimbursement', 'no fiscal agent',
  'fiscal year', 'due date', 'public comment', 'appalachian regional commission', 'national opinion research center',
  'social services rht', 'federal award record', 'award recommendation', 'notice of intent', 'state network',
] as const

const AGENCY_KINDS = ['department', 'division', 'office', 'bureau', 'secretary', 'state office'] as const
const AGENCY_SUBJECTS = [
  'health', 'public health', 'health services', 'health and social services', 'health care services',
  'health and welfare', 'public health and environment', 'health and environment', 'healthcare', 'rural health',
  'rural health transformation', 'primary care', 'mental health', 'behavioral health', 'behavioral health services',
  'mental health and substance use services', 'family health services', 'community and family health',
  'children services', 'family and community services', 'children and families', 'emergency medical services', 'ems',
  'emergency management', 'social services', 'human services', 'community health', 'aging', 'veteran affairs',
  'corrections', 'education', 'workforce development', 'labor', 'agriculture', 'health policy',
  'health care policy and financing', 'health information technology', 'maternal and child health',
] as const
// biome-ignore-end format: word lists read better as running lines

/** Agencies, as `department of behavioral health`: their names say nothing about the subject. */
export const AGENCY_NAMES: readonly string[] = AGENCY_KINDS.flatMap((kind) =>
  AGENCY_SUBJECTS.map((subject) => `${kind} of ${subject}`),
)
