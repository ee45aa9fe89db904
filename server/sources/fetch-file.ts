import { createWriteStream } from 'node:fs'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { dayOf } from '../../contract/core/days.ts'
import { maxSourceFile } from '../../contract/org/sources.ts'
import { Insecure, type Get, type Got } from '../platform/vendors/guarded-get.ts'
import { PrivateAddress } from '../platform/vendors/guarded-post.ts'
import { Refusal } from '../platform/refusal.ts'

/** `tag` tells this file from another of the same source; null if the server names none. */
export type FetchedFile = { path: string; tag: string | null; modified: string | null }

export type Fetching = {
  get: Get
  /** Where it is written; an interrupted file stays there, with its tag beside it. */
  path: string
  /** Of the last import. */
  knownTag: string | null
  signal: AbortSignal
  onProgress(bytes: number, size: number): void
  maxBytes?: number
}

/** A large register over a slow line. */
const withinMs = 6 * 60 * 60_000

/**
 * Undefined if the file is the one of `knownTag`. Continues an interrupted file if the server still has the same. Throws a Refusal
 * where trying again is of no use, else an Error.
 */
export const fetchFile = async (fetching: Fetching): Promise<FetchedFile | undefined> => {
  const { get, path, knownTag, onProgress, maxBytes = maxSourceFile } = fetching
  const signal = AbortSignal.any([fetching.signal, AbortSignal.timeout(withinMs)])
  const part = await partOf(path)
  const answer = await get(headersFor(part, knownTag), signal).catch(refuse)
  const { status, headers } = answer
  const tag = headers['etag'] ?? headers['last-modified'] ?? null
  if (status === 304 || (status === 200 && tag !== null && tag === knownTag)) {
    answer.drop()
    return undefined
  }
  if (
    status === 416 &&
    part !== undefined &&
    headers['content-range'] === `bytes */${part.bytes}`
  ) {
    answer.drop()
    return { path, tag: part.tag, modified: dayIn(headers) }
  }
  if (status === 416 || (status === 206 && !continues(answer, part))) {
    answer.drop()
    await removeFetched(path)
    throw new Error('The file changed while it was fetched.')
  }
  if (status !== 200 && status !== 206) {
    answer.drop()
    throw unfit(status)
  }
  const from = status === 206 && part !== undefined ? part.bytes : 0
  const length = Number(headers['content-length'] ?? 0)
  const size = from + length
  if (size > maxBytes) {
    answer.drop()
    throw tooLarge(maxBytes)
  }
  if (tag === null) await rm(tagPath(path), { force: true })
  else await writeFile(tagPath(path), tag)
  let bytes = from
  const counted = async function* (body: AsyncIterable<Uint8Array>) {
    for await (const chunk of body) {
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge(maxBytes)
      onProgress(bytes, size)
      yield chunk
    }
  }
  await pipeline(
    counted(answer.body),
    createWriteStream(path, { flags: from > 0 ? 'a' : 'w', mode: 0o600 }),
    { signal },
  )
  if (length > 0 && bytes !== size) throw new Error('The connection ended early.')
  return { path, tag, modified: dayIn(headers) }
}

const dayIn = (headers: Got['headers']): string | null => {
  const modified = Date.parse(headers['last-modified'] ?? '')
  return Number.isNaN(modified) ? null : dayOf(modified)
}

export const removeFetched = async (path: string): Promise<void> => {
  await rm(path, { force: true })
  await rm(tagPath(path), { force: true })
}

type Part = { bytes: number; tag: string }

const tagPath = (path: string): string => `${path}.tag`

const partOf = async (path: string): Promise<Part | undefined> => {
  const found = await stat(path).catch(() => undefined)
  const tag = await readFile(tagPath(path), 'utf8').catch(() => '')
  // A weak ETag does not promise the same bytes.
  if (found === undefined || found.size === 0 || tag === '' || tag.startsWith('W/'))
    return undefined
  return { bytes: found.size, tag }
}

const headersFor = (part: Part | undefined, known: string | null): Record<string, string> => {
  if (part !== undefined) return { range: `bytes=${part.bytes}-`, 'if-range': part.tag }
  if (known === null) return {}
  return isETag(known) ? { 'if-none-match': known } : { 'if-modified-since': known }
}

const isETag = (tag: string): boolean => tag.startsWith('"') || tag.startsWith('W/"')

const continues = ({ headers }: Got, part: Part | undefined): boolean =>
  part !== undefined && headers['content-range']?.startsWith(`bytes ${part.bytes}-`) === true

const unfit = (status: number): Error =>
  status >= 500 || status === 408 || status === 425 || status === 429
    ? new Error(`The address answered ${status}.`)
    : new Refusal(
        status === 404 || status === 410
          ? 'There’s no file at this address (404). Has it moved?'
          : `The address refused to give the file (${status}).`,
      )

const tooLarge = (maxBytes: number): Refusal =>
  new Refusal(`The file is larger than ${(maxBytes / 1e9).toLocaleString('en-AU')} GB.`)

const refuse = (error: unknown): never => {
  if (error instanceof PrivateAddress)
    throw new Refusal('This address leads to a private network.', { cause: error })
  if (error instanceof Insecure)
    throw new Refusal('This address leads to a page without https.', { cause: error })
  if (error instanceof Error && 'code' in error && typeof error.code === 'string')
    throw new Error(`The address can’t be reached (${error.code}).`, { cause: error })
  throw error
}
