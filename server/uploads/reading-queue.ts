import type { ReadFile } from './read-file.ts'

export type ReadingQueue = (
  orgId: string,
  id: string,
  read: () => Promise<ReadFile>,
) => Promise<ReadFile>

/**
 * One reading at a time for each organisation, `atOnce` in all, organisations in turn. Callers that wait for the same upload
 * share one reading.
 */
export const createReadingQueue = (atOnce = 2): ReadingQueue => {
  const pending = new Map<string, Promise<ReadFile>>()
  // A Map iterates in the order of insertion: an organisation goes behind the others after each of its readings.
  const lines = new Map<string, (() => Promise<unknown>)[]>()
  const reading = new Set<string>()

  const startNext = (): void => {
    for (const [orgId, line] of lines) {
      if (reading.size >= atOnce) return
      const next = reading.has(orgId) ? undefined : line.shift()
      if (!next) continue
      reading.add(orgId)
      void next().finally(() => {
        reading.delete(orgId)
        lines.delete(orgId)
        if (line.length > 0) lines.set(orgId, line)
        startNext()
      })
    }
  }

  return (orgId, id, read) => {
    // Devices choose the ids of uploads, so another organisation may have one of the same id.
    const key = `${orgId} ${id}`
    const known = pending.get(key)
    if (known) return known
    const { promise, resolve } = Promise.withResolvers<ReadFile>()
    const result = promise.finally(() => pending.delete(key))
    pending.set(key, result)
    const line = lines.get(orgId) ?? []
    lines.set(orgId, line)
    line.push(() => {
      resolve(read())
      return result.catch(() => undefined)
    })
    startNext()
    return result
  }
}
