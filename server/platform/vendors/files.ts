import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** Stores files by keys that we generate, such as `org_1/0190-2.csv`. */
export type FileStore = {
  /** Writes a file atomically, replacing an earlier one; resolves to its size in bytes. */
  write(key: string, content: AsyncIterable<Uint8Array | string>): Promise<number>
  read(key: string): Promise<{ content: Readable; bytes: number } | undefined>
  remove(key: string): Promise<void>
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
  }
}

/** An unpublished file on disk; its creator renames or removes it. */
export type Draft = { path: string; bytes: number; sha256: string }

/** Streams content to a draft in the folder; a failed draft is removed. */
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

/** Removes drafts of a killed process; call it while nothing is being written. */
export const removeDrafts = async (folder: string): Promise<void> => {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((each) => each.startsWith(draftPrefix)))
    await rm(join(folder, name), { force: true })
}

const draftPrefix = '.draft-'

/** Rejects foreign keys, so that none reaches a path or an address. */
export const checkKey = (key: string): string => {
  if (!/^[\w-]+(\/[\w-]+(\.[\w-]+)?)+$/.test(key)) throw new Error(`${key} is not a file key`)
  return key
}
