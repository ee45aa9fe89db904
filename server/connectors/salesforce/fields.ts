import * as z from 'zod/mini'
import { Forbidden } from '../errors.ts'
import type { Api, Field, FieldType, KeyKind, ObjectKind } from '../port.ts'
import { ReadRefused } from './answers.ts'
import { dataPath, parse, type Calls } from './calls.ts'
import { ownField, sObjectOf } from './objects.ts'

/** The fields that the connected user sees: one that is hidden from the user is not among them. */
export const describeFields = async (
  calls: Calls,
  api: Api,
  object: ObjectKind,
): Promise<readonly Field[]> => (await describe(calls, api, object)).map(fieldOf)

/** The fields that hold keys, which Salesforce names only for emails and websites. */
export type KeyFields = Readonly<Partial<Record<Exclude<KeyKind, 'email' | 'domain'>, string>>>

export const readKeyFields = async (
  calls: Calls,
  api: Api,
  object: ObjectKind,
): Promise<KeyFields> => {
  const fields = await describe(calls, api, object)
  const named = (names: readonly string[]): string | undefined =>
    fields.find(({ name, label, type }) => keyTypes.has(type) && isNamed(names, [name, label]))
      ?.name
  const own = fields.find(({ name }) => name === ownField)?.name
  const [abn, nzbn] = [named(['abn']), named(['nzbn'])]
  const linkedin = named(linkedinNames)
  return {
    ...(own !== undefined && { own }),
    ...(abn !== undefined && { abn }),
    ...(nzbn !== undefined && { nzbn }),
    ...(linkedin !== undefined && { linkedin }),
  }
}

/** Whether the own key field is there and makes a create repeatable. */
export const hasOwnKey = async (calls: Calls, api: Api, object: ObjectKind): Promise<boolean> =>
  (await describe(calls, api, object)).some(
    ({ name, externalId, unique, createable }) =>
      name === ownField && externalId && unique && createable,
  )

const describe = async (
  calls: Calls,
  api: Api,
  object: ObjectKind,
): Promise<readonly SalesforceField[]> => {
  const sObject = sObjectOf(object)
  try {
    const answer = await calls.get(api, `${dataPath}/sobjects/${sObject}/describe`)
    return parse(Described, answer).fields
  } catch (error) {
    if (error instanceof ReadRefused && error.code === 'NOT_FOUND')
      throw new Forbidden(`The user may not see ${sObject} in Salesforce.`)
    throw error
  }
}

const SalesforceField = z.object({
  name: z.string(),
  label: z.string(),
  type: z.string(),
  length: z.number(),
  nillable: z.boolean(),
  createable: z.boolean(),
  updateable: z.boolean(),
  defaultedOnCreate: z.boolean(),
  externalId: z.boolean(),
  unique: z.boolean(),
  restrictedPicklist: z.boolean(),
  picklistValues: z.array(
    z.object({ active: z.boolean(), label: z.nullish(z.string()), value: z.string() }),
  ),
})
type SalesforceField = z.infer<typeof SalesforceField>
const Described = z.object({ fields: z.array(SalesforceField) })

const fieldOf = (field: SalesforceField): Field => ({
  name: field.name,
  label: field.label,
  type: field.name === 'OwnerId' ? 'owner' : (types[field.type] ?? 'text'),
  maxLength: field.length > 0 ? field.length : null,
  required: field.createable && !field.nillable && !field.defaultedOnCreate,
  writable: field.createable ? (field.updateable ? 'always' : 'create') : 'never',
  unique: field.unique,
  choices: field.picklistValues.map(({ value, label, active }) => ({
    value,
    label: label ?? value,
    active,
  })),
  closed: field.restrictedPicklist,
})

const types: Readonly<Record<string, FieldType>> = {
  textarea: 'long',
  int: 'number',
  long: 'number',
  double: 'number',
  currency: 'number',
  percent: 'number',
  boolean: 'bool',
  date: 'date',
  datetime: 'time',
  picklist: 'choice',
  combobox: 'choice',
  multipicklist: 'choices',
  phone: 'phone',
  email: 'email',
  url: 'url',
  address: 'address',
  reference: 'reference',
}

/** Types that a query can filter by and whose values are text. */
const keyTypes: ReadonlySet<string> = new Set(['string', 'url', 'phone'])

const linkedinNames = ['linkedin', 'linkedinurl', 'linkedinprofile', 'linkedincompanypage']

/** The label, or the name without its ending; spaces, dashes and underscores aside. */
const isNamed = (names: readonly string[], [name, label]: readonly [string, string]): boolean =>
  [name.replace(/__c$/, ''), label].some((each) =>
    names.includes(each.toLowerCase().replaceAll(/[^a-z]/g, '')),
  )
