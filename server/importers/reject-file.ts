import { createWriteStream, type WriteStream } from 'node:fs'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { csvLine, type Cell } from '../platform/csv.ts'

export type Reject = { line: number; reason: string; cells: readonly string[] }

/** Safe to open in a spreadsheet, and importable again after correction. */
export type RejectFile = {
  write(rejects: readonly Reject[]): Promise<void>
  close(): Promise<string | undefined>
}

/** Created at the first rejected row: line, reason, then the row's own columns. */
export const rejectFile = (path: string, columns: readonly string[]): RejectFile => {
  let stream: WriteStream | undefined
  const put = async (records: readonly (readonly Cell[])[]): Promise<void> => {
    const text = records.map(csvLine).join('')
    if (stream && !stream.write(text)) await once(stream, 'drain')
  }
  return {
    write: async (rejects) => {
      if (rejects.length === 0) return
      if (!stream) {
        stream = createWriteStream(path)
        await put([['line', 'reason', ...columns]])
      }
      await put(rejects.map(({ line, reason, cells }) => [line, reason, ...cells]))
    },
    close: async () => {
      if (!stream) return undefined
      stream.end()
      await finished(stream)
      return path
    },
  }
}
