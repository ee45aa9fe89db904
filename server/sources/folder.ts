import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dayOf } from '../../contract/core/days.ts'
import { Refusal } from '../platform/refusal.ts'
import type { FetchedFile } from './fetch-file.ts'

/** A file name, with at most one `*`; never a path. */
export const isFilePattern = (text: string): boolean =>
  /^[^/\\]+$/.test(text) &&
  !text.includes('\0') &&
  !text.startsWith('.') &&
  text.split('*').length <= 2

/** The newest file of that name in the sources folder; links are not followed. Throws a Refusal without any. */
export const newestIn = async (
  folder: string,
  pattern: string,
): Promise<FetchedFile & { name: string }> => {
  const [start = '', end] = pattern.split('*')
  const matches = (name: string): boolean =>
    end === undefined
      ? name === start
      : name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end)
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found = await Promise.all(
    entries
      .filter((entry) => entry.isFile() && isFilePattern(entry.name) && matches(entry.name))
      .map(async ({ name }) => ({ name, ...(await facts(join(folder, name))) })),
  )
  const [newest] = found.toSorted((a, b) => b.changed - a.changed || (a.name < b.name ? 1 : -1))
  if (newest === undefined) throw new Refusal(`There’s no file ${pattern} in the sources folder.`)
  const { name, size, changed } = newest
  return {
    path: join(folder, name),
    name,
    tag: `${name} ${size} ${changed}`,
    modified: dayOf(changed),
  }
}

const facts = async (path: string): Promise<{ size: number; changed: number }> => {
  const { size, mtimeMs } = await stat(path)
  return { size, changed: Math.round(mtimeMs) }
}
