import {
  constants,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import type { Chance } from '../chance.ts'

/** What a process did to the files of its folder, in order. `ack`: what its caller relies on from then on. */
export type FileCall =
  | { call: 'open'; fd: number; path: string; flags: number }
  | { call: 'write'; fd: number; at: number; data: string }
  | { call: 'resize'; path: string; size: number }
  | { call: 'resizeOpen'; fd: number; size: number }
  | { call: 'fsync' | 'close'; fd: number }
  | { call: 'create' | 'unlink' | 'mkdir' | 'rmdir'; path: string }
  | { call: 'rename'; path: string; to: string }
  | { call: 'ack'; n: number }

export type Disk = {
  apply(call: FileCall): void
  /** Writes the folder as the disk has it when the power fails now. */
  cutPower(to: string, chance: Chance): void
}

/**
 * The disk below `base`. It stores writes to a file at that file's `fsync`; of later ones a cut loses any 512 bytes. Names are
 * journalled, as ext4, XFS and NTFS do it: any `fsync` stores all changes of names, and a cut loses those after a moment since.
 */
export const openDisk = (base: string, { ignoresFsync = false } = {}): Disk => {
  const stored: Names = readNames(base)
  const names: Names = new Map(stored)
  const journal: NameChange[] = []
  const opened = new Map<number, File>()

  const change = (each: NameChange): void => {
    each(names)
    journal.push(each)
  }
  const create = (path: string): File => {
    const file: File = { content: Buffer.alloc(0), unsynced: [] }
    change((all) => all.set(path, file))
    return file
  }
  const fileAt = (path: string): File => {
    const known = names.get(path)
    return known === undefined || known === 'folder' ? create(path) : known
  }
  const fsync = (file: File | undefined): void => {
    if (ignoresFsync) return
    for (const each of journal.splice(0)) each(stored)
    if (file === undefined || file.unsynced.length === 0) return
    file.content = changed(contentOf(file), file.unsynced)
    file.unsynced = []
  }

  return {
    apply: (call) => {
      switch (call.call) {
        case 'open': {
          if (names.get(call.path) === 'folder') return
          const file = fileAt(call.path)
          if (call.flags & constants.O_TRUNC) file.unsynced.push({ size: 0 })
          opened.set(call.fd, file)
          return
        }
        case 'write':
          opened
            .get(call.fd)
            ?.unsynced.push({ at: call.at, data: Buffer.from(call.data, 'base64') })
          return
        case 'resizeOpen':
          opened.get(call.fd)?.unsynced.push({ size: call.size })
          return
        case 'resize':
          fileAt(call.path).unsynced.push({ size: call.size })
          return
        case 'fsync':
          fsync(opened.get(call.fd))
          return
        case 'close':
          opened.delete(call.fd)
          return
        case 'create':
          create(call.path)
          return
        case 'mkdir':
          change((all) => all.set(call.path, 'folder'))
          return
        case 'unlink':
        case 'rmdir':
          change((all) => all.delete(call.path))
          return
        case 'rename':
          change((all) => {
            const moved = all.get(call.path)
            all.delete(call.path)
            if (moved !== undefined) all.set(call.to, moved)
          })
          return
        case 'ack':
      }
    },
    cutPower: (to, chance) => {
      const left: Names = new Map(stored)
      for (const each of journal.slice(0, chance.whole(journal.length + 1))) each(left)
      const share = chance.next()
      for (const [path, entry] of [...left].toSorted(([a], [b]) => (a < b ? -1 : 1)))
        if (entry === 'folder') mkdirSync(join(to, path), { recursive: true })
        else if (typeof entry.content === 'string' && entry.unsynced.length === 0)
          copyFileSync(entry.content, join(to, path))
        else
          writeFileSync(
            join(to, path),
            changed(contentOf(entry), someOf(entry.unsynced, share, chance)),
          )
    },
  }
}

type Change = { at: number; data: Buffer } | { size: number }
/** The content is a path of the base until it changes. */
type File = { content: Buffer | string; unsynced: Change[] }
type Names = Map<string, File | 'folder'>
type NameChange = (names: Names) => void

const sector = 512

const readNames = (base: string): Names =>
  new Map([
    ['', 'folder'],
    ...readdirSync(base, { recursive: true, withFileTypes: true }).map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const found = entry.isDirectory() ? ('folder' as const) : { content: path, unsynced: [] }
      return [relative(base, path), found] as const
    }),
  ])

const contentOf = ({ content }: File): Buffer =>
  typeof content === 'string' ? readFileSync(content) : content

const changed = (before: Buffer, changes: readonly Change[]): Buffer => {
  let now = Buffer.from(before)
  const resize = (size: number): void => {
    now = size <= now.length ? now.subarray(0, size) : Buffer.concat([now], size)
  }
  for (const change of changes) {
    if ('size' in change) resize(change.size)
    else {
      if (change.at + change.data.length > now.length) resize(change.at + change.data.length)
      change.data.copy(now, change.at)
    }
  }
  return now
}

/** Any sectors, in the order of their writes. */
const someOf = (changes: readonly Change[], share: number, chance: Chance): Change[] =>
  changes.flatMap((change) => {
    if ('size' in change) return chance.is(share) ? [change] : []
    const surviving: Change[] = []
    for (let from = 0; from < change.data.length; from += sector)
      if (chance.is(share))
        surviving.push({ at: change.at + from, data: change.data.subarray(from, from + sector) })
    return surviving
  })
