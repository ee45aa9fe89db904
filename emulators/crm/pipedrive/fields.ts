import { randomBytes } from 'node:crypto'
import type { FieldDefinition } from '../core/state.ts'
import type { CrmWorld } from '../core/world.ts'
import type { On } from './gate.ts'
import { pageOf } from './lists.ts'
import { invalid } from './refusals.ts'

/** Own fields of another code in every company. */
export const ownField = (
  label: string,
  type: string,
  options: readonly string[] = [],
  firstOption = 1,
): FieldDefinition => ({
  ...standardField(randomBytes(20).toString('hex'), label, type),
  isOwn: true,
  options: options.map((option, index) => ({
    value: String(firstOption + index),
    label: option,
    isActive: true,
  })),
})

export const standardField = (name: string, label: string, type: string): FieldDefinition => ({
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
})

export const fieldRoutes = (on: On, world: CrmWorld): void => {
  for (const object of ['organization', 'person']) {
    const path = `/v2/${object}Fields`
    const scopes = ['contact-fields:full', 'contacts:full', 'admin']
    on('GET', path, { tokens: 10, scopes }, ({ query }) => ({
      status: 200,
      body: pageOf((world.state.fields[object] ?? []).map(fieldView), query),
    }))
    on('POST', path, { tokens: 5, scopes: ['contact-fields:full', 'admin'] }, ({ body }) => {
      const { field_name: label, field_type: type, options, ...others } = Object(body)
      const [other] = Object.keys(others)
      if (other !== undefined) throw invalid(`${other}: Unknown field`)
      if (typeof label !== 'string' || label === '') throw invalid('field_name: Required')
      if (typeof type !== 'string' || !types.has(type)) throw invalid('field_type: Invalid option')
      const hasOptions = type === 'enum' || type === 'set'
      if (hasOptions !== (Array.isArray(options) && options.length > 0))
        throw invalid('options: Required for enum and set')
      const labels = hasOptions
        ? options.map((option: unknown) => String(Object(option).label))
        : []
      const first = labels.map(() => world.store.nextId())[0]
      const field = ownField(label, type, labels, first)
      // Names are not unique.
      world.state.fields[object] = [...(world.state.fields[object] ?? []), field]
      return { status: 200, body: { success: true, data: fieldView(field) } }
    })
  }
}

const types = new Set([
  'varchar',
  'text',
  'double',
  'phone',
  'date',
  'daterange',
  'time',
  'timerange',
  'set',
  'enum',
  'varchar_auto',
  'address',
  'monetary',
  'org',
  'people',
  'user',
])

const fieldView = ({ name, label, type, options, isOwn, more }: FieldDefinition) => ({
  field_name: label,
  field_code: name,
  field_type: type,
  options:
    options.length === 0
      ? null
      : options
          .filter(({ isActive }) => isActive)
          .map((option) => ({ id: Number(option.value), label: option.label })),
  subfields: null,
  is_custom_field: isOwn,
  is_optional_response_field: more['isOptional'] === true,
})
