import type { FillRule } from '../../../../contract/money/crm.ts'
import type { Side } from './use-mapping.ts'

export const ruleOptions = [
  { value: 'fill-if-empty', label: 'Fill if empty' },
  { value: 'overwrite', label: 'Overwrite' },
  { value: 'never', label: 'Never' },
] as const satisfies readonly { value: FillRule; label: string }[]

export const sideCopy = {
  company: { title: 'Companies', creates: 'Create new companies', updates: 'Update companies' },
  person: { title: 'People', creates: 'Create new people', updates: 'Update people' },
} as const satisfies Record<Side, object>
