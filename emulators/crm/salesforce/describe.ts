import type { FieldDefinition } from '../core/state.ts'
import type { CrmWorld } from '../core/world.ts'
import { refuse } from './errors.ts'
import { visibleFields } from './fields.ts'
import type { On } from './gate.ts'

export const describeRoutes = (on: On, world: CrmWorld): void => {
  on('GET', '/sobjects/:object/describe', (call) => {
    const object = call.param('object')
    if (!world.state.fields[object])
      throw refuse(404, 'NOT_FOUND', 'The requested resource does not exist')
    return {
      status: 200,
      body: {
        name: object,
        label: object,
        createable: true,
        updateable: true,
        fields: visibleFields(world, object, call.user.id).map(fieldView),
      },
    }
  })
}

const fieldView = (field: FieldDefinition): object => {
  const { name, label, type, isRequired, isReadOnly, isUnique, more } = field
  return {
    name,
    label,
    type,
    length: field.maxLength ?? 0,
    nillable: !isRequired && type !== 'boolean' && more['isAlwaysSet'] !== true,
    createable: !isReadOnly,
    updateable: !isReadOnly && more['isCreateOnly'] !== true,
    defaultedOnCreate: type === 'boolean' || more['isAlwaysSet'] === true,
    externalId: more['isExternalId'] === true,
    idLookup: isUnique || name === 'Id' || name === 'Email',
    unique: isUnique,
    calculated: false,
    restrictedPicklist: more['isRestricted'] === true,
    picklistValues: field.options.map((option) => ({
      active: option.isActive,
      defaultValue: false,
      label: option.label,
      value: option.value,
    })),
    referenceTo: more['referenceTo'] ?? [],
  }
}
