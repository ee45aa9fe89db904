import { describe, expect, it } from 'vitest'
import type { Field } from '../../../server/connectors/port.ts'
import { subjectOf } from '../../../server/crm/facts.ts'
import { planWrite, type ObjectPlan } from '../../../server/crm/plan.ts'
import { cellsOf } from '../../../server/downloads/cells.ts'
import { aCompany } from '../../kit/fixtures/records.ts'

const [listed, checked, unchecked] = ['+61 8 5550 0101', '+61 8 5550 0102', '+61 491 570 006']
const record = aCompany(1, {
  phones: [listed, checked],
  mobiles: [unchecked],
  dnc: {
    [listed]: { listed: 'yes', washed_at: '2026-03-01', valid_until: '2026-03-31' },
    [checked]: { listed: 'no', washed_at: '2026-03-02', valid_until: '2026-04-01' },
  },
})
const company = (numbers: string[]) => ({ ...record, phones: numbers, mobiles: [] })

describe('a file of companies', () => {
  const columns = ['phone', 'phones', 'do_not_call', 'do_not_call_until']
  const cells = (numbers: string[], dncPolicy: 'hide' | 'flag') =>
    cellsOf({ category: 'company', record: company(numbers), lists: [] }, columns, { dncPolicy })

  it('leaves out listed numbers, and says that there are some', () => {
    expect(cells([listed, checked], 'hide')).toEqual([checked, checked, 'Listed', '2026-03-31'])
  })

  it('has listed numbers with their state under the policy flag', () => {
    const both = `${listed}; ${checked}`
    expect(cells([listed, checked], 'flag')).toEqual([listed, both, 'Listed', '2026-03-31'])
  })

  it('says not checked as soon as one number is not', () => {
    expect(cells([checked, unchecked], 'hide')[2]).toBe('Not checked')
    expect(cells([checked], 'hide').slice(2)).toEqual(['Not listed', '2026-04-01'])
    expect(cells([], 'hide').slice(2)).toEqual([null, null])
  })
})

describe('a push of a company with a listed number', () => {
  const field = (name: string, type: Field['type']): Field => ({
    name,
    label: name,
    type,
    writable: 'always',
    required: false,
    unique: false,
    maxLength: null,
    choices: [],
    closed: false,
  })
  const planned = (doNotCall: Field | null, dncPolicy: 'hide' | 'flag') => {
    const fields = ['name', 'phone'].map((from) => ({
      from,
      label: from,
      rule: 'fill-if-empty' as const,
      field: field(from, 'text'),
      choices: {},
    }))
    const plan: ObjectPlan = {
      object: 'company',
      noun: 'company',
      creates: true,
      updates: true,
      fields,
      constants: [],
      owner: null,
      doNotCall,
      required: [],
    }
    const subject = subjectOf({ category: 'company', record: company([listed]) }, { dncPolicy })
    return planWrite(
      subject,
      { is: 'new', wasDeleted: false, beside: [] },
      undefined,
      plan,
      'The CRM',
    )
  }

  it('sets the mark with the number', () => {
    expect(planned(field('dnc', 'bool'), 'flag')).toMatchObject({
      values: { name: 'Company 1', phone: listed, dnc: true },
    })
  })

  it('leaves the number out of a CRM that has no field for the mark', () => {
    expect(planned(null, 'flag')).toMatchObject({
      values: { name: 'Company 1' },
      notes: ['Without phone numbers: this CRM has no field that says do not call.'],
    })
    expect(planned(null, 'flag')).not.toHaveProperty('values.phone')
  })

  it('leaves the number out under the policy hide', () => {
    expect(planned(field('dnc', 'bool'), 'hide')).not.toHaveProperty('values.phone')
  })
})
