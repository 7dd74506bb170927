import type { TermsOf } from './terms.ts'

/** The terms of the categories that are about people and their care. What they count stands in `terms.ts`. */
// biome-ignore format: word lists read better as running lines
export const CARE_TERMS = {
  CARE_ACCESS_COORDINATION: {
    strong: [
      'access to care', 'access to health care', 'access to healthcare', 'healthcare access', 'health care access',
      'patient access', 'care coordination', 'coordination of care', 'coordinated care', 'connecting care',
      'coordination center', 'care management', 'case management', 'care navigation', 'care transition',
      'patient navigation', 'patient navigator', 'nurse navigation', 'post discharge care', 'primary care',
      'family medicine', 'specialty care', 'specialist coverage', 'virtual specialty', 'surgical access', 'telehealth',
      'telemedicine', 'telestroke', 'tele icu', 'teleconsult', 'teleconsultation', 'telespecialty', 'teledentistry',
      'telepharmacy', 'virtual care', 'virtual visit', 'e consult', 'econsult', 'hospital at home', 'home health',
      'home based care', 'home and community based service', 'mobile health', 'mobile clinic', 'mobile care',
      'mobile medical unit', 'school based health center', 'school based health', 'school health center',
      'oral health', 'dental', 'medical transportation', 'medical transport', 'non emergency medical transportation',
      'patient transportation', 'transportation to care', 'dispensing kiosk', 'medication dispensing',
      'pharmacy access', 'hospice', 'palliative care', 'long term care', 'urgent care', 'weekend clinic',
      'satellite clinic', 'care delivery', 'close to home', 'closer to home', 'complex care', 'patient flow',
      'sustainable access', 'innovative care', 'safety net service', 'clinics without walls', 'coordinated rural care',
      'coordinated system', 'navigation network', 'telecardiology', 'tele cardiology', 'tele stroke', 'tele triage',
      'tele consultation', 'tele consult', 'tele emergency', 'tele specialty', 'non emergency transport',
      'non emergency transportation', 'street medicine', 'end of life', 'dentistry', 'vision care', 'student vision',
    ],
    fair: [
      'access', 'navigation', 'navigator', 'referral', 'pharmacy', 'pharmacist', 'telebehavioral', 'transportation',
      'specialist', 'outpatient', 'integrated care', 'integrated primary care', 'team based', 'assisted living',
      'nursing home', 'nursing facility', 'safety net', 'eye care', 'remote care', 'virtual', 'health hub',
      'clinic expansion', 'home care', 'emergency department', 'after hours', 'discharge', 'continuum of care',
      'integrated system', 'transitional care', 'post acute', 'mobile mammography', 'access and quality',
      'telepsychiatry', 'tele psychiatry', 'surgical', 'surgery', 'rehabilitation', 'transit', 'pharmaceutical',
      'respite',
    ],
    weak: [
      'connecting', 'coordination', 'travel', 'care team', 'clinic',
    ],
  },
  EMS_MOBILE_INTEGRATED_HEALTH: {
    strong: [
      'ems', 'emergency medical service', 'emergency medical technician', 'emergency medical responder', 'ambulance',
      'air medical', 'paramedic', 'paramedicine', 'community paramedicine', 'mobile integrated health',
      'mobile integrated healthcare', 'community integrated health', 'treat in place', 'treatment in place',
      'emergency medical dispatch', 'prehospital', 'pre hospital', 'patient transport', 'inter facility transport',
      'interfacility transport', 'inter facility patient transport', 'rescue squad', 'medical first responder',
      'whole blood', 'public safety answering point', 'emergency transport', 'alternate destination',
      'ambulance modernization',
    ],
    fair: [
      'first responder', 'dispatch', 'trauma care', 'trauma system', 'rescue', '911', 'emt', 'emergency care',
    ],
    weak: [
      'trauma', 'stroke', 'responder', 'helicopter', 'transport',
    ],
  },
  BEHAVIORAL_HEALTH: {
    strong: [
      'behavioral health', 'behavioral healthcare', 'behavioral health prevention', 'behavioral care',
      'telebehavioral', 'telebehavioral health', 'mental health', 'mental wellness', 'mental healthcare',
      'mental illness', 'substance use', 'substance use disorder', 'substance use prevention', 'substance abuse',
      'substance misuse', 'sud', 'sud prevention', 'opioid', 'opioid use disorder', 'alcohol use',
      'alcohol use disorder', 'overdose', 'overdose prevention', 'naloxone', 'buprenorphine', 'tele buprenorphine',
      'moud', 'maud', 'medication assisted treatment', 'addiction', 'methamphetamine', 'fentanyl', 'detox',
      'detoxification', 'suicide', 'suicide prevention', 'psychiatry', 'psychiatric', 'psychiatric emergency',
      'psychiatrist', 'psychologist', 'psychology', 'telepsychiatry', 'crisis stabilization', 'crisis intervention',
      'crisis response', 'mobile crisis', 'crisis care', 'crisis service', '988', 'empath unit', 'eating disorder',
      'trauma informed', 'recovery support', 'recovery housing', 'recovery center', 'rcorp', 'harm reduction',
      'psychosocial', 'emotional wellness', 'emotional health', 'gambling', 'withdrawal management',
      'withdrawal service', 'cultural healing', 'tele psychiatry', 'peer crisis', 'school based therapy',
      'assertive community treatment', 'applied behavior analysis',
    ],
    fair: [
      'counseling', 'counselor', 'therapist', 'peer support', 'social worker', 'social work', 'msw', 'autism',
      'neurodivergent', 'healing center', 'healing house', 'residential treatment', 'sobriety', 'brain health',
      'parents lead', 'loneliness', 'domestic violence', 'child victim', 'ccbhc', 'cmhc', 'mental health center',
      'crisis project', 'behavioral',
    ],
    weak: [
      'crisis', 'recovery', 'healing', 'wellbeing', 'well being', 'behavioral health clinic',
      'behavioral health provider', 'mental health clinic',
    ],
  },
  MATERNAL_CHILD_FAMILY_HEALTH: {
    strong: [
      'maternal', 'maternity', 'perinatal', 'prenatal', 'postpartum', 'obstetric', 'ob gyn', 'obgyn', 'fm ob',
      'gynecology', 'doula', 'midwife', 'midwifery', 'neonatal', 'nicu', 'newborn', 'infant', 'birth', 'birthing',
      'childbirth', 'i gave birth', 'fetal', 'pregnancy', 'pregnant', 'breastfeeding', 'lactation', 'wic', 'pediatric',
      'pediatrician', 'child health', 'adolescent', 'early childhood', 'head start', 'toddler', 'home visiting',
      'family support', 'family planning', 'reproductive health', 'locate implementation', 'levels of care assessment',
      'mother', 'moms', 'healthy beginning', 'healthy start', 'child welfare', 'school based family', 'womens health',
    ],
    fair: [
      'child', 'youth', 'kid', 'parent', 'parenting', 'family', 'teen', 'girl', 'student health',
      'school based health center', 'school health center', 'school based health', 'women', 'young adult',
      'early intervention', 'parents lead',
    ],
    weak: [
      'school', 'student', 'child care', 'childcare',
    ],
  },
  CHRONIC_DISEASE_PREVENTION: {
    strong: [
      'chronic disease', 'chronic care', 'chronic condition', 'chronic illness', 'disease management',
      'self management', 'diabetes', 'diabetic', 'hypertension', 'blood pressure', 'cardiovascular', 'cardiac',
      'cardiology', 'cardiac rehabilitation', 'heart disease', 'heart failure', 'heart health', 'vascular', 'cancer',
      'oncology', 'mammography', 'mobile mammography', 'mammogram', 'breast imaging', 'colonoscopy', 'kidney',
      'nephrology', 'dialysis', 'asthma', 'copd', 'pulmonary', 'obesity', 'weight management', 'tobacco', 'smoking',
      'vaping', 'nutrition', 'food is medicine', 'food as medicine', 'produce prescription', 'medically tailored meal',
      'whole food', 'healthy eating', 'physical activity', 'physical education', 'fitness',
      'presidential fitness test', 'active living', 'preventive care', 'preventive service', 'preventive health',
      'disease prevention', 'health screening', 'immunization', 'vaccination', 'vaccine', 'alzheimer', 'dementia',
      'adrd', 'cognitive health', 'cognitive care', 'memory care', 'hepatitis', 'hiv', 'stroke', 'arthritis',
      'sickle cell', 'metabolic', 'chronic wound', 'osteoporosis', 'healthy again', 'healthy lifestyle',
      'screening technology',
    ],
    fair: [
      'prevention', 'preventive', 'screening', 'wellness', 'exercise', 'walking', 'remote patient monitoring',
      'remote monitoring', 'disease', 'sleep', 'wound care', 'lung', 'community garden', 'farm to school',
      'healthy aging', 'healthy active', 'school kitchen',
    ],
    weak: [
      'healthy', 'cognitive', 'lifestyle', 'recreation',
    ],
  },
  COMMUNITY_POPULATION_HEALTH: {
    strong: [
      'population health', 'public health', 'community health worker', 'chw', 'community health aide',
      'community health representative', 'promotora', 'community wellness', 'wellness hub', 'community health hub',
      'healthy community', 'social determinant', 'social need', 'social care', 'social care referral',
      'community information exchange', 'nccare360', 'health equity', 'health disparity', 'minority health',
      'food is medicine', 'food as medicine', 'food access', 'food system', 'food pantry', 'food security',
      'food insecurity', 'food bank', 'local food', 'farm to school', 'community garden', 'healthy aging',
      'older adult', 'tribal health', 'indigenous health', 'correctional', 'incarcerated', 'veteran',
      'health literacy', 'health promotion', 'health education', 'community and clinical linkage',
      'supportive housing', 'environmental health', 'lead exposure', 'water quality', 'community engagement',
      'active living', 'healthy living', 'cultural healing', 'culturally centered',
    ],
    fair: [
      'community health', 'community based', 'community led', 'community hub', 'aging', 'senior', 'elder', 'tribal',
      'tribe', 'american indian', 'postharvest', 'farm', 'housing', 'homeless', 'outreach', 'wellness', 'walking',
      'cultural', 'underserved', 'nutrition', 'health coalition', 'health improvement', 'local health department',
      'school based wellness', 'geriatric',
    ],
    weak: [
      'food', 'social', 'recreation',
    ],
  },
  WORKFORCE_DEVELOPMENT: {
    strong: [
      'workforce', 'recruitment', 'recruitment and retention', 'recruit', 'retention', 'residency',
      'resident physician', 'gme', 'graduate medical education', 'medical education', 'medical school',
      'nursing school', 'dental hygiene program', 'fellowship', 'preceptor', 'apprenticeship', 'apprentice',
      'internship', 'externship', 'rotation', 'pipeline', 'scholarship', 'loan repayment', 'tuition', 'stipend',
      'credit bank', 'ahec', 'area health education center', 'burnout', 'simulation training', 'clinical training',
      'staff training', 'provider training', 'community health worker', 'chw', 'community health aide', 'upskilling',
      'train in place', 'locum', 'project echo', 'earn while you learn', 'advanced practice provider',
      'continuing education', 'training program', 'nursing education', 'grow your own', 'job training',
      'skills training', 'health worker', 'healthcare worker', 'career', 'provider shortage',
    ],
    fair: [
      'training', 'trainee', 'staffing', 'nursing', 'nurse', 'physician', 'clinician', 'simulation', 'certificate',
      'certification', 'licensure', 'licensing', 'mentorship', 'mentoring', 'teaching', 'academy', 'educator',
      'community college', 'supervision', 'msw', 'relocation', 'child care', 'childcare', 'employment', 'hiring',
      'learning collaborative', 'professional development', 'recruitment bonus', 'health professional', 'skill',
      'train',
    ],
    weak: [
      'education', 'student', 'staff', 'incentive', 'university', 'curriculum',
    ],
  },
} as const satisfies TermsOf
