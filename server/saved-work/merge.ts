import type { Overruled } from '../../contract/saved-work/item.ts'

export type Fields = Readonly<Record<string, unknown>>

/** `at` is ISO 8601; `changed` are paths. */
export type Past = {
  version: number
  fields: Fields
  changed: readonly string[]
  by: string
  at: string
}

export type Arrival = { baseVersion: number; changes: Fields }

/** Paths are 'name', 'filters/industry'; `overruled` are other members' values that were overwritten. */
export type Merged = { fields: Fields; changed: string[]; overruled: Overruled[] }

/**
 * Three-way, field by field; fields with keys (filters by identifier) key by key. Where both sides changed a field, the sender
 * wins and the other value is in `overruled` (reliability, Conflicts). `past` holds the base and every later version, ascending.
 * Null if the base is missing.
 */
export const merge = (past: readonly Past[], { baseVersion, changes }: Arrival): Merged | null => {
  const base = past.find(({ version }) => version === baseVersion)
  const current = past.at(-1)
  if (!base || !current) return null
  const before = partsOf(base.fields)
  const now = partsOf(current.fields)
  const wanted = partsOf(changes)
  // A key missing from a field that was sent means that the sender deleted it.
  for (const path of before.keys()) {
    const field = fieldOf(path)
    if (field in changes && path !== field && !wanted.has(path)) wanted.set(path, undefined)
  }
  const result = new Map(now)
  const changed: string[] = []
  const overruled: Overruled[] = []
  for (const [path, yours] of wanted) {
    const [was, theirs] = [before.get(path), now.get(path)]
    if (same(yours, was) || same(yours, theirs)) continue
    changed.push(path)
    result.set(path, yours)
    if (same(theirs, was)) continue
    const last =
      past.findLast(
        (revision) => revision.version > baseVersion && revision.changed.includes(path),
      ) ?? current
    overruled.push({
      field: path,
      yours: yours ?? null,
      theirs: theirs ?? null,
      by: last.by,
      at: last.at,
    })
  }
  return { fields: whole(current.fields, result), changed, overruled }
}

export const differing = (before: Fields, after: Fields): string[] => {
  const [old, fresh] = [partsOf(before), partsOf(after)]
  return [...new Set([...old.keys(), ...fresh.keys()])].filter(
    (path) => !same(old.get(path), fresh.get(path)),
  )
}

const fieldOf = (path: string): string => path.split('/', 1)[0] ?? path

const isKeyed = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const partsOf = (fields: Fields): Map<string, unknown> => {
  const parts = new Map<string, unknown>()
  for (const [field, value] of Object.entries(fields))
    if (isKeyed(value))
      for (const [key, part] of Object.entries(value)) parts.set(`${field}/${key}`, part)
    else if (value !== undefined) parts.set(field, value)
  return parts
}

/** A field with keys stays, even if it is empty. */
const whole = (like: Fields, parts: ReadonlyMap<string, unknown>): Fields => {
  const fields = new Map<string, unknown>()
  const keyed = new Map<string, Map<string, unknown>>()
  for (const [field, value] of Object.entries(like)) if (isKeyed(value)) keyed.set(field, new Map())
  for (const [path, value] of parts) {
    if (value === undefined) continue
    const field = fieldOf(path)
    if (path === field) fields.set(field, value)
    else keyed.set(field, (keyed.get(field) ?? new Map()).set(path.slice(field.length + 1), value))
  }
  for (const [field, values] of keyed) fields.set(field, Object.fromEntries(values))
  return Object.fromEntries(fields)
}

const same = (x: unknown, y: unknown): boolean => canonical(x) === canonical(y)

const canonical = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, part: unknown) =>
    isKeyed(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([x], [y]) => (x < y ? -1 : 1)))
      : part,
  )
