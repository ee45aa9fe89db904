import { createReadStream } from 'node:fs'
import { mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from '../platform/vendors/files.ts'
import type { Entry } from './archive.ts'

/**
 * Files of downloads, uploads and sources from their store, and what else the data folder has: keys, and the state of emulators.
 * Without the database, the search index, files under way, and the operator's own folder of sources.
 */
export async function* entriesOf(
  files: FileStore,
  dataFolder: string,
): AsyncGenerator<Entry & { content: Readable }, void, undefined> {
  for (const key of await files.list()) {
    const found = await files.read(key)
    // It may have expired since the list was read.
    if (found) yield { kind: 'file', name: key, bytes: found.bytes, content: found.content }
  }
  for (const name of await namesIn(dataFolder)) {
    // Its size is that of the opened file: an emulator may replace it meanwhile.
    const file = await open(join(dataFolder, name)).catch(() => undefined)
    if (file === undefined) continue
    const { size: bytes } = await file.stat()
    const content =
      bytes === 0 ? emptyStream(file) : createReadStream('', { fd: file, start: 0, end: bytes - 1 })
    yield { kind: 'data', name, bytes, content }
  }
}

export const writeEntry = async (
  { files, dataFolder }: { files: FileStore; dataFolder: string },
  { kind, name }: Entry,
  content: AsyncIterable<Uint8Array>,
): Promise<void> => {
  if (kind === 'file') {
    await files.write(name, content)
    return
  }
  const path = join(dataFolder, name)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'w', 0o600)
  await pipeline(content, file.createWriteStream({ flush: true }))
}

const emptyStream = (file: Awaited<ReturnType<typeof open>>): Readable =>
  createReadStream('', { fd: file, start: 0, end: 0 })

const leftOut = /^(?:database|search|imports|sources|files|backups|owner\.|\.)/

const namesIn = async (dataFolder: string): Promise<string[]> => {
  const entries = await readdir(dataFolder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      relative(dataFolder, join(parentPath, name)).replaceAll(sep, '/'),
    )
    .filter((name) => !leftOut.test(name))
    .toSorted()
}
