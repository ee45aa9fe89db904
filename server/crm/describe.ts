import type { Api, Connector, Field, ObjectKind, Owner } from '../connectors/port.ts'
import { shorten } from '../connectors/shorten.ts'

/** One call of a connector, with whatever waiting the caller wants. */
export type Call = <Result>(
  run: (api: Api, connector: Connector) => Promise<Result>,
) => Promise<Result>

export type PersonObject = 'contact' | 'lead'

/** What the CRM has now. */
export type Described = {
  company: readonly Field[]
  person: ReadonlyMap<PersonObject, readonly Field[]>
  owners: readonly Owner[]
}

export const describeCrm = async (call: Call, connector: Connector): Promise<Described> => {
  const describe = async (object: ObjectKind) =>
    (await call((api) => connector.describe(api, object))).map(withShortLabels)
  const company = await describe('company')
  const person = new Map<PersonObject, readonly Field[]>()
  for (const object of connector.objects.person) person.set(object, await describe(object))
  const owners = await call((api) => connector.owners(api))
  return {
    company,
    person,
    owners: owners.map((owner) => ({ ...owner, name: shorten(owner.name, maxLabel) })),
  }
}

const maxLabel = 200

const withShortLabels = (field: Field): Field => ({
  ...field,
  label: shorten(field.label, maxLabel),
  choices: field.choices.map((choice) => ({ ...choice, label: shorten(choice.label, maxLabel) })),
})

export const fieldsOf = ({ company, person }: Described, object: ObjectKind): readonly Field[] =>
  object === 'company' ? company : (person.get(object) ?? [])

/** Of all kinds of people, each name once. */
export const personFields = ({ person }: Described): Field[] => {
  const byName = new Map<string, Field>()
  for (const fields of person.values())
    for (const field of fields) if (!byName.has(field.name)) byName.set(field.name, field)
  return [...byName.values()]
}

export const ownerField = (fields: readonly Field[]): Field | null => {
  const owners = fields.filter(({ type, writable }) => type === 'owner' && writable !== 'never')
  return owners.find(({ name }) => /owner_?id$/i.test(name)) ?? owners[0] ?? null
}
