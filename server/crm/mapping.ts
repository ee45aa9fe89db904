import type { CrmMapping, ObjectMapping } from '../../contract/money/crm.ts'
import type { Connector, Field, Owner } from '../connectors/port.ts'
import { ownerField, personFields, type Described, type PersonObject } from './describe.ts'
import { contactFacts, factLabels, typeOf } from './facts.ts'
import type { ObjectPlan } from './plan.ts'
import { convert, doNotCallValue, fits } from './values.ts'

export type Pusher = { userId: string; email: string | null }

export type Plans = { company: ObjectPlan; person: ReadonlyMap<PersonObject, ObjectPlan> }

/** A mapping joined with what the CRM has now; what does not fit is left out, so check `mappingProblems` first. */
export const plansOf = (
  mapping: CrmMapping,
  described: Described,
  { defaults }: Pick<Connector, 'defaults'>,
  pusher: Pusher,
): Plans => {
  const ownerId = ownerOf(mapping, described.owners, pusher)
  const person = [...described.person].map(
    ([object, fields]) =>
      [
        object,
        {
          object,
          noun: 'person',
          ...planOf('person', mapping.person, fields, ownerId),
          doNotCall: doNotCallField(mapping.person, fields, defaults.person),
        },
      ] as const,
  )
  return {
    company: {
      object: 'company',
      noun: 'company',
      ...planOf('company', mapping.company, described.company, ownerId),
      doNotCall: doNotCallField(mapping.company, described.company, defaults.company),
    },
    person: new Map(person),
  }
}

/** What cannot work, in sentences for an admin; `label` names the CRM. */
export const mappingProblems = (
  mapping: CrmMapping,
  described: Described,
  label: string,
): string[] => {
  const fields = described.person.get(mapping.person.object)
  return [
    ...problemsOf('company', mapping.company, described.company, label),
    ...(fields === undefined
      ? [`${label} has no ${mapping.person.object}s. Choose another kind of record for people.`]
      : problemsOf('person', mapping.person, fields, label)),
    ...ownerProblems(mapping, described.owners, label),
  ]
}

/** A new record never gets the owner of the integration instead of the user who pushes it. */
export const ownerProblem = (
  mapping: CrmMapping,
  described: Described,
  pusher: Pusher,
  label: string,
): string[] =>
  described.owners.length === 0 ||
  ownerField([...described.company, ...personFields(described)]) === null ||
  ownerOf(mapping, described.owners, pusher) !== null
    ? []
    : [
        `${label} has no active user with ${pusher.email === null ? 'your email' : `the email ${pusher.email}`}. An admin can choose an owner for your records under Map fields.`,
      ]

export const ownerOf = (
  { owners: chosen }: Pick<CrmMapping, 'owners'>,
  owners: readonly Owner[],
  { userId, email }: Pusher,
): string | null => {
  const active = owners.filter((owner) => owner.active)
  const own = active.find((owner) => owner.id === chosen[userId])
  const same = active.find((owner) => email !== null && sameEmail(owner.email, email))
  return (own ?? same)?.id ?? null
}

const sameEmail = (first: string | null, second: string): boolean =>
  first !== null && first.trim().toLowerCase() === second.trim().toLowerCase()

const planOf = (
  side: 'company' | 'person',
  mapping: ObjectMapping,
  described: readonly Field[],
  ownerId: string | null,
): Omit<ObjectPlan, 'object' | 'noun' | 'doNotCall'> => {
  const byName = new Map(described.map((field) => [field.name, field]))
  const labels = new Map(factLabels[side].map(({ key, label }) => [key, label]))
  const owner = ownerField(described)
  return {
    creates: mapping.creates,
    updates: mapping.updates,
    fields: mapping.fields.flatMap(({ from, to, rule, choices = {} }) => {
      const field = byName.get(to)
      // A list that takes only some addresses would say which.
      if (field && contactFacts.has(from)) {
        const fitting = fits('contact', field)
        return fitting ? [{ from, rule, field, choices: {}, label: labels.get(from) ?? from }] : []
      }
      return field ? [{ from, rule, field, choices, label: labels.get(from) ?? from }] : []
    }),
    constants: mapping.constants.flatMap(({ to, value }) => {
      const field = byName.get(to)
      const converted = field && convert(value, field)
      return converted && 'value' in converted ? [{ field, value: converted.value }] : []
    }),
    owner: owner !== null && ownerId !== null ? { field: owner, id: ownerId } : null,
    required: described.filter(({ required, writable }) => required && writable !== 'never'),
  }
}

const doNotCallField = (
  mapping: ObjectMapping,
  fields: readonly Field[],
  defaults: Readonly<Record<string, string>>,
): Field | null => {
  const names = [
    ...mapping.fields.flatMap(({ from, to }) => (from === 'do_not_call' ? [to] : [])),
    defaults['do_not_call'],
  ]
  const usable = names.map((name) =>
    fields.find((field) => field.name === name && field.writable === 'always'),
  )
  return usable.find((field) => field && doNotCallValue(field, undefined) !== null) ?? null
}

const problemsOf = (
  side: 'company' | 'person',
  { creates, fields, constants }: ObjectMapping,
  described: readonly Field[],
  label: string,
): string[] => {
  const byName = new Map(described.map((field) => [field.name, field]))
  const labels = new Map(factLabels[side].map((fact) => [fact.key, fact.label]))
  const used = fields.filter(({ rule }) => rule !== 'never')
  const problems: string[] = []
  for (const { from, to, choices = {} } of used) {
    const [fact, field] = [labels.get(from), byName.get(to)]
    if (fact === undefined) problems.push(`Fieldbook has no “${from}”. Remove it from your fields.`)
    else if (field === undefined)
      problems.push(`${label} has no field “${to}” for ${fact}. Choose another field.`)
    else if (field.writable === 'never')
      problems.push(
        `${label} doesn’t allow changes to “${field.label}”. Choose another field for ${fact}.`,
      )
    else if (
      from === 'do_not_call'
        ? doNotCallValue(field, undefined) === null
        : !fits(typeOf(from), field)
    )
      problems.push(`${fact} doesn’t fit “${field.label}” in ${label}. Choose another field.`)
    else problems.push(...choiceProblems(field, choices, fact, label))
  }
  for (const name of repeated([...used, ...constants].map(({ to }) => to)))
    problems.push(`“${byName.get(name)?.label ?? name}” is used twice. Choose one.`)
  for (const { to, value } of constants)
    problems.push(...constantProblems(byName.get(to), to, value, label))
  const filled = new Set([...used, ...constants].map(({ to }) => to))
  const missing = described.filter(
    ({ name, required, writable, type }) =>
      required && writable !== 'never' && type !== 'owner' && !filled.has(name),
  )
  if (creates)
    for (const field of missing)
      problems.push(
        `${label} requires “${field.label}” for a new ${side}. Choose what goes into it, or give a fixed value.`,
      )
  return problems
}

const choiceProblems = (
  field: Field,
  choices: Readonly<Record<string, string>>,
  fact: string,
  label: string,
): string[] => {
  const active = new Set(field.choices.flatMap((each) => (each.active ? each.value : [])))
  const lost = Object.entries(choices).find(([, choice]) => !active.has(choice))
  return lost
    ? [
        `“${field.label}” in ${label} no longer has what you chose for ${fact} “${lost[0]}”. Choose again.`,
      ]
    : []
}

const constantProblems = (
  field: Field | undefined,
  name: string,
  value: string,
  label: string,
): string[] => {
  if (field === undefined) return [`${label} has no field “${name}” for the value “${value}”.`]
  if (field.writable === 'never') return [`${label} doesn’t allow changes to “${field.label}”.`]
  return 'value' in convert(value, field)
    ? []
    : [`“${field.label}” in ${label} doesn’t take the value “${value}”.`]
}

const ownerProblems = (
  { owners: chosen }: CrmMapping,
  owners: readonly Owner[],
  label: string,
): string[] => {
  const ids = new Set(Object.values(chosen))
  return [...ids].flatMap((id) => {
    const owner = owners.find((each) => each.id === id)
    if (owner?.active === true) return []
    return [
      owner
        ? `${owner.name} is no longer active in ${label}. Choose another owner.`
        : `An owner you chose is no longer in ${label}. Choose another.`,
    ]
  })
}

const repeated = (names: readonly string[]): string[] => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
]
