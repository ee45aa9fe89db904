import { createHash } from 'node:crypto'

export const fingerprint = (content: string): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 27)
