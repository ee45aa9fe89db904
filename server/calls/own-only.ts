import { notFound } from '../platform/http/problem-error.ts'

/** Throws `not-found` for an organisation that is not the session's. */
export const ownOnly = (requested: string, own: string): void => {
  if (requested !== own) throw notFound()
}
