import type { Api, Current, ObjectKind } from '../port.ts'
import { ReadRefused, type Calls } from './calls.ts'
import { idOf, Page, Row } from './candidates.ts'
import type { Attributes, Schema } from './schema.ts'
import { guidOf, recordUrl, tables } from './tables.ts'
import { selectOf, valuesOf } from './values.ts'

/** A merged record stays in Dataverse, inactive, and names its survivor. Fields that the table does not have are null. */
export const readRecords = async (
  calls: Calls,
  schema: Schema,
  api: Api,
  object: ObjectKind,
  ids: readonly string[],
  fields: readonly string[],
): Promise<ReadonlyMap<string, Current>> => {
  const attributes = await schema.attributes(api, object)
  try {
    return await readWith(calls, api, object, ids, fields, attributes)
  } catch (cause) {
    if (!(cause instanceof ReadRefused) || cause.status !== 400) throw cause
    // A field that was there ten minutes ago may be removed.
    return readWith(calls, api, object, ids, fields, await schema.fresh(api, object))
  }
}

const readWith = async (
  calls: Calls,
  api: Api,
  object: ObjectKind,
  ids: readonly string[],
  fields: readonly string[],
  attributes: Attributes,
): Promise<ReadonlyMap<string, Current>> => {
  const { set, id: idField } = tables[object]
  if (ids.length === 0) return new Map()
  const names = [idField, 'merged', '_masterid_value', ...selectOf(attributes, fields)]
  const filter = [...new Set(ids.map(guidOf))].map((id) => `${idField} eq ${id}`).join(' or ')
  const query = `$select=${[...new Set(names)].join(',')}&$filter=${encodeURIComponent(filter)}`
  const { value } = await calls.get(api, `/${set}?${query}`, Page)
  const rows = new Map(
    value.map((each): [string, Row] => {
      const row = Row.parse(each)
      return [idOf(object, row), row]
    }),
  )
  return new Map(
    ids.map((id): [string, Current] => {
      const row = rows.get(guidOf(id))
      if (!row) return [id, { is: 'deleted' }]
      if (row.merged === true)
        return [id, { is: 'deleted', into: row._masterid_value?.toLowerCase() }]
      return [
        id,
        {
          is: 'live',
          values: valuesOf(attributes, fields, row),
          url: recordUrl(api.grant, object, id),
          etag: row['@odata.etag'] ?? undefined,
        },
      ]
    }),
  )
}
