import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** Where files are kept: by keys of our own making, such as `org_1/0190-2.csv`. */
export type FileStore = {
  /** Keeps a file under a key, whole or not at all; resolves to its size in bytes. What stood there before is replaced. */
  write(key: string, content: AsyncIterable<Uint8Array | string>): Promise<number>
  /** Undefined where there is no such file. */
  read(key: string): Promise<{ content: Readable; bytes: number } | undefined>
  /** Does nothing where there is no such file. */
  remove(key: string): Promise<void>
}

/** Files in a folder of this machine. */
export const folderFiles = (folder: string): FileStore => {
  const at = (key: string): string => join(folder, checked(key))
  return {
    write: async (key, content) => {
      const draft = await spooled(folder, content)
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

/** A file on disk that nobody knows yet: whoever made it renames or removes it. */
export type Draft = { path: string; bytes: number; sha256: string }

/** Writes content to a draft in the folder, a piece at a time; a draft that cannot be finished is removed. */
export const spooled = async (
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

/** Takes away drafts that a process left behind when it was killed; call it while nothing is being written. */
export const removeDrafts = async (folder: string): Promise<void> => {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((each) => each.startsWith(draftPrefix)))
    await rm(join(folder, name), { force: true })
}

const draftPrefix = '.draft-'

/** Keys are made by us of ids; one that is none of ours reaches no path and no address. */
export const checked = (key: string): string => {
  if (!/^[\w-]+(\/[\w-]+(\.[\w-]+)?)+$/.test(key)) throw new Error(`${key} is no key of a file`)
  return key
}
