import type { FieldDefinition } from '../core/state.ts'
import type { CrmWorld } from '../core/world.ts'

/** A field as a seed writes it; the rest has defaults. */
type Rules = Partial<Omit<FieldDefinition, 'more'>> & { more?: Record<string, unknown> }

export const field = (
  name: string,
  label: string,
  type: string,
  rules: Rules = {},
): FieldDefinition => ({
  name,
  label,
  type,
  isRequired: false,
  isReadOnly: false,
  isUnique: false,
  maxLength: lengths[type] ?? null,
  options: [],
  isOwn: name.endsWith('__c'),
  ...rules,
  more: rules.more ?? {},
})

/** Those that this user sees; field-level security hides the others as if they were not there. */
export const visibleFields = (
  { state }: CrmWorld,
  object: string,
  userId: string,
): readonly FieldDefinition[] =>
  (state.fields[object] ?? []).filter(({ more }) => {
    const { hiddenFrom } = more
    return !Array.isArray(hiddenFrom) || !hiddenFrom.includes(userId)
  })

export const visibleField = (
  world: CrmWorld,
  object: string,
  name: string,
  userId: string,
): FieldDefinition | undefined =>
  visibleFields(world, object, userId).find(
    (each) => each.name.toLowerCase() === name.toLowerCase(),
  )

export const picklist = (
  name: string,
  label: string,
  values: readonly string[],
  rules: Rules = {},
): FieldDefinition =>
  field(name, label, 'picklist', {
    options: values.map((value) => ({ value, label: value, isActive: true })),
    ...rules,
  })

const lengths: Readonly<Record<string, number>> = {
  string: 255,
  textarea: 32_000,
  phone: 40,
  email: 80,
  url: 255,
  picklist: 255,
  combobox: 255,
  id: 18,
  reference: 18,
}
