import * as z from 'zod/mini'
import type { Api } from '../port.ts'
import type { Calls, Query } from './calls.ts'
import { nextCursorOf, parseData } from './shapes.ts'

/** The most that a list of API v2 answers with, at 10 tokens a page. */
export const perPage = 500

/** RFC 3339 without milliseconds, which Pipedrive's times do not have. */
export const secondsOf = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`

export type Page<T> = { items: readonly T[]; next: string | null }

/** A page of a list of API v2. */
export const readPage = async <T>(
  calls: Calls,
  api: Api,
  path: string,
  query: Query,
  shape: z.ZodMiniType<T>,
): Promise<Page<T>> => {
  const answer = await calls.get(api, path, { limit: perPage, ...query })
  if (answer === null) return { items: [], next: null }
  // A list without items may be null.
  const items = parseData(z.nullable(z.array(shape)), answer) ?? []
  return { items, next: nextCursorOf(answer) }
}

/** All pages of a list; ends early when `visit` returns true. */
export const eachPage = async <T>(
  calls: Calls,
  api: Api,
  path: string,
  query: Query,
  shape: z.ZodMiniType<T>,
  visit: (items: readonly T[]) => boolean | void,
): Promise<void> => {
  let cursor: string | null = null
  do {
    const page: Page<T> = await readPage(calls, api, path, { ...query, cursor }, shape)
    if (visit(page.items) === true) return
    cursor = page.next
  } while (cursor !== null)
}
