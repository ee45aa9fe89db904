import { createHash } from 'node:crypto'
import { constants, zstdCompressSync } from 'node:zlib'

/** Stable over releases: 'app' of `app-Ba8I2xL7.js`. */
export const familyOf = (file: string): string | undefined =>
  /^(?:.*\/)?([\w-]+)-[\w-]{8}\.js$/.exec(file)?.[1]

export const asDictionary = (family: string): string => `match="/assets/${family}-*.js"`

/** RFC 9842, 5. */
const MAGIC = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0x00, 0x00, 0x00])

/** In the content coding `dcz` (RFC 9842, 5). */
export const deltaOf = (content: Buffer, dictionary: Buffer): Buffer =>
  Buffer.concat([
    MAGIC,
    createHash('sha256').update(dictionary).digest(),
    zstdCompressSync(content, {
      dictionary,
      params: { [constants.ZSTD_c_compressionLevel]: 19 },
    }),
  ])

/** Named by the dictionary's hash. */
export const deltaFile = (file: string, dictionary: Buffer): string =>
  besides(file, createHash('sha256').update(dictionary).digest('hex'))

/** Undefined if the browser names no dictionary or does not support it. */
export const deltaWanted = (
  path: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | undefined => {
  const file = /^\/(assets\/[\w-]+\.js)$/.exec(path)?.[1]
  if (file === undefined) return undefined
  const hash = /^:([A-Za-z0-9+/]{43}=):$/.exec(String(headers['available-dictionary'] ?? ''))?.[1]
  if (hash === undefined || !acceptsDelta(String(headers['accept-encoding'] ?? '')))
    return undefined
  return besides(file, Buffer.from(hash, 'base64').toString('hex'))
}

/** Splits at a single letter and trims: a pattern with optional spaces takes quadratic time on long runs of spaces. */
const acceptsDelta = (acceptEncoding: string): boolean =>
  acceptEncoding.split(',').some((coding) => coding.trim() === 'dcz')

const besides = (file: string, hash: string): string => `${file}.${hash}.dcz`
