import { UploadField } from '../../contract/money/uploads.ts'
import type { companyFields, peopleFields } from '../../contract/money/upload-file.ts'
import type { Category } from '../../contract/records/records.ts'
import { foldText } from '../../contract/search/search-doc.ts'

/** Folded, the most specific first. */
const ofCompanies = {
  name: 'company name|company|companyname|account name|account|organisation name|organization name|organisation|organization|business name|business|client name|client|customer name|customer|supplier name|supplier|vendor name|vendor|employer|entity name|trading name|charity legal name|security|issuer|name|company or account|lead company',
  other_name:
    'legal name|registered name|entity legal name|legal entity|legal entity name|full legal name|trading as|trading names|other names|also known as|aka|dba|parent company',
  abn: 'abn|a b n|abn number|abn no|australian business number|company abn|business number|tax number|abn acn',
  acn: 'acn|a c n|acn number|acn no|australian company number|company number|asic number',
  nzbn: 'nzbn|nzbn number|new zealand business number',
  lei: 'lei|lei code|legal entity identifier',
  website:
    'website|web site|website url|company website|company domain|company domain name|domain|domain name|website domain|url|web address|web|homepage|home page|site|company url|account website|internet',
  email:
    'email|e mail|email address|e mail address|company email|work email|business email|contact email|info email|primary email|mail',
  linkedin:
    'linkedin|linkedin url|linkedin page|company linkedin|company linkedin url|linkedin company page|linkedin profile|company linkedin page|linkedin company url',
  phone:
    'phone|phone number|telephone|tel|main phone|company phone|office phone|business phone|work phone|landline|phone no|contact number|ph',
  city: 'suburb|city|town|town city|suburb city|locality|billing city|company city|shipping city|mailing city|hq city|city suburb|suburb town',
  state:
    'state|region|state region|state province|province|state territory|billing state|billing state province|company state|shipping state|mailing state|hq state|territory',
  postcode:
    'postcode|post code|postal code|zip|zip code|zip postal code|billing zip|billing postal code|billing zip postal code|company postcode|mailing zip|pcode',
  country:
    'country|country code|country region|billing country|company country|mailing country|hq country|country name',
} satisfies Record<keyof typeof companyFields, string>

const ofPeople = {
  full_name:
    'full name|fullname|name|contact name|contact|person|person name|lead name|lead|attendee|attendee name|employee name|customer name|decision maker|delegate|primary contact|contact person',
  first_name: 'first name|firstname|first|given name|given names|forename|christian name|fname',
  last_name: 'last name|lastname|last|surname|family name|lname',
  email:
    'email|e mail|email address|e mail address|work email|business email|contact email|primary email|personal email|mail|email 1|e mail 1 value',
  linkedin:
    'linkedin|linkedin url|linkedin profile|linkedin profile url|person linkedin url|linkedin page|profile url|contact linkedin|public profile url',
  position:
    'position|job title|title|jobtitle|role|job role|job|designation|occupation|position title|job position',
  company:
    'company|company name|companyname|organisation|organization|organisation name|organization name|account|account name|employer|business|business name|workplace|current company|associated company|client|firm',
  website:
    'company website|company domain|company domain name|website|web site|website url|domain|domain name|url|company url|account website|web|homepage|web page',
  abn: 'company abn|abn|a b n|abn number|australian business number',
  phone:
    'phone|phone number|telephone|tel|work phone|direct phone|direct line|business phone|office phone|landline|direct dial|contact number|ph',
  mobile: 'mobile|mobile number|mobile phone|cell|cell phone|cellphone|mob|mobile no',
  city: 'suburb|city|town|town city|locality|mailing city|location|person city|billing city|suburb city',
  state:
    'state|region|state region|state province|province|state territory|mailing state|person state|billing state|territory',
  postcode: 'postcode|post code|postal code|zip|zip code|zip postal code|mailing zip|pcode',
  country:
    'country|country code|country region|mailing country|person country|billing country|country name',
} satisfies Record<keyof typeof peopleFields, string>

const ranked = (of: Readonly<Record<string, string>>): ReadonlyMap<string, readonly Meaning[]> => {
  const meanings = new Map<string, Meaning[]>()
  for (const [field, headings] of Object.entries(of))
    headings.split('|').forEach((heading, rank) => {
      const known = meanings.get(heading) ?? []
      meanings.set(heading, [...known, { field: UploadField.parse(field), rank }])
    })
  return meanings
}

export type Meaning = { field: UploadField; rank: number }

const known: Readonly<Record<Category, ReadonlyMap<string, readonly Meaning[]>>> = {
  company: ranked(ofCompanies),
  people: ranked(ofPeople),
}

export const meaningsOf = (category: Category, heading: string): readonly Meaning[] =>
  known[category].get(foldText(heading)) ?? []

const tellsPeople = new Set<UploadField>(['first_name', 'last_name', 'position', 'mobile'])

/**
 * What each row is: a person if a heading is a person's, or a company. Where most rows have a company, a column of people that is
 * empty in most rows does not count.
 */
export const categoryOf = (
  headings: readonly string[],
  rows: readonly (readonly string[])[] = [],
): Category => {
  const isFilled = (at: number): boolean =>
    rows.filter((cells) => (cells[at] ?? '').trim() !== '').length * 2 >= rows.length
  const fields = headings.map((heading) => meaningsOf('people', heading)[0]?.field)
  const hasCompanies = fields.some((field, at) => field === 'company' && isFilled(at))
  const person = /^(full name|fullname|contact name|person|attendee|contact|lead name)$/
  const isPeople = headings.some((heading, at) => {
    const field = fields[at]
    const saysPerson =
      (field !== undefined && tellsPeople.has(field)) || person.test(foldText(heading))
    return saysPerson && (!hasCompanies || isFilled(at))
  })
  return isPeople ? 'people' : 'company'
}
