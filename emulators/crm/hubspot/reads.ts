import type { ApiCall } from '../core/app.ts'
import type { CrmAnswer, CrmWorld } from '../core/world.ts'
import type { On } from './gate.ts'
import { byId, byProperty } from './lookup.ts'
import { objectNames, objects, type ObjectName } from './objects.ts'
import {
  errorBody,
  invalid,
  notEmulated,
  notFound,
  objectOf,
  refuseUnknown,
  textOf,
} from './refusals.ts'
import { batchAnswer, recordView } from './views.ts'

const maxPage = 100
export const maxInputs = 100

/** Lists, single records and batches: these do not lag. */
export const readRoutes = (on: On, world: CrmWorld): void => {
  for (const object of objectNames) {
    const rule = { scopes: objects[object].read }
    on('GET', 'objects', `/${object}`, rule, (call) => listRecords(world, object, call))
    on('GET', 'objects', `/${object}/:id`, rule, (call) => {
      refuseParameters(call, ['properties', 'archived'])
      const record = byId(world, object, call.param('id'))
      if (!record) throw notFound(objects[object].label, [call.param('id')])
      return { status: 200, body: recordView(world, object, record, propertiesOf(call)) }
    })
    on('POST', 'objects', `/${object}/batch/read`, rule, (call, isDated) =>
      readBatch(world, object, call, isDated),
    )
  }
}

/** A list of archived records has none that was merged. */
const listRecords = (world: CrmWorld, object: ObjectName, call: ApiCall): CrmAnswer => {
  const { query } = call
  refuseParameters(call, ['limit', 'after', 'properties', 'archived'])
  const limit = Number(query.get('limit') ?? 10)
  if (!(limit >= 1 && limit <= maxPage)) throw invalid(`limit must be at most ${maxPage}`)
  const isArchived = query.get('archived') === 'true'
  const records = world.store
    .all(object)
    .filter(({ isDeleted, mergedInto }) => isDeleted === isArchived && mergedInto === null)
    .filter(({ id }) => Number(id) >= Number(query.get('after') ?? 0))
  const next = records[limit]
  return {
    status: 200,
    body: {
      results: records
        .slice(0, limit)
        .map((record) => recordView(world, object, record, propertiesOf(call))),
      ...(next && { paging: { next: { after: next.id } } }),
    },
  }
}

const readBatch = (
  world: CrmWorld,
  object: ObjectName,
  { body }: ApiCall,
  isDated: boolean,
): CrmAnswer => {
  const { idProperty, properties, propertiesWithHistory, inputs, ...others } = objectOf(body)
  refuseUnknown(others, [])
  // The dated specification requires it.
  if (isDated && !Array.isArray(propertiesWithHistory))
    throw invalid('Invalid input JSON: propertiesWithHistory is missing')
  if (Array.isArray(propertiesWithHistory) && propertiesWithHistory.length > 0)
    throw notEmulated('propertiesWithHistory')
  const ids = inputsOf(inputs, maxInputs).map(({ id }) => textOf(id))
  const property = idProperty === undefined ? undefined : textOf(idProperty)
  const wanted = Array.isArray(properties) ? properties.map(textOf) : []
  const records = ids.map((id) => byProperty(world, object, property, id))
  const found = new Map(records.flatMap((record) => (record ? [[record.id, record] as const] : [])))
  const missing = ids.filter((_, index) => records[index] === undefined)
  return batchAnswer(
    world,
    200,
    [...found.values()].map((record) => recordView(world, object, record, wanted)),
    missing.length === 0 ? [] : [missingError(objects[object].label, missing)],
  )
}

export const missingError = (label: string, ids: readonly string[]): object =>
  errorBody(
    'OBJECT_NOT_FOUND',
    `Could not get some ${label} objects, they may be deleted or not exist. Check that ids are valid.`,
    { context: { ids } },
  )

export const inputsOf = (inputs: unknown, most: number): readonly Record<string, unknown>[] => {
  if (!Array.isArray(inputs)) throw invalid('Invalid input JSON: inputs is missing')
  // [?] The sentence.
  if (inputs.length > most)
    throw invalid(`The maximum number of inputs supported in a batch request is ${most}`)
  return inputs.map(objectOf)
}

const propertiesOf = ({ query }: ApiCall): readonly string[] =>
  query
    .getAll('properties')
    .flatMap((names) => names.split(','))
    .filter(Boolean)

const refuseParameters = ({ query }: ApiCall, known: readonly string[]): void =>
  refuseUnknown(Object.fromEntries(query), known)
