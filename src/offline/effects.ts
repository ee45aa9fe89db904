import { maxBatch } from '../../contract/saved-work/item.ts'
import type { Effect, Entry, Fields } from './rows.ts'

/** Applies an edit to an item. Idempotent, so it may run on a state that already holds the edit. */
export const applyEffect = (value: Fields | null, effect: Effect): Fields | null => {
  switch (effect.do) {
    case 'create':
      return value ?? effect.value
    case 'change':
      return value === null ? null : applyChange(value, effect)
    case 'remove':
      return null
    case 'members': {
      const removedIds = new Set(effect.take)
      const ids = new Set(idsOf(value).filter((id) => !removedIds.has(id)))
      for (const id of effect.add) ids.add(id)
      return { ...value, ids: [...ids] }
    }
    case 'ask':
      return value
  }
}

const applyChange = (value: Fields, { fields, before }: Effect & { do: 'change' }): Fields => {
  const next = { ...value }
  for (const [field, yours] of Object.entries(fields))
    next[field] = mergeField(before[field], yours, value[field])
  return next
}

/** A field with values by filter is merged filter by filter, as on the server (`patchSearch`); any other is replaced. */
export const mergeField = (before: unknown, yours: unknown, theirs: unknown): unknown => {
  if (!isByKey(yours) || !isByKey(theirs) || !isByKey(before)) return yours
  const next = { ...theirs }
  for (const key of changedKeys(before, yours)) {
    const value = yours[key]
    if (value === undefined) delete next[key]
    else next[key] = value
  }
  return next
}

/** The parts of a field that a change touched: keys, or '' for the whole field. */
export const changedParts = (before: unknown, yours: unknown): string[] =>
  isByKey(before) && isByKey(yours)
    ? changedKeys(before, yours)
    : isEqual(before, yours)
      ? []
      : ['']

export const partOf = (value: unknown, part: string): unknown =>
  part === '' ? value : isByKey(value) ? value[part] : undefined

const changedKeys = (before: Fields, yours: Fields): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(yours)])].filter(
    (key) => !isEqual(before[key], yours[key]),
  )

const isByKey = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const applyEntries = (known: Fields | null, entries: readonly Entry[]): Fields | null =>
  entries.reduce<Fields | null>((value, entry) => applyEffect(value, entry.effect), known)

export const idsOf = (value: Fields | null): string[] => {
  const ids = value?.ids
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}

export const versionOf = (value: Fields | null): number | null =>
  typeof value?.version === 'number' ? value.version : null

/** The newer of two versions of an item: a slow answer must not undo a later one. */
export const newerOf = (known: Fields | null, incoming: Fields | null): Fields | null => {
  const [mine, theirs] = [versionOf(known), versionOf(incoming)]
  return mine !== null && theirs !== null && theirs < mine ? known : incoming
}

/** Combines two unsent edits of an item; null where both must be sent. */
export const compactEffects = (first: Effect, second: Effect): Effect | null => {
  if (first.do === 'create' && second.do === 'change')
    return { do: 'create', value: { ...first.value, ...second.fields } }
  if (first.do === 'change' && second.do === 'change')
    return {
      do: 'change',
      fields: { ...first.fields, ...second.fields },
      before: { ...second.before, ...first.before },
    }
  if (first.do === 'members' && second.do === 'members') {
    const removed = new Set(second.take)
    const added = new Set(second.add)
    if (first.add.length + first.take.length + second.add.length + second.take.length > maxBatch)
      return null
    return {
      do: 'members',
      add: [...new Set([...first.add.filter((id) => !removed.has(id)), ...second.add])],
      take: [...new Set([...first.take.filter((id) => !added.has(id)), ...second.take])],
    }
  }
  return null
}

export const isEqual = (x: unknown, y: unknown): boolean => canonical(x) === canonical(y)

export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([x], [y]) => (x < y ? -1 : 1)))
      : part,
  ) ?? 'undefined'
