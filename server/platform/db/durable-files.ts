import { closeSync, fstatSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** Opens the embedded database; a commit is answered once it is on the disk. */
export const openDurably = async (
  folder: string,
  options: Pick<PGliteOptions, 'parsers'>,
): Promise<PGlite> => {
  const db = await PGlite.create({
    ...options,
    fs: new DurableFiles(folder),
    startParams: [
      // PGlite turns fsync off, and answers fdatasync without doing it.
      ...PGlite.defaultStartParams.filter((each) => each !== '-F'),
      '-c',
      'wal_sync_method=fsync',
    ],
  })
  // A new database, and what a release without fsync has left.
  syncTree(folder)
  return db
}

/** PGlite's files have no `fsync` of their own: PostgreSQL's calls would do nothing. */
class DurableFiles extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const { preRun = [] } = emscriptenOpts
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...preRun, ({ NODEFS }) => void Object.assign(operationsOf(NODEFS), { fsync })],
      },
    }
  }
}

const operationsOf = (files: object): object => {
  const operations: unknown = Reflect.get(files, 'stream_ops')
  if (typeof operations === 'object' && operations !== null) return operations
  throw new Error('The files of this PGlite cannot be made to reach the disk.')
}

/** In the numbers of WebAssembly. PostgreSQL ignores that a system cannot sync folders (28), and stops at a lost write (29). */
const fsync = ({ nfd }: { nfd: number }): 0 | 28 | 29 => {
  try {
    fsyncSync(nfd)
    return 0
  } catch {
    return fstatSync(nfd).isDirectory() ? 28 : 29
  }
}

const syncTree = (path: string): void => {
  const entries = readdirSync(path, { withFileTypes: true })
  for (const entry of entries)
    if (entry.isDirectory()) syncTree(join(path, entry.name))
    else syncFile(join(path, entry.name))
  // Windows has no such call for folders.
  if (process.platform !== 'win32') syncFile(path)
}

const syncFile = (path: string): void => {
  const file = openSync(path, process.platform === 'win32' ? 'r+' : 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
