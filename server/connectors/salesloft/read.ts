import { Unreadable } from '../errors.ts'
import type { Api, Current, ObjectKind, Value } from '../port.ts'
import { recordUrl } from './account.ts'
import type { Calls } from './calls.ts'
import { ownValues } from './candidates.ts'
import { ownPrefix } from './fields.ts'
import { CrmRecord, parsePage, pathOf } from './shapes.ts'

/** Salesloft leaves out what it does not have; an archived account counts as deleted. It does not say into what a record was merged. */
export const readRecords = async (
  calls: Calls,
  api: Api,
  app: string,
  object: ObjectKind,
  ids: readonly string[],
  fields: readonly string[],
): Promise<ReadonlyMap<string, Current>> => {
  if (!ids.length) return new Map()
  const answer = await calls.get(api, pathOf(object), [
    ...ids.map((id) => ['ids[]', id] as const),
    ['per_page', '100'],
  ])
  const records = new Map(
    parsePage(CrmRecord, answer).items.map((record) => [String(record.id), record]),
  )
  if ([...records.keys()].some((id) => !ids.includes(id)))
    throw new Unreadable('Salesloft answered with records that were not requested.')
  return new Map(
    ids.map((id): [string, Current] => {
      const record = records.get(id)
      if (!record || record.archived_at) return [id, { is: 'deleted' }]
      return [id, { is: 'live', url: recordUrl(app, object, id), values: valuesOf(record, fields) }]
    }),
  )
}

export const valuesOf = (record: CrmRecord, fields: readonly string[]): Record<string, Value> => {
  const own = ownValues(record)
  return Object.fromEntries(
    fields.map((field) => [
      field,
      field.startsWith(ownPrefix)
        ? valueOf(own[field.slice(ownPrefix.length)])
        : valueOf(standardValue(record, field)),
    ]),
  )
}

const standardValue = (record: CrmRecord, field: string): unknown => {
  if (field === 'owner_id') return idOf(record.owner)
  if (field === 'account_id') return idOf(record.account)
  return record[field]
}

/** Ids are text in the port. */
const idOf = (reference: { id: number } | null | undefined): string | null =>
  reference ? String(reference.id) : null

const valueOf = (value: unknown): Value => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : null
}
