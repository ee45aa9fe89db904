import type { Api, Field, FieldType, ObjectKind } from '../port.ts'
import type { Calls } from './calls.ts'
import { readAll } from './pages.ts'
import { OwnField } from './shapes.ts'

/** Names of the team's own fields are after this prefix. */
export const ownPrefix = 'custom_fields.'

/** Salesloft describes only the team's own fields; the others are of its documentation. */
export const describeFields = async (
  calls: Calls,
  api: Api,
  object: ObjectKind,
): Promise<readonly Field[]> => {
  const own = await readOwnFields(calls, api, object)
  return [
    ...(object === 'company' ? companyFields : personFields),
    ...own.map(({ name, value_type }) =>
      field(`${ownPrefix}${name}`, name, value_type === 'date' ? 'date' : 'text'),
    ),
  ]
}

export const readOwnFields = async (
  calls: Calls,
  api: Api,
  object: ObjectKind,
): Promise<readonly OwnField[]> => {
  const type = object === 'company' ? 'company' : 'person'
  const fields = await readAll(calls, api, '/custom_fields', [['field_type[]', type]], OwnField)
  return fields.filter(({ field_type }) => field_type === type)
}

const field = (
  name: string,
  label: string,
  type: FieldType = 'text',
  rules: Partial<Field> = {},
): Field => ({
  name,
  label,
  type,
  maxLength: null,
  required: false,
  writable: 'always',
  unique: false,
  choices: [],
  closed: false,
  ...rules,
})

const shared = [
  field('owner_id', 'Owner', 'owner'),
  field('phone', 'Phone', 'phone'),
  field('linkedin_url', 'LinkedIn URL', 'url'),
  field('twitter_handle', 'Twitter handle'),
  field('city', 'City'),
  field('state', 'State'),
  field('country', 'Country'),
  field('locale', 'Time zone'),
  field('do_not_contact', 'Do not contact', 'bool'),
  field('tags', 'Tags', 'choices'),
  field('created_at', 'Created', 'time', { writable: 'never' }),
  field('updated_at', 'Updated', 'time', { writable: 'never' }),
]

const companyFields = [
  field('name', 'Name', 'text', { required: true }),
  field('domain', 'Domain', 'text', { required: true, unique: true }),
  field('website', 'Website', 'url'),
  field('conversational_name', 'Conversational name'),
  field('description', 'Description', 'long'),
  field('industry', 'Industry'),
  field('company_type', 'Company type'),
  field('founded', 'Founded'),
  field('size', 'Size'),
  field('revenue_range', 'Revenue range'),
  field('street', 'Street'),
  field('postal_code', 'Postal code'),
  field('archived_at', 'Archived', 'time', { writable: 'never' }),
  ...shared,
]

const restrictions = ['call', 'email', 'message'].map((value) => ({
  value,
  label: `No ${value}`,
  active: true,
}))

const personFields = [
  field('email_address', 'Email address', 'email', { required: true, unique: true }),
  field('first_name', 'First name'),
  field('last_name', 'Last name'),
  field('title', 'Title'),
  field('job_seniority', 'Job seniority'),
  field('secondary_email_address', 'Secondary email address', 'email'),
  field('personal_email_address', 'Personal email address', 'email'),
  field('mobile_phone', 'Mobile phone', 'phone'),
  field('home_phone', 'Home phone', 'phone'),
  field('phone_extension', 'Phone extension'),
  field('work_city', 'Work city'),
  field('work_state', 'Work state'),
  field('work_country', 'Work country'),
  field('personal_website', 'Personal website', 'url'),
  field('eu_resident', 'EU resident', 'bool'),
  field('contact_restrictions', 'Contact restrictions', 'choices', {
    choices: restrictions,
    closed: true,
  }),
  field('account_id', 'Account', 'reference'),
  ...shared,
]
