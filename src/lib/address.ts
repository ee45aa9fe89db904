import * as z from 'zod/mini'
import { Id } from '../../contract/saved-work/item.ts'

/** From 0; the first page where the address names none or an invalid one. */
export const readPage = (params: URLSearchParams, maxPages: number): number => {
  const page = Number(params.get('page') ?? 1)
  return Number.isInteger(page) && page > 1 && page <= maxPages ? page - 1 : 0
}

/** Null where the id is absent or malformed. */
export const readId = (params: URLSearchParams, name: string): string | null =>
  z.safeParse(Id, params.get(name)).data ?? null
