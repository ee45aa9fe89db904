import { Refusal } from '../../server/platform/refusal.ts'

/** One sentence if the user can act on the error, else the whole error. */
export const sentenceFor = (error: unknown): string => {
  if (error instanceof Refusal) return error.message
  if (!(error instanceof Error)) return String(error)
  const code = codeOf(error)
  const sentence = code === undefined ? undefined : sentences[code]
  return sentence ?? error.stack ?? error.message
}

const sentences: Record<string, string> = {
  ECONNREFUSED: 'No PostgreSQL server answers at DATABASE_URL: start it or fix the address.',
  ENOTFOUND: 'The host of DATABASE_URL doesn’t exist. Fix the address.',
  EAI_AGAIN: 'The host of DATABASE_URL couldn’t be found. Fix the address.',
  ETIMEDOUT: 'No PostgreSQL server answers at DATABASE_URL: start it or fix the address.',
  '28P01': 'The PostgreSQL server refuses the user or password of DATABASE_URL.',
  '28000': 'The PostgreSQL server refuses the user of DATABASE_URL.',
  '3D000': 'The database of DATABASE_URL doesn’t exist. Create it or fix the address.',
  ENOSPC: 'The disk is full. Free some space and start again.',
  '53100': 'The database’s disk is full. Free some space and start again.',
}

const codeOf = (error: Error): string | undefined => {
  if ('code' in error && typeof error.code === 'string') return error.code
  // node-postgres sets no code on a connection timeout.
  if (/^(?:timeout expired|Connection terminated due to connection timeout)$/.test(error.message))
    return 'ETIMEDOUT'
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause
  return inner instanceof Error ? codeOf(inner) : undefined
}
