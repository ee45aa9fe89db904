import * as z from 'zod/mini'
import { dayMs } from '../../../contract/core/days.ts'
import { Expired, Forbidden, Slow, Unavailable, Uncertain, Unreadable } from '../errors.ts'
import { parseJson, type HttpAnswer } from '../http.ts'
import type { Api } from '../port.ts'

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>

/** A record that Pipedrive does not have, or content that it refuses. */
export type Refusal = { status: number; code: string; text: string }

export type Sent = { data: unknown } | { refusal: Refusal }

export type Calls = {
  /** `path` begins with the API's version. Null for what Pipedrive does not have. Throws Unavailable for what may be repeated. */
  get(api: Api, path: string, query?: Query): Promise<unknown>
  /** Throws Uncertain if the call may have been done. */
  send(api: Api, method: 'POST' | 'PUT' | 'PATCH', path: string, body: object): Promise<Sent>
}

export const openCalls = (now: () => number): Calls => ({
  get: async (api, path, query = {}) => {
    const answer = await api.http({
      method: 'GET',
      url: `${urlOf(api, path)}${searchOf(query)}`,
      headers: headersOf(api),
    })
    if (isDone(answer)) return parseJson(answer)
    const refusal = refusalOf(answer)
    const error = accessError(answer, refusal, now())
    if (error) throw error
    if (refusal && (answer.status === 404 || answer.status === 410)) return null
    if (answer.status >= 500 || answer.status === 408)
      throw new Unavailable(`Pipedrive answered ${answer.status}.`)
    throw new Unreadable(refusal?.text ?? `Pipedrive answered ${answer.status}.`)
  },
  send: async (api, method, path, body) => {
    const answer = await api.http({
      method,
      url: urlOf(api, path),
      headers: { ...headersOf(api), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (isDone(answer)) return { data: parseSent(answer) }
    const refusal = refusalOf(answer)
    const error = accessError(answer, refusal, now())
    if (error) throw error
    if (!refusal || answer.status >= 500 || answer.status === 408)
      throw new Uncertain(`Pipedrive answered ${answer.status}.`)
    return { refusal }
  },
})

/** Undefined: some page of a proxy. */
export const readJson = (answer: HttpAnswer): unknown => {
  try {
    return parseJson(answer)
  } catch {
    return undefined
  }
}

/** Of the daily tokens. */
export const leftToday = ({ headers }: Pick<HttpAnswer, 'headers'>): number | null => {
  const left = headers['x-daily-ratelimit-token-remaining']?.trim() ?? ''
  return /^\d{1,12}$/.test(left) ? Number(left) : null
}

/**
 * The daily tokens begin again at the data centre's midnight, which we take to be in UTC. A little later, because a refusal before it, by a
 * clock that is behind ours, would cost another day.
 */
export const nextTokens = (at: number): number => (Math.floor(at / dayMs) + 1) * dayMs + skewMs

/** Between our clock and Pipedrive's, at most. */
export const skewMs = 600_000

const windowMs = 2_000
/** A proxy answers with a page of HTML after too many ignored refusals. */
const proxyPauseMs = 600_000

const urlOf = ({ grant }: Api, path: string): string =>
  `${grant.baseUrl.replace(/\/$/, '')}/api/${path}`

const headersOf = ({ grant }: Api) => ({
  authorization: `Bearer ${grant.accessToken}`,
  accept: 'application/json',
})

const searchOf = (query: Query): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== null && value !== undefined) search.set(name, String(value))
  return search.size === 0 ? '' : `?${search.toString()}`
}

const isDone = ({ status }: HttpAnswer): boolean => status >= 200 && status < 300

/** It was done, so an answer that does not parse is no refusal. */
const parseSent = (answer: HttpAnswer): unknown => {
  try {
    return parseJson(answer)
  } catch (cause) {
    throw new Uncertain('The answer of Pipedrive does not parse.', { cause })
  }
}

const Refused = z.object({
  error: z.nullish(z.string()),
  error_info: z.nullish(z.string()),
  message: z.nullish(z.string()),
  code: z.nullish(z.union([z.string(), z.number()])),
})

const refusalOf = (answer: HttpAnswer): Refusal | undefined => {
  const parsed = Refused.safeParse(readJson(answer))
  if (!parsed.success) return undefined
  const { error, error_info: info, message, code } = parsed.data
  const details = info && !/^please check developers/i.test(info) ? info : undefined
  const text = [error ?? message, details].filter(Boolean).join(': ')
  return {
    status: answer.status,
    code: String(code ?? answer.status),
    text: text || `Pipedrive answered ${answer.status}.`,
  }
}

const accessError = (
  answer: HttpAnswer,
  refusal: Refusal | undefined,
  at: number,
): Error | undefined => {
  const { status } = answer
  const text = refusal?.text ?? `Pipedrive answered ${status}.`
  if (status === 429) return slow(answer, text, at)
  if (status === 403 && !refusal) return new Slow(text, at + proxyPauseMs, 'calls')
  if (status === 401 && refusal) return new Expired(text)
  if (status === 402) return new Forbidden(`The Pipedrive account is not paid for: ${text}`)
  return status === 403 ? new Forbidden(text) : undefined
}

/** Only the header of the daily tokens tells the two limits apart. */
const slow = ({ headers }: HttpAnswer, text: string, at: number): Slow => {
  if (leftToday({ headers }) === 0 || /daily/i.test(text))
    return new Slow(text, nextTokens(at), 'budget')
  const seconds = Number(headers['x-ratelimit-reset'] ?? 0)
  return new Slow(text, at + Math.max(windowMs, (seconds || 0) * 1000), 'calls')
}
