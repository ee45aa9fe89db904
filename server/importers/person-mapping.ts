import { arrange, rankHeadings, type Layout, type Mapping } from './mapping.ts'

/** Folded, the most specific first. The exports of vendors and CRMs use the same headings. */
const headings = {
  first_name: 'first name|firstname|first|given name|given names|forename|fname',
  last_name: 'last name|lastname|last|surname|family name|lname',
  full_name: 'full name|fullname|contact name|person name|employee name|name|contact|person',
  title:
    'job title|title|position|jobtitle|role|job|job role|designation|position title|occupation|current title|matched job title',
  headline: 'headline|linkedin headline',
  seniority: 'seniority|management level|seniority level|job level',
  department: 'department|departments|job function|function',
  company:
    'company name|company|companyname|organisation name|organization name|organisation|organization|employer|account name|account|associated company|current company|business name|workplace',
  company_domain:
    'company domain|company website|website|web site|company domain name|website url|domain|email domain|matched website',
  company_abn: 'abn|company abn',
  company_acn: 'acn|company acn',
  company_nzbn: 'nzbn|company nzbn',
  company_linkedin:
    'company linkedin url|company linkedin|linkedin company profile url|company linkedin page',
  company_industry: 'company industry|industry|primary industry',
  company_employees: 'company employees|employees|number of employees|employee count',
  company_phone: 'company phone|corporate phone|company hq phone|office phone|main phone',
  company_city: 'company city|company suburb',
  company_state: 'company state',
  company_postcode: 'company postcode|company zip code|company zip|company postal code',
  company_country: 'company country',
  email:
    'email|email address|e mail|primary email|mail|cognism email|secondary email|tertiary email',
  work_email: 'work email|business email',
  personal_email: 'personal email|private email|home email',
  email_status: 'email status|email verification status|deliverability',
  email_verified_at: 'primary email last verified at|email verified at|email verified on',
  mobile: 'mobile phone|mobile|mobile number|cell phone|cell|cellphone',
  phone:
    'work direct phone|direct phone number|direct phone|direct line|direct dial|work phone|phone number|phone|telephone|business phone|direct',
  linkedin:
    'person linkedin url|linkedin contact profile url|linkedin profile url|linkedin profile|linkedin url|linkedin|profile url|public profile url|personal linkedin url|linkedinprofileurl|url',
  city: 'person city|city|mailing city|suburb|town',
  state: 'person state|state|mailing state|mailing state province|region',
  postcode: 'person zip code|postcode|post code|zip|zip code|mailing zip postal code',
  country: 'person country|country|mailing country|country region',
  location: 'location|person location',
  role_start:
    'job start date|role start|role start date|start date|started|in role since|position start date',
  left_at: 'left on|left|left at|end date|job end date|departure date',
  skills: 'skills',
  do_not_call: 'do not call|donotcall|dnc|do not phone',
} as const

export type PersonField = keyof typeof headings
export type PersonLayout = Layout<PersonField>

const personHeadings = rankHeadings<PersonField>(headings)
export const personFields: readonly string[] = personHeadings.fields

/** Throws a Refusal when the mapping names a heading that the file lacks, or an unknown field. */
export const personLayoutOf = (header: readonly string[], mapping: Mapping = {}): PersonLayout =>
  arrange(header, mapping, personHeadings)

/** A first and a last name, or a full name beside a job title; other tables may be of companies. */
export const namesPeople = ({ places }: PersonLayout): boolean =>
  (places.first_name !== undefined && places.last_name !== undefined) ||
  (places.full_name !== undefined && places.title !== undefined)
