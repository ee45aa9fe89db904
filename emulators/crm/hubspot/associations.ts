import type { ApiCall } from '../core/app.ts'
import type { CrmAnswer, CrmWorld } from '../core/world.ts'
import { companiesOf, contactsOf, setCompanies } from './companies-of.ts'
import type { On } from './gate.ts'
import { byId } from './lookup.ts'
import { inputsOf } from './reads.ts'
import { errorBody, invalid, objectOf, refuseUnknown, textOf } from './refusals.ts'
import { batchAnswer } from './views.ts'

const maxPairs = 2_000
const maxRead = 1_000
/** [?] Of one record, in a page. */
const pageSize = 500

/** Contacts in companies, and what is linked to a record. */
export const associationRoutes = (on: On, world: CrmWorld): void => {
  on(
    'POST',
    'associations',
    '/contacts/companies/batch/associate/default',
    { scopes: ['crm.objects.contacts.write'], bucket: 'associations' },
    (call) => associate(world, call),
  )
  for (const { from, to, typeId, linked } of readable)
    on(
      'POST',
      'associations',
      `/${from}/${to}/batch/read`,
      { scopes: [`crm.objects.${from}.read`], bucket: 'associations' },
      (call) => readLinked(world, call, typeId, linked),
    )
}

/** Twice is harmless. Stale ids refuse the whole call. */
const associate = (world: CrmWorld, { body }: ApiCall): CrmAnswer => {
  const { inputs, ...others } = objectOf(body)
  refuseUnknown(others, [])
  const pairs = inputsOf(inputs, maxPairs).map(({ from, to, ...more }) => {
    refuseUnknown(more, [])
    return { from: textOf(Object(from).id), to: textOf(Object(to).id) }
  })
  const linked = pairs.map(({ from, to }) => ({
    contact: byId(world, 'contacts', from)?.id,
    company: byId(world, 'companies', to)?.id,
  }))
  const stale = pairs.flatMap(({ from, to }, index) => [
    ...(linked[index]?.contact === undefined ? [from] : []),
    ...(linked[index]?.company === undefined ? [to] : []),
  ])
  // [?] The sentence.
  if (stale.length > 0)
    throw invalid('Some objects do not exist.', { INVALID_OBJECT_IDS: [...new Set(stale)] })
  for (const { contact = '', company = '' } of linked)
    setCompanies(world, contact, [...companiesOf(world, contact), company])
  return batchAnswer(
    world,
    200,
    linked.map(({ contact, company }) => ({
      from: { id: contact },
      to: { id: company },
      associationSpec: { associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 279 },
    })),
    [],
  )
}

type Linked = (world: CrmWorld, id: string) => readonly string[]

/** In the order of ids. */
const activitiesOf =
  (object: string, end: 'company' | 'person'): Linked =>
  (world, id) =>
    Object.values(world.state.activities)
      .filter((each) => each.object === object && !each.isDeleted && each[end] === id)
      .map((each) => each.id)

const readable: readonly {
  from: 'companies' | 'contacts'
  to: string
  typeId: number
  linked: Linked
}[] = [
  { from: 'companies', to: 'notes', typeId: 189, linked: activitiesOf('notes', 'company') },
  { from: 'contacts', to: 'notes', typeId: 201, linked: activitiesOf('notes', 'person') },
  { from: 'companies', to: 'tasks', typeId: 191, linked: activitiesOf('tasks', 'company') },
  { from: 'contacts', to: 'tasks', typeId: 203, linked: activitiesOf('tasks', 'person') },
  { from: 'contacts', to: 'companies', typeId: 279, linked: companiesOf },
  { from: 'companies', to: 'contacts', typeId: 280, linked: contactsOf },
]

const readLinked = (
  world: CrmWorld,
  { body }: ApiCall,
  typeId: number,
  linked: Linked,
): CrmAnswer => {
  const { inputs, ...others } = objectOf(body)
  refuseUnknown(others, [])
  const results: object[] = []
  const errors: object[] = []
  for (const { id, after, ...more } of inputsOf(inputs, maxRead)) {
    refuseUnknown(more, [])
    const ids = linked(world, textOf(id)).filter((each) => Number(each) >= Number(after ?? 0))
    const next = ids[pageSize]
    if (ids.length === 0) {
      errors.push(
        errorBody('OBJECT_NOT_FOUND', `No associations were found for ${textOf(id)}`, {
          subCategory: 'crm.associations.NO_ASSOCIATIONS_FOUND',
          context: { fromObjectId: [textOf(id)] },
        }),
      )
      continue
    }
    results.push({
      from: { id: textOf(id) },
      to: ids.slice(0, pageSize).map((each) => ({
        toObjectId: Number(each),
        associationTypes: [{ category: 'HUBSPOT_DEFINED', typeId, label: null }],
      })),
      ...(next !== undefined && { paging: { next: { after: next } } }),
    })
  }
  return batchAnswer(world, 200, results, errors)
}
