import { createHash } from 'node:crypto'
import { constants, zstdCompressSync } from 'node:zlib'

/** The name that a built script keeps over releases: 'app' of `app-Ba8I2xL7.js`. */
export const familyOf = (file: string): string | undefined =>
  /^(?:.*\/)?([\w-]+)-[\w-]{8}\.js$/.exec(file)?.[1]

/** What the answer with a script says: the next ones of its family may be sent as what differs from it (RFC 9842, 2.1). */
export const asDictionary = (family: string): string => `match="/assets/${family}-*.js"`

/** The first bytes of a dictionary-compressed Zstandard stream, before the hash of the dictionary (RFC 9842, 5). */
const MAGIC = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0x00, 0x00, 0x00])

/** `content` as what differs from `dictionary`, in the content coding `dcz` (RFC 9842, 5). */
export const deltaOf = (content: Buffer, dictionary: Buffer): Buffer =>
  Buffer.concat([
    MAGIC,
    createHash('sha256').update(dictionary).digest(),
    zstdCompressSync(content, {
      dictionary,
      params: { [constants.ZSTD_c_compressionLevel]: 19 },
    }),
  ])

/** The file beside `file` that holds what differs from a dictionary, which is named by the hash of its content. */
export const deltaFile = (file: string, dictionary: Buffer): string =>
  besides(file, createHash('sha256').update(dictionary).digest('hex'))

/** The delta that a request for `path` could be answered with; undefined where the browser names no dictionary or cannot use one. */
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

/** Splits at a single letter and trims: a pattern with blanks around the comma takes quadratic time on a run of blanks. */
const acceptsDelta = (acceptEncoding: string): boolean =>
  acceptEncoding.split(',').some((coding) => coding.trim() === 'dcz')

const besides = (file: string, hash: string): string => `${file}.${hash}.dcz`
