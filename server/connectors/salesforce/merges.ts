import type { Api, Current, ObjectKind } from '../port.ts'
import type { Calls, Row } from './calls.ts'
import { textOf } from './candidates.ts'
import { sObjectOf } from './objects.ts'
import { anyOf } from './soql.ts'

type Deleted = Extract<Current, { is: 'deleted' }>

/** What became of ids, by id: rows with these fields, also of deleted and merged records. */
export const readRows = async (
  calls: Calls,
  api: Api,
  object: ObjectKind,
  ids: readonly string[],
  fields: readonly string[],
): Promise<ReadonlyMap<string, Row>> => {
  if (ids.length === 0) return new Map()
  const all = [
    'Id',
    'IsDeleted',
    'MasterRecordId',
    ...fields,
    ...(object === 'lead' ? converted : []),
  ]
  const soql = `SELECT ${[...new Set(all)].join(', ')} FROM ${sObjectOf(object)} WHERE ${anyOf('Id', ids)}`
  const rows = await calls.query(api, soql, 'deleted too')
  return new Map(rows.map((row) => [textOf(row['Id']), row]))
}

const converted = ['IsConverted']

/** A converted lead is read-only and its contact is no lead. */
export const isLive = (row: Row | undefined): row is Row =>
  row !== undefined && row['IsDeleted'] !== true && row['IsConverted'] !== true

/** Follows merges of merges; a merge into a record that was deleted later leads nowhere. */
export const followMerges = async (
  calls: Calls,
  api: Api,
  object: ObjectKind,
  deleted: ReadonlyMap<string, Row | undefined>,
): Promise<ReadonlyMap<string, Deleted>> => {
  const next = new Map<string, string>()
  let unknown = mastersOf(deleted, next)
  for (let step = 0; unknown.length > 0 && step < maxMerges; step += 1) {
    const rows = await readRows(calls, api, object, unknown, [])
    const merged = [...rows].filter(([, row]) => !isLive(row))
    for (const id of unknown) if (!rows.has(id)) next.set(id, '')
    unknown = mastersOf(new Map(merged), next)
  }
  return new Map([...deleted.keys()].map((id) => [id, endOf(id, next)]))
}

/** More than users merge one after the other. */
const maxMerges = 10

/** Puts the master of each, or '' if there is none, into `next`; returns the masters that are not looked at yet. */
const mastersOf = (
  deleted: ReadonlyMap<string, Row | undefined>,
  next: Map<string, string>,
): readonly string[] => {
  for (const [id, row] of deleted) next.set(id, textOf(row?.['MasterRecordId']))
  const masters = [...deleted.keys()].map((id) => next.get(id) ?? '')
  return [...new Set(masters)].filter((id) => id !== '' && !next.has(id))
}

const endOf = (id: string, next: ReadonlyMap<string, string>): Deleted => {
  let end = id
  for (let step = 0; next.has(end) && step <= maxMerges; step += 1) end = next.get(end) ?? ''
  return end === '' || end === id ? { is: 'deleted' } : { is: 'deleted', into: end }
}
