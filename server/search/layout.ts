import { allocate, bufferOf, type Memory } from './memory.ts'

/** In bytes; `at` is a multiple of 16. */
export type Extent = { at: number; bytes: number }
export type Extents = Readonly<Record<string, Extent>>

export type Layout<Header> = { header: Header; places: Extents; bytes: number }

/** Sizes in bytes; `spare` is scratch after the data. */
export const layOut = (
  header: object,
  sizes: Readonly<Record<string, number>>,
  spare: number,
): { memory: Memory; places: Extents } => {
  let at = 0
  const relative: Record<string, Extent> = {}
  for (const [name, bytes] of Object.entries(sizes)) {
    relative[name] = { at, bytes }
    at += rounded(bytes)
  }
  const text = Buffer.from(JSON.stringify({ header, places: relative, bytes: at }))
  const start = rounded(text.length + 4)
  const memory = allocate(start + at + spare)
  const view = Buffer.from(bufferOf(memory))
  view.writeUInt32LE(text.length, 0)
  text.copy(view, 4)
  return { memory, places: shifted(relative, start) }
}

export const readLayout = <Header>(memory: Memory): Layout<Header> => {
  const view = Buffer.from(bufferOf(memory))
  const length = view.readUInt32LE(0)
  const parsed = JSON.parse(view.toString('utf8', 4, 4 + length)) as Layout<Header>
  const start = rounded(length + 4)
  return {
    header: parsed.header,
    places: shifted(parsed.places, start),
    bytes: start + parsed.bytes,
  }
}

const rounded = (bytes: number): number => Math.ceil(bytes / 16) * 16

const shifted = (places: Extents, by: number): Record<string, Extent> =>
  Object.fromEntries(
    Object.entries(places).map(([name, extent]) => [name, { ...extent, at: extent.at + by }]),
  )
