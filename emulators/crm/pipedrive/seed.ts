import type { FieldDefinition } from '../core/state.ts'
import type { CrmWorld } from '../core/world.ts'
import { ownField, standardField } from './fields.ts'

/** An Australian company's fields; `demo` has more records than a page of a list. */
export const seedCompany = (world: CrmWorld, seed: 'empty' | 'demo'): void => {
  const abn = ownField('ABN', 'varchar')
  world.state.fields['organization'] = [
    ...shared,
    standardField('address', 'Address', 'address'),
    standardField('website', 'Website', 'varchar'),
    standardField('linkedin', 'LinkedIn profile', 'varchar'),
    {
      ...standardField('industry', 'Industry', 'enum'),
      options: ['Technology', 'Construction'].map((label, index) => ({
        value: String(index + 1),
        label,
        isActive: true,
      })),
    },
    standardField('annual_revenue', 'Annual revenue', 'double'),
    standardField('employee_count', 'Employee count', 'int'),
    readOnly('people_count', 'People', 'int'),
    abn,
    ownField('NZBN', 'varchar'),
    ownField('Phone', 'phone'),
    ownField('Regions', 'set', ['North', 'South'], 101),
  ]
  world.state.fields['person'] = [
    ...shared,
    standardField('emails', 'Email', 'varchar'),
    standardField('phones', 'Phone', 'phone'),
    standardField('org_id', 'Organization', 'org'),
    readOnly('first_name', 'First name', 'varchar'),
    readOnly('last_name', 'Last name', 'varchar'),
    ownField('LinkedIn', 'varchar'),
    ownField('Job title', 'varchar'),
  ]
  if (seed === 'empty') return
  for (let number = 1; number <= seedCompanies; number += 1) {
    const company = world.store.create('organization', companyOf(number, abn.name), 'seed')
    if (number % 4 === 0) world.store.create('person', personOf(number, company.id), 'seed')
  }
}

const seedCompanies = 1_200

const readOnly = (name: string, label: string, type: string): FieldDefinition => ({
  ...standardField(name, label, type),
  isReadOnly: true,
})

const shared: readonly FieldDefinition[] = [
  readOnly('id', 'ID', 'int'),
  standardField('name', 'Name', 'varchar'),
  standardField('owner_id', 'Owner', 'user'),
  standardField('visible_to', 'Visible to', 'visible_to'),
  readOnly('add_time', 'Created', 'date'),
  readOnly('update_time', 'Updated', 'date'),
]

const companyOf = (number: number, abn: string): Record<string, unknown> => ({
  name: `Seed ${number} Pty Ltd`,
  website: `https://www.seed-${number}.example`,
  address: { value: `${number} George St, ${number % 5 === 0 ? 'Auckland' : 'Sydney NSW'}` },
  industry: (number % 2) + 1,
  employee_count: number,
  owner_id: 20_580_207,
  // As people type it.
  [abn]: `51 824 75${number % 10} ${String(number % 1000).padStart(3, '0')}`,
})

const personOf = (number: number, company: string): Record<string, unknown> => ({
  name: `Kim Park ${number}`,
  org_id: Number(company),
  emails: [{ value: `kim@seed-${number}.example`, primary: true, label: 'work' }],
  phones: [{ value: '+61 2 5550 1000', primary: true, label: 'work' }],
  owner_id: 20_580_207,
})
