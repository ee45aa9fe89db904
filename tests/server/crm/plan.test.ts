import { expect, it } from 'vitest'
import type { Field } from '../../../server/connectors/port.ts'
import { planWrite } from '../../../server/crm/plan.ts'

it('a value that a field of a CRM cannot take is left out, and the note says why', () => {
  const subject = {
    recordId: 'r1',
    name: 'Ossly Academy',
    facts: { industry: 'Mining', revenue: '100-250M' },
    keys: [],
    isListed: false,
    company: null,
  }
  const match = { is: 'new' as const, wasDeleted: false, beside: [] }
  const plan = {
    object: 'company' as const,
    noun: 'company',
    creates: true,
    updates: true,
    fields: [
      mapped('industry', aField('Sector', { type: 'choice', closed: true })),
      mapped('revenue', aField('Annual revenue', { type: 'number' })),
    ],
    constants: [],
    owner: null,
    doNotCall: null,
    required: [],
  }
  expect(planWrite(subject, match, undefined, plan, 'Acme')).toMatchObject({
    values: {},
    notes: ['“Sector” has no option for “Mining”.', '“Annual revenue” doesn’t take “100-250M”.'],
  })
})

const aField = (label: string, given: Partial<Field>): Field => ({
  name: label,
  label,
  type: 'text',
  maxLength: null,
  required: false,
  writable: 'always',
  unique: false,
  choices: [],
  closed: false,
  ...given,
})

const mapped = (from: string, field: Field) => ({
  from,
  label: from,
  rule: 'overwrite' as const,
  field,
  choices: {},
})
