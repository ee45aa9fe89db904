import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { resolve } from 'node:path'
import { Refusal } from '../refusal.ts'
import { fingerprint } from './etag.ts'

/** Another file has another address, so each may be cached for good. */
export type BaseMap = { path: string; address: string; bytes: number }

/** The operator's own map, as PMTiles of version 3. Throws a Refusal for any other file. */
export const openBaseMap = (file: string): BaseMap => {
  const path = resolve(file)
  const { bytes, start } = readStart(path)
  if (!start.startsWith('PMTiles\u0003'))
    throw new Refusal(`BASE_MAP_FILE ${path} is not a PMTiles file of version 3.`)
  return { path, bytes, address: `/map/${fingerprint(`${bytes} ${start}`)}.pmtiles` }
}

/** What the format puts first: its header and its root directory. The same on each machine, unlike the file's time. */
const startBytes = 16_384

const readStart = (path: string): { bytes: number; start: string } => {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    const buffer = Buffer.alloc(startBytes)
    const length = readSync(file, buffer, 0, startBytes, 0)
    return { bytes: fstatSync(file).size, start: buffer.toString('latin1', 0, length) }
  } catch {
    throw new Refusal(`BASE_MAP_FILE ${path} can’t be read.`)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
