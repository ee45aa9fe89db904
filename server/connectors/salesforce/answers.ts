import * as z from 'zod/mini'
import { Expired, Forbidden, Slow, Unavailable, Unreadable } from '../errors.ts'
import { parseJson, type HttpAnswer } from '../http.ts'

/** An error of Salesforce: of a whole call, or of a row of it. */
export type Problem = { code: string; text: string; fields: readonly string[] }

/** Salesforce refused a whole call because of its content. */
export type Refusal = { status: number; problems: readonly Problem[] }

/** A read that Salesforce refused because of its content. */
export class ReadRefused extends Unreadable {
  readonly code: string

  constructor(refusal: Refusal) {
    super(sentenceOf(refusal))
    this.code = refusal.problems[0]?.code ?? ''
  }
}

export const isDone = ({ status }: HttpAnswer): boolean => status >= 200 && status < 300

/** Undefined: not an error as Salesforce writes it, such as the page of a proxy. */
export const refusalOf = (answer: HttpAnswer): Refusal | undefined => {
  let json: unknown
  try {
    json = parseJson(answer)
  } catch {
    return undefined
  }
  const parsed = Errors.safeParse(json)
  if (!parsed.success) return undefined
  return { status: answer.status, problems: parsed.data.map(problemOf) }
}

export const sentenceOf = ({ status, problems }: Refusal): string =>
  problems.map(({ text }) => text).join('; ') || `Salesforce answered ${status}.`

/**
 * The errors that are not about what was sent: nothing was done. `at` is in ms since 1970. Undefined: the content is to blame. A 401 is
 * always the session, as is the text with which the user's own page refuses a token.
 */
export const accessError = (answer: HttpAnswer, at: number): Error | undefined => {
  const refusal = refusalOf(answer)
  if (answer.status === 401 || /^(?:Bad|Missing)_OAuth_Token/.test(answer.text))
    return new Expired(refusal ? sentenceOf(refusal) : 'The session of Salesforce ended.')
  if (!refusal) return undefined
  const codes = new Set(refusal.problems.map(({ code }) => code))
  if (codes.has('REQUEST_LIMIT_EXCEEDED')) return limitError(refusal, at)
  if (answer.status === 403 || codes.has('INVALID_TYPE')) return new Forbidden(sentenceOf(refusal))
  return undefined
}

/** Of a read, which may be repeated. */
export const readError = (answer: HttpAnswer, at: number): Error => {
  const access = accessError(answer, at)
  if (access) return access
  const refusal = refusalOf(answer)
  return refusal && answer.status < 500
    ? new ReadRefused(refusal)
    : new Unavailable(`Salesforce answered ${answer.status}.`)
}

/**
 * Leaves a fifth of the day's calls to the customer's other apps. The limit is over 24 hours that roll, so a while later there are some
 * again.
 */
export const budgetError = (answer: HttpAnswer, at: number): Slow | undefined => {
  const { used, all } = usageOf(answer)
  if (leftToday(answer) !== 0) return undefined
  const text = `Apps of this Salesforce used ${used} of ${all} calls of the last 24 hours.`
  return new Slow(text, at + hourMs, 'budget')
}

/** Of our share of the calls of 24 hours. */
export const leftToday = (answer: Pick<HttpAnswer, 'headers'>): number | null => {
  const { used, all } = usageOf(answer)
  return all === 0 ? null : Math.max(0, Math.ceil(all * ourShare) - used)
}

const usageOf = ({ headers }: Pick<HttpAnswer, 'headers'>): { used: number; all: number } => {
  const usage = /api-usage=(\d{1,12})\/(\d{1,12})/.exec(headers['sforce-limit-info'] ?? '')
  return { used: Number(usage?.[1] ?? 0), all: Number(usage?.[2] ?? 0) }
}

const ourShare = 0.8
const hourMs = 3_600_000

/** Calls at once: those that run longer than 20 s are counted. Salesforce says of neither limit when it ends. */
const concurrentMs = 20_000

const limitError = (refusal: Refusal, at: number): Slow => {
  const text = sentenceOf(refusal)
  return /concurrent/i.test(text)
    ? new Slow(text, at + concurrentMs, 'calls')
    : new Slow(text, at + hourMs, 'budget')
}

const Problems = z.object({
  errorCode: z.optional(z.string()),
  statusCode: z.optional(z.string()),
  message: z.nullish(z.string()),
  fields: z.nullish(z.array(z.string())),
})
const Errors = z.array(Problems).check(z.minLength(1))

export const ErrorShape = Problems

/** `errorCode` is of a whole call, `statusCode` of a row. */
export const problemOf = (error: z.infer<typeof Problems>): Problem => {
  const code = error.errorCode ?? error.statusCode ?? 'UNKNOWN_EXCEPTION'
  return { code, text: error.message ?? code, fields: error.fields ?? [] }
}
