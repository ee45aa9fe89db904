import type * as z from 'zod/mini'
import type { Api } from '../port.ts'
import type { Calls, Query } from './calls.ts'
import { parsePage } from './shapes.ts'

/** All of a list by page number, up to `maxPages` of 100: pages after the hundredth cost more than one call. */
export const readAll = async <T>(
  calls: Calls,
  api: Api,
  path: string,
  query: Query,
  shape: z.ZodMiniType<T>,
  maxPages = 100,
): Promise<readonly T[]> => {
  const items: T[] = []
  let page: number | null = 1
  while (page !== null && page <= maxPages) {
    const answer: unknown = await calls.get(api, path, [
      ...query,
      ['per_page', '100'],
      ['page', String(page)],
    ])
    const { items: more, nextPage } = parsePage(shape, answer)
    items.push(...more)
    page = nextPage
  }
  return items
}
