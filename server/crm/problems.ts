import {
  BatchRefused,
  ClientRefused,
  CrmError,
  Forbidden,
  Revoked,
  SignInRefused,
  Slow,
} from '../connectors/errors.ts'
import { ProblemError } from '../platform/http/problem-error.ts'

/** What a call answers for an error of a connector; other errors as they are. `label` names the CRM. */
export const problemOfCrm = (error: unknown, label: string, now: number): unknown => {
  if (!(error instanceof CrmError)) return error
  const cause = error
  if (error instanceof Slow) {
    const seconds = Math.max(1, Math.ceil((error.until - now) / 1000))
    return new ProblemError(
      'crm-unavailable',
      `${label} asked us to slow down. Try again in ${formatWait(seconds)}.`,
      { cause, retryAfterSeconds: seconds },
    )
  }
  if (error instanceof Revoked) return signInAgain(label, cause)
  if (error instanceof SignInRefused || error instanceof Forbidden || error instanceof BatchRefused)
    return new ProblemError('crm-refused', `${label} refused: ${sentence(error.message)}`, {
      cause,
    })
  if (error instanceof ClientRefused)
    return new ProblemError(
      'crm-refused',
      `${label} doesn’t accept Fieldbook’s client id or secret. Ask the person who runs Fieldbook for you.`,
      { cause },
    )
  return new ProblemError('crm-unavailable', `${label} isn’t answering. Try again in a minute.`, {
    cause,
    retryAfterSeconds: 60,
  })
}

export const signInAgain = (label: string, cause?: unknown): ProblemError =>
  new ProblemError('crm-away', askToSignIn(label), { cause })

export const askToSignIn = (label: string): string => `${label} asks an admin to sign in again.`

const sentence = (text: string): string => {
  const short = text.slice(0, 300).trim()
  return /[.!?]$/.test(short) ? short : `${short}.`
}

export const formatWait = (seconds: number): string => {
  if (seconds < 90) return seconds === 1 ? 'a second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}
