import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Refusal } from '../platform/refusal.ts'
import { asUtf8, encodingOf, type Encoding } from './encoding.ts'
import type { Head } from './importer.ts'
import { dayOf } from '../../contract/core/days.ts'

export type TextFile = {
  head: Head
  size: number
  encoding: Encoding
  tail: string
  /** As UTF-8; calls `onRead` with the number of bytes read. */
  bytes(onRead?: (bytes: number) => void): AsyncIterable<Uint8Array>
}

const headLength = 65_536
const tailLength = 4096

/** Detects the encoding in one pass; throws a Refusal for an absent, empty or binary file. */
export const openFile = async (
  path: string,
  overrides: { name?: string; modified?: string } = {},
): Promise<TextFile> => {
  const found = await stat(path).catch((error: unknown) => {
    throw new Refusal(`Can’t read the file ${path}. Is the path right?`, { cause: error })
  })
  if (found.isDirectory()) throw new Refusal(`${path} is a folder, not a file.`)
  if (found.size === 0) throw new Refusal('This file is empty.')
  const encoding = await encodingOf(chunks(path))
  const name = overrides.name ?? basename(path)
  const modified = overrides.modified ?? dayOf(found.mtime)
  const text = await piece(path, 0, headLength, encoding)
  if (text.trim() === '') throw new Refusal('This file is empty.')
  return {
    head: { text, name, modified },
    size: found.size,
    encoding,
    tail: await piece(path, Math.max(0, found.size - tailLength), tailLength, encoding),
    bytes: (onRead) => asUtf8(chunks(path, onRead), encoding),
  }
}

async function* chunks(
  path: string,
  onRead?: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let read = 0
  const stream: AsyncIterable<Uint8Array> = createReadStream(path, { highWaterMark: 262_144 })
  for await (const chunk of stream) {
    read += chunk.length
    onRead?.(read)
    yield chunk
  }
}

const piece = async (
  path: string,
  from: number,
  length: number,
  encoding: Encoding,
): Promise<string> => {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from)
    return new TextDecoder(encoding).decode(buffer.subarray(0, bytesRead), { stream: true })
  } finally {
    await handle.close()
  }
}
