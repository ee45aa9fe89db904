import { createHash } from 'node:crypto'

/** A short name of a content, for an ETag: the same for the same content only. */
export const fingerprint = (content: string): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 27)
