import * as z from 'zod/mini'
import type { Database } from '../platform/db/db.ts'
import { reseal } from './reseal.ts'
import type { Seal } from './seal.ts'

export const CrmKeysCommand = z.object({ do: z.literal('rotate') })
export type CrmKeysCommand = z.infer<typeof CrmKeysCommand>

/** Resolves to lines for the operator. */
export const operateCrmKeys = async (db: Database, seal: Seal): Promise<string[]> => {
  const { resealed, current, unreadable } = await reseal(db, seal)
  const key = seal.prefix.split('.')[1] ?? ''
  return [
    `Sealed with key ${key} now: ${resealed}. Already sealed with it: ${current}.`,
    ...(unreadable === 0
      ? []
      : [
          `No key opens: ${unreadable}. Set the key they were sealed with and run this again, or their admins sign in again.`,
        ]),
  ]
}
