import { ApiProblem } from './api-errors.ts'

/** For a request among others: its refusal leaves them as they are, a failure that may pass ends them all. */
export const nullIfRefused = (error: unknown): null => {
  if (error instanceof ApiProblem && error.status < 500 && error.status !== 429) return null
  throw error
}
