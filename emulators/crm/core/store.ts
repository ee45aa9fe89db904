import type { CrmState, StoredRecord } from './state.ts'
import type { RecordSource } from './types.ts'

export type CrmStore = {
  /** Also deleted records. */
  get: (id: string) => StoredRecord | undefined
  /** A live record of this object. */
  live: (object: string, id: string) => StoredRecord | undefined
  /** Of one object, deleted records included, in order of creation. */
  all: (object: string) => StoredRecord[]
  /** Live records whose value is this, in any case. */
  withValue: (object: string, field: string, value: string) => StoredRecord[]
  /** Live records as the search index sees them. */
  indexed: (object: string) => { id: string; values: Record<string, unknown> }[]
  create: (
    object: string,
    values: Record<string, unknown>,
    by: RecordSource,
    id?: string,
  ) => StoredRecord
  /** Null clears; what is absent stays. */
  update: (id: string, values: Record<string, unknown>) => StoredRecord
  remove: (id: string) => void
  restore: (id: string) => void
  merge: (lost: string, survivor: string) => void
  /** Follows merges to a record that is not merged. */
  survivor: (id: string) => StoredRecord | undefined
  nextId: () => number
}

const maxVersions = 20

/** `newId` makes the CRM's id of a record from a growing number. */
export const openStore = (
  state: CrmState,
  parts: {
    now: () => number
    lagMs: () => number
    newId: (object: string, number: number) => string
  },
): CrmStore => {
  const indexes = new Map<string, Map<string, Set<string>>>()
  const byObject = new Map<string, StoredRecord[]>()
  for (const record of Object.values(state.records)) listOf(byObject, record.object).push(record)

  const reindex = (record: StoredRecord, before: Record<string, unknown>, isNew: boolean): void => {
    for (const [name, index] of indexes) {
      const [object = '', field = ''] = name.split('\n')
      if (object !== record.object) continue
      if (!isNew) index.get(keyOf(before[field]))?.delete(record.id)
      addTo(index, keyOf(record.values[field]), record.id)
    }
  }
  const indexOf = (object: string, field: string): Map<string, Set<string>> => {
    const name = `${object}\n${field}`
    const existing = indexes.get(name)
    if (existing) return existing
    const index = new Map<string, Set<string>>()
    for (const record of byObject.get(object) ?? [])
      addTo(index, keyOf(record.values[field]), record.id)
    indexes.set(name, index)
    return index
  }
  const change = (record: StoredRecord, edit: () => void): StoredRecord => {
    const before = record.values
    edit()
    record.updatedAt = parts.now()
    record.versions.push({
      at: parts.now(),
      values: record.values,
      isDeleted: record.isDeleted,
    })
    if (record.versions.length > maxVersions) record.versions.shift()
    reindex(record, before, false)
    return record
  }
  const existing = (id: string): StoredRecord => {
    const record = state.records[id]
    if (!record) throw new Error(`No record ${id}.`)
    return record
  }
  const nextId = (): number => {
    state.nextId += 1
    return state.nextId
  }
  const store: CrmStore = {
    nextId,
    get: (id) => state.records[id],
    live: (object, id) => {
      const record = state.records[id]
      return record?.object === object && !record.isDeleted ? record : undefined
    },
    all: (object) => [...(byObject.get(object) ?? [])],
    withValue: (object, field, value) =>
      [...(indexOf(object, field).get(keyOf(value)) ?? [])].flatMap((id) => {
        const record = state.records[id]
        return record && !record.isDeleted ? [record] : []
      }),
    indexed: (object) => {
      const seenUntil = parts.now() - parts.lagMs()
      return (byObject.get(object) ?? []).flatMap(({ id, versions }) => {
        const seen = versions.findLast(({ at }) => at <= seenUntil)
        return seen && !seen.isDeleted ? [{ id, values: seen.values }] : []
      })
    },
    create: (object, values, by, id = parts.newId(object, nextId())) => {
      const at = parts.now()
      const present = withoutNulls(values)
      const record: StoredRecord = {
        id,
        object,
        values: present,
        isDeleted: false,
        mergedInto: null,
        source: by,
        createdAt: at,
        updatedAt: at,
        // What was there before the account was connected is indexed.
        versions: [{ at: by === 'seed' ? 0 : at, values: present, isDeleted: false }],
      }
      state.records[id] = record
      listOf(byObject, object).push(record)
      reindex(record, {}, true)
      return record
    },
    update: (id, values) => {
      const record = existing(id)
      return change(record, () => {
        record.values = withoutNulls({ ...record.values, ...values })
      })
    },
    remove: (id) => {
      const record = existing(id)
      change(record, () => (record.isDeleted = true))
    },
    restore: (id) => {
      const record = existing(id)
      change(record, () => (record.isDeleted = false))
    },
    merge: (lost, survivor) => {
      const record = existing(lost)
      const into = existing(survivor)
      change(record, () => {
        record.isDeleted = true
        record.mergedInto = survivor
      })
      change(into, () => {
        into.values = { ...record.values, ...into.values }
      })
    },
    survivor: (id) => {
      let record = state.records[id]
      while (record?.mergedInto) record = state.records[record.mergedInto]
      return record
    },
  }
  return store
}

const listOf = <T>(lists: Map<string, T[]>, key: string): T[] => {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

const addTo = (index: Map<string, Set<string>>, key: string, id: string): void => {
  const ids = index.get(key) ?? new Set()
  index.set(key, ids.add(id))
}

const keyOf = (value: unknown): string =>
  typeof value === 'string' ? value.toLowerCase() : JSON.stringify(value ?? null)

const withoutNulls = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  )
