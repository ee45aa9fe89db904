import type { FieldDefinition } from '../core/state.ts'

/** A part of what a new account has, and ABN and NZBN, which an account here adds. */
export const companyProperties = (): FieldDefinition[] => [
  text('name', 'Company name'),
  text('domain', 'Company Domain Name'),
  text('website', 'Website URL'),
  text('phone', 'Phone Number', 'phonenumber'),
  text('description', 'Description', 'textarea'),
  text('address', 'Street Address'),
  text('city', 'City'),
  text('state', 'State/Region'),
  text('zip', 'Postal Code'),
  text('country', 'Country/Region'),
  text('founded_year', 'Year Founded'),
  text('linkedin_company_page', 'LinkedIn Company Page'),
  property('numberofemployees', 'Number of Employees', 'number', 'number'),
  property('annualrevenue', 'Annual Revenue', 'number', 'number'),
  choice('industry', 'Industry', industries),
  choice('type', 'Type', [
    ['PROSPECT', 'Prospect'],
    ['PARTNER', 'Partner'],
    ['RESELLER', 'Reseller'],
    ['VENDOR', 'Vendor'],
    ['OTHER', 'Other'],
  ]),
  readOnly('hs_additional_domains', 'Additional Domains'),
  readOnly('hs_lastmodifieddate', 'Last Modified Date', 'datetime'),
  calculated('num_associated_contacts', 'Number of Associated Contacts'),
  own('abn', 'ABN'),
  own('nzbn', 'NZBN'),
  ...shared(),
]

export const contactProperties = (): FieldDefinition[] =>
  [
    text('firstname', 'First Name'),
    text('lastname', 'Last Name'),
    text('email', 'Email'),
    text('jobtitle', 'Job Title'),
    text('phone', 'Phone Number', 'phonenumber'),
    text('mobilephone', 'Mobile Phone Number', 'phonenumber'),
    text('company', 'Company Name'),
    text('city', 'City'),
    text('state', 'State/Region'),
    text('country', 'Country/Region'),
    property('associatedcompanyid', 'Primary Associated Company ID', 'number', 'number', {
      isReadOnly: true,
    }),
    readOnly('hs_additional_emails', 'Additional email addresses'),
    readOnly('lastmodifieddate', 'Last Modified Date', 'datetime'),
    ...shared(),
  ].map((each) => ({ ...each, more: { ...each.more, groupName: 'contactinformation' } }))

const activity = (): FieldDefinition[] => [
  property('hs_timestamp', 'Activity date', 'datetime', 'date'),
  owner(),
]

export const noteProperties = (): FieldDefinition[] => [
  ...activity(),
  text('hs_note_body', 'Note body', 'html'),
]

export const taskProperties = (): FieldDefinition[] => [
  ...activity(),
  text('hs_task_subject', 'Task Title'),
  text('hs_task_body', 'Task Notes', 'html'),
  choice('hs_task_status', 'Task Status', [
    ['NOT_STARTED', 'Not started'],
    ['COMPLETED', 'Completed'],
  ]),
]

const property = (
  name: string,
  label: string,
  type: string,
  fieldType: string,
  rules: Partial<FieldDefinition> = {},
): FieldDefinition => ({
  name,
  label,
  type,
  isRequired: false,
  isReadOnly: false,
  isUnique: false,
  maxLength: null,
  options: [],
  isOwn: false,
  ...rules,
  more: { fieldType, groupName: 'companyinformation', ...rules.more },
})

const text = (name: string, label: string, fieldType = 'text'): FieldDefinition =>
  property(name, label, 'string', fieldType)

const own = (name: string, label: string): FieldDefinition => ({
  ...text(name, label),
  isOwn: true,
})

const readOnly = (name: string, label: string, type = 'string'): FieldDefinition =>
  property(name, label, type, type === 'datetime' ? 'date' : 'text', { isReadOnly: true })

const calculated = (name: string, label: string): FieldDefinition =>
  property(name, label, 'number', 'calculation_rollup', { more: { calculated: true } })

const choice = (
  name: string,
  label: string,
  options: readonly (readonly [value: string, label: string])[],
): FieldDefinition =>
  property(name, label, 'enumeration', 'select', {
    options: options.map(([value, option]) => ({ value, label: option, isActive: true })),
  })

const owner = (): FieldDefinition =>
  property('hubspot_owner_id', 'Owner', 'enumeration', 'select', {
    more: { referencedObjectType: 'OWNER' },
  })

const shared = (): FieldDefinition[] => [
  owner(),
  choice('lifecyclestage', 'Lifecycle Stage', stages),
  readOnly('hs_merged_object_ids', 'Merged record IDs'),
  readOnly('createdate', 'Create Date', 'datetime'),
  property('hs_object_id', 'Record ID', 'number', 'number', { isReadOnly: true }),
]

const stages = [
  ['subscriber', 'Subscriber'],
  ['lead', 'Lead'],
  ['marketingqualifiedlead', 'Marketing Qualified Lead'],
  ['salesqualifiedlead', 'Sales Qualified Lead'],
  ['opportunity', 'Opportunity'],
  ['customer', 'Customer'],
  ['evangelist', 'Evangelist'],
  ['other', 'Other'],
] as const

/** Some of its 150. */
const industries = [
  ['ACCOUNTING', 'Accounting'],
  ['AUTOMOTIVE', 'Automotive'],
  ['BUILDING_MATERIALS', 'Building Materials'],
  ['CIVIL_ENGINEERING', 'Civil Engineering'],
  ['COMPUTER_SOFTWARE', 'Computer Software'],
  ['CONSTRUCTION', 'Construction'],
  ['EDUCATION_MANAGEMENT', 'Education Management'],
  ['FACILITIES_SERVICES', 'Facilities Services'],
  ['FOOD_BEVERAGES', 'Food & Beverages'],
  ['HOSPITAL_HEALTH_CARE', 'Hospital & Health Care'],
  ['LOGISTICS_AND_SUPPLY_CHAIN', 'Logistics and Supply Chain'],
  ['MACHINERY', 'Machinery'],
  ['RETAIL', 'Retail'],
  ['WHOLESALE', 'Wholesale'],
] as const
