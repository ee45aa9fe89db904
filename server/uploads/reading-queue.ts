import { fairTurns } from '../platform/fair-turns.ts'
import type { ReadFile } from './read-file.ts'

export type ReadingQueue = (
  orgId: string,
  id: string,
  read: () => Promise<ReadFile>,
) => Promise<ReadFile>

/** `atOnce` readings, organisations in turn. Callers that wait for the same upload share one reading. */
export const createReadingQueue = (atOnce = 2): ReadingQueue => {
  const pending = new Map<string, Promise<ReadFile>>()
  const inTurn = fairTurns(atOnce)
  return (orgId, id, read) => {
    // Devices choose the ids of uploads, so another organisation may have one of the same id.
    const key = `${orgId} ${id}`
    const known = pending.get(key)
    if (known) return known
    const result = inTurn(orgId, read).finally(() => pending.delete(key))
    pending.set(key, result)
    return result
  }
}
