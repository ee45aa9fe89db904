import type { Api, Field, FieldType, ObjectKind } from '../port.ts'
import type { Calls } from './calls.ts'
import {
  attributesPath,
  labelOf,
  OptionList,
  strong,
  typeOf,
  type Attribute,
  type Schema,
} from './schema.ts'

/** Fields that parts of others are, as the name of a lookup, are left out. */
export const describeFields = async (
  calls: Calls,
  schema: Schema,
  api: Api,
  object: ObjectKind,
): Promise<readonly Field[]> => {
  const attributes = await schema.fresh(api, object)
  const choices = new Map<string, Field['choices']>()
  for (const cast of casts)
    for (const { LogicalName: name, OptionSet: set } of await readOptions(calls, api, object, cast))
      choices.set(
        name,
        (set?.Options ?? []).map(({ Value, IsHidden, Label }) => ({
          value: String(Value),
          label: labelOf(Label) ?? String(Value),
          active: IsHidden !== true,
        })),
      )
  return [...attributes.values()]
    .filter(({ AttributeOf }) => AttributeOf === null || AttributeOf === undefined)
    .map((attribute) => fieldOf(attribute, choices.get(attribute.LogicalName) ?? []))
}

const casts = ['Picklist', 'MultiSelectPicklist', 'State', 'Status']

const readOptions = async (
  calls: Calls,
  api: Api,
  object: ObjectKind,
  cast: string,
): Promise<OptionList['value']> => {
  const path = `${attributesPath(object)}/Microsoft.Dynamics.CRM.${cast}AttributeMetadata`
  const query = `$select=LogicalName&$expand=${encodeURIComponent('OptionSet($select=Options)')}`
  const { value } = await calls.get(api, `${path}?${query}`, OptionList, { headers: strong })
  return value
}

const fieldOf = (attribute: Attribute, choices: Field['choices']): Field => {
  const { LogicalName: name, DisplayName, RequiredLevel, MaxLength, IsPrimaryId } = attribute
  const type = fieldType(attribute)
  const isText = type === 'text' || type === 'long' || formats.has(type)
  return {
    name,
    label: labelOf(DisplayName) ?? name,
    type,
    maxLength: isText ? (MaxLength ?? null) : null,
    required:
      RequiredLevel?.Value === 'SystemRequired' &&
      attribute.IsValidForCreate === true &&
      IsPrimaryId !== true &&
      !filledByDataverse.has(typeOf(attribute)),
    writable: writableOf(attribute),
    unique: IsPrimaryId === true,
    choices,
    closed: type === 'choice' || type === 'choices',
  }
}

/** Required by the schema, and yet no create needs them. */
const filledByDataverse = new Set(['OwnerType', 'StateType', 'StatusType', 'BooleanType'])

/** The id is ours already, and companies of people are put in by `link`. */
const writableOf = (attribute: Attribute): Field['writable'] => {
  if (attribute.IsPrimaryId === true || fieldType(attribute) === 'reference') return 'never'
  if (attribute.IsValidForUpdate === true) return 'always'
  return attribute.IsValidForCreate === true ? 'create' : 'never'
}

const fieldType = (attribute: Attribute): FieldType => {
  const type = typeOf(attribute)
  if (type === 'StringType') return textTypes[formatOf(attribute)] ?? 'text'
  if (type === 'DateTimeType' && formatOf(attribute) === 'dateonly') return 'date'
  return types[type] ?? 'reference'
}

const formatOf = ({ FormatName, Format }: Attribute): string =>
  (FormatName?.Value ?? Format ?? '').toLowerCase()

const textTypes: Readonly<Record<string, FieldType>> = {
  email: 'email',
  url: 'url',
  phone: 'phone',
  textarea: 'long',
}
const formats: ReadonlySet<FieldType> = new Set(Object.values(textTypes))

const types: Readonly<Record<string, FieldType>> = {
  MemoType: 'long',
  PicklistType: 'choice',
  StateType: 'choice',
  StatusType: 'choice',
  MultiSelectPicklistType: 'choices',
  BooleanType: 'bool',
  IntegerType: 'number',
  BigIntType: 'number',
  DecimalType: 'number',
  DoubleType: 'number',
  MoneyType: 'number',
  DateTimeType: 'time',
  OwnerType: 'owner',
}
