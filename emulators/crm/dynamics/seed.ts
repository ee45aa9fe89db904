import type { FieldDefinition } from '../core/state.ts'
import type { CrmWorld } from '../core/world.ts'
import { users } from './team.ts'

/** The columns of the tables, and in `demo` accounts whose websites are written in several ways. */
export const seedEnvironment = (world: CrmWorld, seed: 'empty' | 'demo'): void => {
  world.state.fields['account'] = [...accountFields(), ...sharedFields('account')]
  world.state.fields['contact'] = [...contactFields(), ...sharedFields('contact')]
  world.state.fields['lead'] = [...leadFields(), ...sharedFields('lead')]
  if (seed === 'empty') return
  for (let number = 1; number <= 1_200; number += 1) {
    const host = `seed-${number}.example`
    const sites = [host, `www.${host}`, `https://www.${host}`, `http://${host}/about`]
    const account = world.store.create(
      'account',
      {
        name: `Seed ${number} Pty Ltd`,
        websiteurl: sites[number % sites.length],
        industrycode: 9,
        address1_city: number % 5 === 0 ? 'Auckland' : 'Sydney',
        ...standard,
      },
      'seed',
    )
    if (number % 4 === 0)
      world.store.create(
        'contact',
        {
          firstname: 'Kim',
          lastname: `Park ${number}`,
          emailaddress1: `kim@${host}`,
          _parentcustomerid_value: account.id,
          ...standard,
        },
        'seed',
      )
  }
}

/** What Dataverse fills in. */
export const standard = {
  statecode: 0,
  statuscode: 1,
  merged: false,
  _ownerid_value: users[0]?.id,
}

const field = (
  name: string,
  label: string,
  type: string,
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
  more: {},
  ...rules,
})

const text = (name: string, label: string, maxLength = 100, format = 'Text'): FieldDefinition =>
  field(name, label, 'StringType', { maxLength, more: { format } })

const options = (labels: readonly string[], from = 1): FieldDefinition['options'] =>
  labels.map((label, index) => ({ value: String(from + index), label, isActive: true }))

/** [?] Only some of the options of a new environment, with their numbers. */
const industries = (): FieldDefinition['options'] =>
  options([
    'Accounting',
    'Agriculture and Non-petrol Natural Resource Extraction',
    'Broadcasting Printing and Publishing',
    'Brokers',
    'Building Supply Retail',
    'Business Services',
    'Consulting',
    'Consumer Services',
    'Construction',
  ])

const accountFields = (): FieldDefinition[] => [
  { ...text('name', 'Account Name', 160), more: { format: 'Text', level: 'ApplicationRequired' } },
  text('websiteurl', 'Website', 200, 'Url'),
  text('accountnumber', 'Account Number', 20),
  field('industrycode', 'Industry', 'PicklistType', { options: industries() }),
  field('numberofemployees', 'Number of Employees', 'IntegerType'),
  field('revenue', 'Annual Revenue', 'MoneyType'),
  { ...text('new_abn', 'ABN', 20), isOwn: true },
  field('new_regions', 'Regions', 'MultiSelectPicklistType', {
    isOwn: true,
    options: options(['North', 'South', 'East', 'West'], 100_000),
  }),
  field('parentaccountid', 'Parent Account', 'LookupType'),
]

const nameFields = (): FieldDefinition[] => [
  text('firstname', 'First Name', 50),
  {
    ...text('lastname', 'Last Name', 50),
    more: { format: 'Text', level: 'ApplicationRequired' },
  },
  field('fullname', 'Full Name', 'StringType', { isReadOnly: true, maxLength: 160 }),
  text('jobtitle', 'Job Title', 100),
  text('mobilephone', 'Mobile Phone', 50, 'Phone'),
]

const contactFields = (): FieldDefinition[] => [
  ...nameFields(),
  field('birthdate', 'Birthday', 'DateTimeType', { more: { format: 'DateOnly' } }),
  field('parentcustomerid', 'Company Name', 'CustomerType'),
]

const leadFields = (): FieldDefinition[] => [
  ...nameFields(),
  { ...text('subject', 'Topic', 300), more: { format: 'Text', level: 'ApplicationRequired' } },
  text('companyname', 'Company Name', 100),
  text('websiteurl', 'Website', 200, 'Url'),
  field('parentaccountid', 'Parent Account for lead', 'LookupType'),
]

const sharedFields = (table: string): FieldDefinition[] => [
  field(`${table}id`, 'Id', 'UniqueidentifierType', { more: { isPrimary: true } }),
  text('emailaddress1', 'Email', 100, 'Email'),
  text('emailaddress2', 'Email Address 2', 100, 'Email'),
  text('emailaddress3', 'Email Address 3', 100, 'Email'),
  text('telephone1', 'Main Phone', 50, 'Phone'),
  text('address1_line1', 'Street 1', 250),
  text('address1_city', 'City', 80),
  text('address1_stateorprovince', 'State/Province', 50),
  text('address1_postalcode', 'ZIP/Postal Code', 20),
  text('address1_country', 'Country/Region', 80),
  field('description', 'Description', 'MemoType', { maxLength: 2_000 }),
  field('donotphone', 'Do not allow Phone Calls', 'BooleanType'),
  field('donotemail', 'Do not allow Emails', 'BooleanType'),
  field('ownerid', 'Owner', 'OwnerType', { isRequired: true }),
  field('statecode', 'Status', 'StateType', {
    isRequired: true,
    options: options(['Active', 'Inactive'], 0),
  }),
  field('statuscode', 'Status Reason', 'StatusType', { options: options(['Active', 'Inactive']) }),
  field('merged', 'Merged', 'BooleanType', { isReadOnly: true }),
  field('masterid', 'Master ID', 'LookupType', { isReadOnly: true }),
  field('createdon', 'Created On', 'DateTimeType', { isReadOnly: true }),
  field('modifiedon', 'Modified On', 'DateTimeType', { isReadOnly: true }),
]
