import type { CrmAnswer, CrmWorld } from '../core/world.ts'
import { badRequest, doesNotExist, refused, unknownProperty } from './errors.ts'
import type { Environment, Operation } from './operation.ts'
import { tableOfSet } from './tables.ts'
import { linkedId } from './validation.ts'

const kinds: Readonly<
  Record<
    string,
    {
      table: string
      text: string
      link: (table: string) => string
      lengths: Readonly<Record<string, number>>
    }
  >
> = {
  annotations: {
    table: 'annotation',
    text: 'notetext',
    link: (table) => `objectid_${table}`,
    lengths: { subject: 500, notetext: 100_000 },
  },
  tasks: {
    table: 'task',
    text: 'description',
    link: (table) => `regardingobjectid_${table}_task`,
    lengths: { subject: 200, description: 2_000, scheduledend: 40 },
  },
}

export const isActivitySet = (set: string): boolean => Object.hasOwn(kinds, set)

/** Notes and tasks, by the id that the caller chose. */
export const patchActivity = (
  { world }: Environment,
  set: string,
  id: string,
  operation: Operation,
): CrmAnswer => {
  const kind = kinds[set]
  if (!kind) throw badRequest('0x80060888', `Resource not found for the segment '${set}'.`)
  const stored = world.state.activities[id]
  const existing = stored?.isDeleted === false ? stored : undefined
  if (existing && operation.header('if-none-match') === '*')
    throw refused(412, '', 'A record with matching key values already exists.')
  if (!existing && operation.header('if-match') !== undefined) throw doesNotExist(kind.table, id)
  const values: Record<string, unknown> = { ...existing?.values }
  for (const [name, value] of Object.entries(operation.body)) {
    if (name.endsWith('@odata.bind')) bind(world, kind, values, name, value)
    else {
      const maxLength = kind.lengths[name]
      if (maxLength === undefined) throw unknownProperty(name, kind.table)
      if (typeof value !== 'string' || value.length > maxLength)
        throw badRequest(
          '0x80044331',
          `A validation error occurred.  The length of the '${name}' attribute of the '${kind.table}' entity exceeded the maximum allowed length of '${maxLength}'.`,
        )
      values[name] = value
    }
  }
  const { company, person } = subjectOf(world, values)
  world.state.activities[id] = {
    id,
    object: kind.table,
    subject: textOf(values['subject']),
    text: textOf(values[kind.text]),
    company,
    person,
    values,
    createdAt: existing?.createdAt ?? world.now(),
    updatedAt: world.now(),
    isDeleted: false,
  }
  return {
    status: 204,
    headers: { 'odata-version': '4.0', 'odata-entityid': `${operation.address(set)}(${id})` },
  }
}

/** Names of links are case-sensitive. */
const bind = (
  world: CrmWorld,
  { link, table }: NonNullable<(typeof kinds)[string]>,
  values: Record<string, unknown>,
  name: string,
  value: unknown,
): void => {
  if (name === 'ownerid@odata.bind') {
    values['_ownerid_value'] = linkedId(world, 'systemusers', value)
    return
  }
  for (const [set, other] of Object.entries(tableOfSet))
    if (name === `${link(other)}@odata.bind`) {
      values['subjectTable'] = other
      values['subjectId'] = linkedId(world, set, value)
      return
    }
  throw unknownProperty(name.replace('@odata.bind', ''), table)
}

/** The timeline of a company shows what is about its people. */
const subjectOf = (
  world: CrmWorld,
  values: Readonly<Record<string, unknown>>,
): { company: string | null; person: string | null } => {
  const id = textOf(values['subjectId'])
  if (id === '') return { company: null, person: null }
  if (values['subjectTable'] === 'account') return { company: id, person: null }
  const person = world.store.get(id)?.values ?? {}
  const company = textOf(person['_parentcustomerid_value'] ?? person['_parentaccountid_value'])
  return { company: company === '' ? null : company, person: id }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
