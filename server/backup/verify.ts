import type { FileStore } from '../platform/vendors/files.ts'
import { Refusal } from '../platform/refusal.ts'
import { unpackEntries } from './archive.ts'
import type { BackupKey } from './encryption.ts'
import { filesPart, type Manifest } from './manifest.ts'
import { readPart } from './parts.ts'
import { tallyRows, wholeRows } from './tally.ts'

/** Reads every part again and counts its rows and files. Throws a Refusal where it is not what was written. */
export const verifyParts = async (
  store: FileStore,
  { id, tables, files }: Manifest,
  key: BackupKey | null,
  onProgress: (step: string) => void,
): Promise<void> => {
  for (const [n, { name, part, rows, sum }] of tables.entries()) {
    onProgress(`Verifying: ${name}, table ${n + 1} of ${tables.length}`)
    const tally = tallyRows()
    const blocks = wholeRows(readPart({ store, id, key, name }, part), tally)
    for await (const block of blocks) void block
    const found = tally.end()
    if (found.rows !== rows || found.sum !== sum)
      throw new Refusal(`The table ${name} of the backup ${id} is damaged.`)
  }
  onProgress('Verifying files')
  const content = readPart({ store, id, key, name: filesPart }, files.part)
  const count = await unpackEntries(content, async (_, bytes) => {
    for await (const piece of bytes) void piece
  })
  if (count !== files.count) throw new Refusal(`The files of the backup ${id} are damaged.`)
}
