import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { readStored, writeStored } from '../../../lib/stored.ts'

const key = 'fieldbook.half-typed'
/** A screen that fails over a part of the app that is gone goes a moment before the page is reloaded. */
const forgottenAfterMs = 30_000

/** By filter; what the page before this one left in its tab, until a field takes it. */
const read = z.safeParse(z.record(z.string(), z.string()), readStored(key, sessionStorage))
const words = new Map(Object.entries(read.data ?? {}))

/** The filters whose fields held words when the page was reloaded. */
export const halfTypedFilters = (): string[] => [...words.keys()]

/**
 * What is being typed into a filter and not chosen yet; `chosen` is what the field shows otherwise. It outlives a reload of the page,
 * as an update makes one, and nothing else.
 */
export const useHalfTyped = (filter: string, chosen = '') => {
  const [typed, setTyped] = useState(() => words.get(filter) ?? chosen)
  useEffect(() => hold(filter, typed === chosen ? '' : typed), [filter, typed, chosen])
  useEffect(() => () => letGo(filter), [filter])
  return [typed, setTyped] as const
}

const hold = (filter: string, typed: string): void => {
  if (typed === (words.get(filter) ?? '')) return
  if (typed === '') words.delete(filter)
  else words.set(filter, typed)
  keep()
}

const letGo = (filter: string): void => {
  if (words.delete(filter)) setTimeout(keep, forgottenAfterMs)
}

const keep = (): void => writeStored(key, Object.fromEntries(words), sessionStorage)
