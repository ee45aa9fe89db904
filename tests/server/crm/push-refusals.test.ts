import { expect, it } from 'vitest'
import { describeRefusal } from '../../../server/crm/push-refusals.ts'

const fields = [{ name: 'industry', label: 'Industry sector' }]
const refused = { ref: 'r1', is: 'refused', code: 'X', retry: 'never' } as const

it.each([
  {
    what: 'for a field names it by its label, and says who changes what goes into it',
    answer: { ...refused, field: 'industry', text: 'industry is  required' },
    reason:
      'Acme refused it because of “Industry sector”: industry is required. An admin can change what goes into “Industry sector” under Map fields. Then retry this row.',
  },
  {
    what: 'for a field that the CRM doesn’t describe names it as the CRM does',
    answer: { ...refused, field: 'x_1', text: 'No.' },
    reason:
      'Acme refused it because of “x_1”: No. An admin can change what goes into “x_1” under Map fields. Then retry this row.',
  },
  {
    what: 'for no field says where to mend it',
    answer: { ...refused, text: 'Only owners may.' },
    reason:
      'Acme refused it: Only owners may. Fix that in Acme or under Map fields, then retry this row.',
  },
  {
    what: 'for a lock asks for a retry',
    answer: { ...refused, field: 'industry', text: 'Locked.', retry: 'soon' as const },
    reason: 'Acme refused it: Locked. Retry this row.',
  },
])('a row that a CRM refused $what', ({ answer, reason }) => {
  expect(describeRefusal('Acme', answer, fields)).toBe(reason)
})

it('a refusal of any length still says what to do', () => {
  const field = 'f'.repeat(9_000)
  const reason = describeRefusal('Acme', { ...refused, field, text: 'No. '.repeat(9_000) }, [])
  expect(reason.length).toBeLessThan(500)
  expect(reason).toMatch(/Then retry this row\.$/)
})
