import type { Overruled } from '../../contract/saved-work/item.ts'

export type Fields = Readonly<Record<string, unknown>>

/** A thing as it was at one version: who made it so, when (ISO 8601), and the paths of what that version changed. */
export type Past = {
  version: number
  fields: Fields
  changed: readonly string[]
  by: string
  at: string
}

/** What has arrived: fields as the sender wants them, made on `baseVersion`. */
export type Arrival = { baseVersion: number; changes: Fields }

/** What becomes of the fields, the paths that changed ('name', 'filters/industry'), and the values of others this took the place of. */
export type Merged = { fields: Fields; changed: string[]; overruled: Overruled[] }

/**
 * Merges an arrival into the last version, field by field; of a field that holds values by key (filters by identifier) key by key.
 * What the sender did not change from its base stays as it is now. What it did change stands as it wants; where others changed the
 * same meanwhile to something else, their value is told in `overruled` (reliability, Conflicts). `past` holds the base and every
 * later version in ascending order. Null when the base is not among them.
 */
export const merge = (past: readonly Past[], { baseVersion, changes }: Arrival): Merged | null => {
  const base = past.find(({ version }) => version === baseVersion)
  const current = past.at(-1)
  if (!base || !current) return null
  const before = partsOf(base.fields)
  const now = partsOf(current.fields)
  const wanted = partsOf(changes)
  // A key that the sender left out of a field it sent is one it took away.
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
      past.findLast((one) => one.version > baseVersion && one.changed.includes(path)) ?? current
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

/** The paths in which two states differ. */
export const differing = (before: Fields, after: Fields): string[] => {
  const [old, fresh] = [partsOf(before), partsOf(after)]
  return [...new Set([...old.keys(), ...fresh.keys()])].filter(
    (path) => !same(old.get(path), fresh.get(path)),
  )
}

const fieldOf = (path: string): string => path.split('/', 1)[0] ?? path

const isKeyed = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every value by its path. */
const partsOf = (fields: Fields): Map<string, unknown> => {
  const parts = new Map<string, unknown>()
  for (const [field, value] of Object.entries(fields))
    if (isKeyed(value))
      for (const [key, part] of Object.entries(value)) parts.set(`${field}/${key}`, part)
    else if (value !== undefined) parts.set(field, value)
  return parts
}

/** The fields again; one that held values by key holds what is left of them, none included. */
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

/** Whether two values from JSON say the same; lists of values are sets to a person, but their order is kept. */
const same = (x: unknown, y: unknown): boolean => canonical(x) === canonical(y)

const canonical = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, part: unknown) =>
    isKeyed(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([x], [y]) => (x < y ? -1 : 1)))
      : part,
  )
