import type { FieldDefinition } from '../core/state.ts'
import type { CrmAnswer, CrmWorld } from '../core/world.ts'
import { notEmulated, refused } from './errors.ts'
import { lookupTypes } from './tables.ts'

const path =
  /^\/?EntityDefinitions\(LogicalName='([a-z0-9_]+)'\)\/Attributes(?:\/Microsoft\.Dynamics\.CRM\.(\w+)AttributeMetadata)?$/

/** The columns of a table, or the options of those of a type; undefined for another path. */
export const metadataAnswer = (
  world: CrmWorld,
  address: string,
  query: URLSearchParams,
): CrmAnswer | undefined => {
  const [, table, cast] = path.exec(address) ?? []
  if (table === undefined) return undefined
  const fields = world.state.fields[table]
  if (!fields)
    throw refused(
      404,
      '0x80060888',
      `Could not find an entity with name '${table}' in the metadata cache.`,
    )
  if (cast === undefined) {
    const filter = query.get('$filter')
    if (filter !== 'IsValidODataAttribute eq true and IsValidForRead eq true')
      throw notEmulated(`the metadata filter ${filter ?? ''}`)
    return { status: 200, body: { value: fields.map((each) => attributeOf(each, table)) } }
  }
  if (
    query.get('$select') !== 'LogicalName' ||
    !(query.get('$expand') ?? '').startsWith('OptionSet')
  )
    throw notEmulated('this selection of metadata')
  const withOptions = fields.filter(({ type }) => type === `${cast}Type`)
  return { status: 200, body: { value: withOptions.map(optionsOf) } }
}

const label = (text: string): object => ({
  LocalizedLabels: [{ Label: text, LanguageCode: 1033 }],
  UserLocalizedLabel: { Label: text, LanguageCode: 1033 },
})

const attributeOf = (field: FieldDefinition, table: string): object => {
  const { name, type, isReadOnly, isRequired, maxLength, more } = field
  const isPrimary = more['isPrimary'] === true
  return {
    '@odata.type': `#Microsoft.Dynamics.CRM.${type.replace(/Type$/, '')}AttributeMetadata`,
    LogicalName: name,
    SchemaName: name,
    EntityLogicalName: table,
    AttributeOf: null,
    DisplayName: label(field.label),
    AttributeTypeName: { Value: type },
    IsPrimaryId: isPrimary,
    IsValidForCreate: !isReadOnly,
    IsValidForUpdate: !isReadOnly && !isPrimary,
    IsValidForRead: true,
    IsCustomAttribute: field.isOwn,
    RequiredLevel: {
      Value: isRequired || isPrimary ? 'SystemRequired' : (more['level'] ?? 'None'),
    },
    ...(maxLength !== null && { MaxLength: maxLength }),
    ...(more['format'] !== undefined && {
      Format: more['format'],
      FormatName: { Value: more['format'] },
    }),
    ...(lookupTypes.has(type) && { Targets: [] }),
  }
}

const optionsOf = ({ name, options }: FieldDefinition): object => ({
  LogicalName: name,
  OptionSet: {
    Options: options
      .filter(({ isActive }) => isActive)
      .map((option) => ({
        Value: Number(option.value),
        IsHidden: false,
        Label: label(option.label),
      })),
  },
})
