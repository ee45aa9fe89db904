import type { ReadFile } from './reading.ts'

/**
 * Reads files one after the other, each once however often it is asked for meanwhile: what a file takes to read is bounded, and so
 * is what this process takes then.
 */
export const createReadings = (): ((
  id: string,
  read: () => Promise<ReadFile>,
) => Promise<ReadFile>) => {
  const under = new Map<string, Promise<ReadFile>>()
  let last: Promise<unknown> = Promise.resolve()
  return (id, read) => {
    const known = under.get(id)
    if (known) return known
    const reading = last.then(read, read).finally(() => under.delete(id))
    under.set(id, reading)
    last = reading.catch(() => undefined)
    return reading
  }
}
