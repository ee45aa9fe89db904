import { Refusal } from '../../server/platform/refusal.ts'

/** What to print for an error at the start: a sentence where the person at the terminal can do something about it, else the whole of it. */
export const sentenceFor = (error: unknown): string => {
  if (error instanceof Refusal) return error.message
  if (!(error instanceof Error)) return String(error)
  const code = codeOf(error)
  const sentence = code === undefined ? undefined : sentences[code]
  return sentence ?? error.stack ?? error.message
}

const sentences: Record<string, string> = {
  ECONNREFUSED: 'No PostgreSQL server answers at DATABASE_URL: start it, or correct the address.',
  ENOTFOUND: 'The host of DATABASE_URL does not exist: correct the address.',
  EAI_AGAIN: 'The host of DATABASE_URL could not be looked up: correct the address.',
  ETIMEDOUT: 'No PostgreSQL server answers at DATABASE_URL: start it, or correct the address.',
  '28P01': 'The PostgreSQL server refuses the user or password of DATABASE_URL.',
  '28000': 'The PostgreSQL server refuses the user of DATABASE_URL.',
  '3D000': 'The database of DATABASE_URL does not exist: create it, or correct the address.',
  ENOSPC: 'The disk is full: make room and start again.',
  '53100': 'The disk of the database is full: make room and start again.',
}

/** The code of an error, or of the first that it gathers or was caused by. */
const codeOf = (error: Error): string | undefined => {
  if ('code' in error && typeof error.code === 'string') return error.code
  // node-postgres gives no code to a connection that took too long.
  if (/^(?:timeout expired|Connection terminated due to connection timeout)$/.test(error.message))
    return 'ETIMEDOUT'
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause
  return inner instanceof Error ? codeOf(inner) : undefined
}
