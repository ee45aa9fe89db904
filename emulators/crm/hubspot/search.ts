import type { StoredRecord } from '../core/state.ts'
import type { CrmAnswer, CrmWorld } from '../core/world.ts'
import { fitsGroups } from './filters.ts'
import type { On } from './gate.ts'
import { objectNames, objects, type ObjectName } from './objects.ts'
import { invalid, notEmulated, objectOf, refuseUnknown, textOf } from './refusals.ts'
import { valueOf, versionView } from './views.ts'

const maxPage = 200
const maxResults = 10_000
/** In characters. */
const maxBody = 3_000

/** A search reads an index that lags and never has an archived record. */
export const searchRoutes = (on: On, world: CrmWorld): void => {
  for (const object of objectNames)
    on(
      'POST',
      'objects',
      `/${object}/search`,
      { scopes: objects[object].read, bucket: 'search' },
      ({ body }) => search(world, object, objectOf(body)),
    )
}

const search = (world: CrmWorld, object: ObjectName, body: Record<string, unknown>): CrmAnswer => {
  const { filterGroups = [], sorts = [], properties, limit = 10, after = 0, ...others } = body
  refuseUnknown(others, [])
  if (JSON.stringify(body).length > maxBody) throw invalid(`The body is over ${maxBody} characters`)
  const [size, from] = [Number(limit), Number(after)]
  if (!(size >= 1 && size <= maxPage)) throw invalid(`limit must be at most ${maxPage}`)
  // [?] The sentence.
  if (from + size > maxResults) throw invalid(`A search ends at ${maxResults} results`)
  const fits = fitsGroups(world, object, filterGroups)
  const matches = indexed(world, object)
    .filter((each) => fits(each.get))
    .toSorted(orderOf(world, object, sorts))
  const wanted = Array.isArray(properties) ? properties.map(textOf) : []
  const end = from + size
  return {
    status: 200,
    body: {
      total: matches.length,
      results: matches
        .slice(from, end)
        .map(({ record, values, at }) => versionView(world, object, record, wanted, values, at())),
      ...(end < matches.length && { paging: { next: { after: String(end) } } }),
    },
  }
}

type Indexed = {
  record: StoredRecord
  values: Record<string, unknown>
  /** The version's moment. */
  at: () => number
  get: (name: string) => unknown
}

const indexed = (world: CrmWorld, object: ObjectName): readonly Indexed[] =>
  world.store.indexed(object).flatMap(({ id, values }) => {
    const record = world.store.get(id)
    if (!record) return []
    const at = (): number => {
      const version = record.versions.findLast((each) => each.values === values)
      return Math.max(version?.at ?? 0, record.createdAt)
    }
    return [{ record, values, at, get: (name) => valueOf(object, record, values, at(), name) }]
  })

const orderOf = (
  world: CrmWorld,
  object: ObjectName,
  sorts: unknown,
): ((a: Indexed, b: Indexed) => number) => {
  const [sort, second] = Array.isArray(sorts) ? sorts.map(objectOf) : []
  if (second) throw notEmulated('several sorts')
  if (!sort) return (a, b) => Number(a.record.id) - Number(b.record.id)
  const { propertyName, direction = 'ASCENDING' } = sort
  const name = textOf(propertyName)
  if (!world.field(object, name)) throw invalid(`There was a problem with the request: ${name}`)
  const sign = direction === 'DESCENDING' ? -1 : 1
  return (a, b) => {
    const [left, right] = [textOf(a.get(name)), textOf(b.get(name))]
    return left === right ? 0 : (left < right ? -1 : 1) * sign
  }
}
