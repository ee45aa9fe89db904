import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'

/** By keys that we generate, such as `org_1/0190-2.csv`. */
export type FileStore = {
  /** Atomic, replaces an earlier file; resolves to its size in bytes. */
  write(key: string, content: AsyncIterable<Uint8Array | string>): Promise<number>
  read(key: string): Promise<{ content: Readable; bytes: number } | undefined>
  remove(key: string): Promise<void>
  /** The keys under a folder, or all. */
  list(folder?: string): Promise<string[]>
}

export const folderFiles = (folder: string): FileStore => {
  const at = (key: string): string => join(folder, checkKey(key))
  return {
    write: async (key, content) => {
      const draft = await writeDraft(folder, content)
      try {
        await mkdir(dirname(at(key)), { recursive: true, mode: 0o700 })
        await rename(draft.path, at(key))
        return draft.bytes
      } finally {
        await rm(draft.path, { force: true })
      }
    },
    read: async (key) => {
      const found = await stat(at(key)).catch(() => undefined)
      return found && { content: createReadStream(at(key)), bytes: found.size }
    },
    remove: (key) => rm(at(key), { force: true }),
    list: async (under = '') => {
      const entries = await readdir(join(folder, under), { recursive: true, withFileTypes: true })
        // It is created with its first file.
        .catch(() => [])
      return entries
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) =>
          relative(folder, join(parentPath, name)).replaceAll(sep, '/'),
        )
        .filter(isKey)
        .toSorted()
    },
  }
}

/** Its creator renames or removes it. */
export type Draft = { path: string; bytes: number; sha256: string }

export const writeDraft = async (
  folder: string,
  content: AsyncIterable<Uint8Array | string>,
): Promise<Draft> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${draftPrefix}${randomUUID()}`)
  const digest = createHash('sha256')
  let bytes = 0
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      for await (const piece of content) {
        const written = typeof piece === 'string' ? Buffer.from(piece) : piece
        digest.update(written)
        bytes += written.byteLength
        await file.write(written)
      }
      await file.sync()
    } finally {
      await file.close()
    }
    return { path, bytes, sha256: digest.digest('hex') }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** Call it while nothing is being written. */
export const removeDrafts = async (folder: string): Promise<void> => {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((each) => each.startsWith(draftPrefix)))
    await rm(join(folder, name), { force: true })
}

const draftPrefix = '.draft-'

/** No foreign key may reach a path or an address. */
export const checkKey = (key: string): string => {
  if (!isKey(key)) throw new Error(`${key} is not a file key`)
  return key
}

export const isKey = (key: string): boolean => /^[\w-]+(\/[\w-]+(\.[\w-]+)?)+$/.test(key)
