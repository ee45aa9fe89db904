import type * as FileSystem from 'node:fs'
import { appendFileSync } from 'node:fs'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { relative } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import type { FileCall } from './disk.ts'

// Imported before a process's own code (--import): appends to the file POWER_TRACE what its threads do to the files of
// POWER_FOLDER.

type Files = typeof FileSystem

const folder = process.env['POWER_FOLDER'] ?? ''
const trace = process.env['POWER_TRACE'] ?? ''
const files: Files = createRequire(import.meta.url)('node:fs')
const original = { ...files }
const opened = new Set<number>()

const note = (call: FileCall): void => appendFileSync(trace, `${JSON.stringify(call)}\n`)
const noteOpen = (fd: number, call: FileCall): void => {
  if (opened.has(fd)) note(call)
}
const noteAt = (path: unknown, call: (path: string) => FileCall): void => {
  const name = typeof path === 'string' ? relative(folder, path) : '..'
  if (!name.startsWith('..')) note(call(name))
}

// The database calls no other functions that change files.
const recorded = {
  openSync: (...args: Parameters<Files['openSync']>): number => {
    const fd = original.openSync(...args)
    const flags = typeof args[1] === 'number' ? args[1] : 0
    noteAt(args[0], (path) => {
      opened.add(fd)
      return { call: 'open', fd, path, flags }
    })
    return fd
  },
  closeSync: (fd: number): void => {
    noteOpen(fd, { call: 'close', fd })
    opened.delete(fd)
    original.closeSync(fd)
  },
  writeSync: (fd: number, data: Uint8Array, from: number, length: number, at: number): number => {
    const written = original.writeSync(fd, data, from, length, at)
    const bytes = Buffer.from(data.buffer, data.byteOffset + from, written)
    noteOpen(fd, { call: 'write', fd, at, data: bytes.toString('base64') })
    return written
  },
  fsyncSync: (fd: number): void => {
    original.fsyncSync(fd)
    noteOpen(fd, { call: 'fsync', fd })
  },
  ftruncateSync: (fd: number, size: number): void => {
    original.ftruncateSync(fd, size)
    noteOpen(fd, { call: 'resizeOpen', fd, size })
  },
  truncateSync: (at: string, size: number): void => {
    original.truncateSync(at, size)
    noteAt(at, (path) => ({ call: 'resize', path, size }))
  },
  writeFileSync: (...args: Parameters<Files['writeFileSync']>): void => {
    original.writeFileSync(...args)
    noteAt(args[0], (path) => ({ call: 'create', path }))
  },
  mkdirSync: (...args: Parameters<Files['mkdirSync']>): void => {
    original.mkdirSync(...args)
    noteAt(args[0], (path) => ({ call: 'mkdir', path }))
  },
  rmdirSync: (at: string): void => {
    original.rmdirSync(at)
    noteAt(at, (path) => ({ call: 'rmdir', path }))
  },
  unlinkSync: (at: string): void => {
    original.unlinkSync(at)
    noteAt(at, (path) => ({ call: 'unlink', path }))
  },
  renameSync: (from: string, to: string): void => {
    original.renameSync(from, to)
    noteAt(from, (path) => ({ call: 'rename', path, to: relative(folder, to) }))
  },
}

if (!isMainThread) {
  Object.assign(files, recorded)
  // Named imports too.
  syncBuiltinESMExports()
}
