import type { Api, Current, ObjectKind, Value, Values } from '../port.ts'
import { ReadRefused } from './answers.ts'
import type { Calls, Row } from './calls.ts'
import { describeFields } from './fields.ts'
import { followMerges, isLive, readRows } from './merges.ts'
import { recordUrl } from './objects.ts'
import { isFieldName } from './soql.ts'

/**
 * Current values; a field that the user does not see any longer is absent. A converted lead counts as deleted. What Salesforce does not
 * have, as deleted for good.
 */
export const readRecords = async (
  calls: Calls,
  api: Api,
  object: ObjectKind,
  ids: readonly string[],
  fields: readonly string[],
): Promise<ReadonlyMap<string, Current>> => {
  const names = fields.filter(isFieldName)
  const { rows, present } = await readVisible(calls, api, object, ids, names)
  const deleted = ids.filter((id) => !isLive(rows.get(id)))
  const ends = await followMerges(
    calls,
    api,
    object,
    new Map(deleted.map((id) => [id, rows.get(id)])),
  )
  return new Map(
    ids.map((id): [string, Current] => {
      const row = rows.get(id)
      if (!isLive(row)) return [id, ends.get(id) ?? { is: 'deleted' }]
      const url = recordUrl(api.grant.baseUrl, object, id)
      return [id, { is: 'live', url, values: valuesOf(row, present) }]
    }),
  )
}

const readVisible = async (
  calls: Calls,
  api: Api,
  object: ObjectKind,
  ids: readonly string[],
  names: readonly string[],
): Promise<{ rows: ReadonlyMap<string, Row>; present: readonly string[] }> => {
  try {
    return { rows: await readRows(calls, api, object, ids, names), present: names }
  } catch (error) {
    if (!(error instanceof ReadRefused) || error.code !== 'INVALID_FIELD') throw error
    const visible = new Set((await describeFields(calls, api, object)).map(({ name }) => name))
    const present = names.filter((name) => visible.has(name))
    if (present.length === names.length) throw error
    return { rows: await readRows(calls, api, object, ids, present), present }
  }
}

const valuesOf = (row: Row, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, valueOf(row[name])]))

/** Addresses and other values of several parts are read by their parts. */
const valueOf = (value: unknown): Value =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : null
