import type { CrmMapping, FieldMapping } from '../../contract/money/crm.ts'
import type { Connector, Field } from '../connectors/port.ts'
import type { Described } from './describe.ts'
import { factLabels, typeOf } from './facts.ts'
import { fits } from './values.ts'

/** Where the CRM has the field; nothing that a user of the CRM typed is overwritten. */
export const defaultMapping = (
  { defaults, objects }: Pick<Connector, 'defaults' | 'objects'>,
  described: Described,
): CrmMapping => {
  const [object = 'contact'] = objects.person
  const common = { creates: true, updates: true, constants: [] }
  return {
    company: { ...common, fields: fieldsOf('company', defaults.company, described.company) },
    person: {
      ...common,
      fields: fieldsOf('person', defaults.person, described.person.get(object) ?? []),
      object,
      needsCompany: false,
    },
    owners: {},
  }
}

const fieldsOf = (
  side: 'company' | 'person',
  wanted: Readonly<Record<string, string>>,
  fields: readonly Field[],
): FieldMapping[] => {
  const byName = new Map(fields.map((field) => [field.name, field]))
  return factLabels[side].flatMap(({ key }): FieldMapping[] => {
    const field = byName.get(wanted[key] ?? '')
    if (field === undefined || field.writable === 'never') return []
    if (key !== 'do_not_call' && !fits(typeOf(key), field)) return []
    const rule = key === 'do_not_call' ? 'overwrite' : 'fill-if-empty'
    return [{ from: key, to: field.name, rule }]
  })
}
