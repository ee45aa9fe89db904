import { mostInBatch } from '../../contract/saved-work/item.ts'
import type { Effect, Entry, Fields } from './rows.ts'

/** The item after an edit. Doing the same edit again changes nothing more, so it may be done on top of a state that already holds it. */
export const applied = (value: Fields | null, effect: Effect): Fields | null => {
  switch (effect.do) {
    case 'create':
      return value ?? effect.value
    case 'change':
      return value === null ? null : changed(value, effect)
    case 'remove':
      return null
    case 'members': {
      const taken = new Set(effect.take)
      const ids = new Set(idsOf(value).filter((id) => !taken.has(id)))
      for (const id of effect.add) ids.add(id)
      return { ...value, ids: [...ids] }
    }
    case 'ask':
      return value
  }
}

const changed = (value: Fields, { fields, before }: Effect & { do: 'change' }): Fields => {
  const next = { ...value }
  for (const [field, yours] of Object.entries(fields))
    next[field] = merged(before[field], yours, value[field])
  return next
}

/**
 * A field after your change of it, where it may have changed meanwhile. Of a field that holds values by filter only the filters you
 * changed are yours, as on the server (`patchSearch`); of any other the whole.
 */
export const merged = (before: unknown, yours: unknown, theirs: unknown): unknown => {
  if (!isByKey(yours) || !isByKey(theirs) || !isByKey(before)) return yours
  const next = { ...theirs }
  for (const key of changedKeys(before, yours)) {
    const value = yours[key]
    if (value === undefined) delete next[key]
    else next[key] = value
  }
  return next
}

/** The parts of a field that a change touched: keys, or '' for the field as a whole. */
export const changedParts = (before: unknown, yours: unknown): string[] =>
  isByKey(before) && isByKey(yours) ? changedKeys(before, yours) : same(before, yours) ? [] : ['']

/** What a part of a field holds. */
export const partOf = (value: unknown, part: string): unknown =>
  part === '' ? value : isByKey(value) ? value[part] : undefined

const changedKeys = (before: Fields, yours: Fields): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(yours)])].filter(
    (key) => !same(before[key], yours[key]),
  )

const isByKey = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The server's state with the edits that are still here done again on top, in the order they were made. */
export const rebased = (known: Fields | null, entries: readonly Entry[]): Fields | null =>
  entries.reduce<Fields | null>((value, entry) => applied(value, entry.effect), known)

/** The ids of a list's records. */
export const idsOf = (value: Fields | null): string[] => {
  const ids = value?.ids
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}

/** The version the server counts an item's changes by; null where it has none. */
export const versionOf = (value: Fields | null): number | null =>
  typeof value?.version === 'number' ? value.version : null

/** Of two tellings of an item the newer: a slow answer must not undo a later one. */
export const newer = (known: Fields | null, told: Fields | null): Fields | null => {
  const [mine, theirs] = [versionOf(known), versionOf(told)]
  return mine !== null && theirs !== null && theirs < mine ? known : told
}

/**
 * Two edits of the same item as one, or null where both must be sent: neither may have been sent before.
 */
export const compacted = (first: Effect, second: Effect): Effect | null => {
  if (first.do === 'create' && second.do === 'change')
    return { do: 'create', value: { ...first.value, ...second.fields } }
  if (first.do === 'change' && second.do === 'change')
    return {
      do: 'change',
      fields: { ...first.fields, ...second.fields },
      before: { ...second.before, ...first.before },
    }
  if (first.do === 'members' && second.do === 'members') {
    const taken = new Set(second.take)
    const added = new Set(second.add)
    if (first.add.length + first.take.length + second.add.length + second.take.length > mostInBatch)
      return null
    return {
      do: 'members',
      add: [...new Set([...first.add.filter((id) => !taken.has(id)), ...second.add])],
      take: [...new Set([...first.take.filter((id) => !added.has(id)), ...second.take])],
    }
  }
  return null
}

/** Whether two values of a field say the same; they come from JSON. */
export const same = (x: unknown, y: unknown): boolean => canonical(x) === canonical(y)

/** JSON with keys in order. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([x], [y]) => (x < y ? -1 : 1)))
      : part,
  ) ?? 'undefined'
