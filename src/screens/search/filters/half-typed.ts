import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { readStored, writeStored } from '../../../lib/storage.ts'

const key = 'fieldbook.half-typed'
/** When a chunk is missing, the screen unmounts a moment before the page reloads. */
const forgottenAfterMs = 30_000

/** By filter: what the previous page in this tab left, until a field takes it. */
const read = z.safeParse(z.record(z.string(), z.string()), readStored(key, sessionStorage))
const drafts = new Map(Object.entries(read.data ?? {}))

export const halfTypedFilters = (): string[] => [...drafts.keys()]

/** The draft of a filter's field; `chosen` is what the field shows without one. A draft survives only a reload of the page, as an update causes. */
export const useHalfTyped = (filter: string, chosen = '') => {
  const [typed, setTyped] = useState(() => drafts.get(filter) ?? chosen)
  useEffect(() => hold(filter, typed === chosen ? '' : typed), [filter, typed, chosen])
  useEffect(() => () => letGo(filter), [filter])
  return [typed, setTyped] as const
}

const hold = (filter: string, typed: string): void => {
  if (typed === (drafts.get(filter) ?? '')) return
  if (typed === '') drafts.delete(filter)
  else drafts.set(filter, typed)
  keep()
}

const letGo = (filter: string): void => {
  if (drafts.delete(filter)) setTimeout(keep, forgottenAfterMs)
}

const keep = (): void => writeStored(key, Object.fromEntries(drafts), sessionStorage)
