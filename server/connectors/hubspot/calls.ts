import type * as z from 'zod/mini'
import { Expired, Forbidden, Slow, Unavailable, Uncertain, Unreadable } from '../errors.ts'
import { parseJson, type Http, type HttpAnswer, type HttpCall } from '../http.ts'
import type { Api } from '../port.ts'
import { ErrorBody } from './shapes.ts'

/** A refusal of a call's content. */
export type Refusal = { status: number; body: ErrorBody }

export type Calls = {
  /** Only reads, also by POST. Throws for every refusal except those of `allowed` statuses, which are null. */
  read: <T>(
    api: Api,
    call: { path: string; body?: object },
    schema: z.ZodMiniType<T>,
    allowed?: readonly number[],
  ) => Promise<T | null>
  /** Throws Uncertain if it may have been done. */
  write: <T>(
    api: Api,
    call: { method: 'POST' | 'PUT' | 'PATCH'; path: string; body: object },
    schema: z.ZodMiniType<T>,
  ) => Promise<{ done: T } | { refusal: Refusal }>
  /** As `read`, with HubSpot's clock: ms since 1970. */
  readWithTime: <T>(
    api: Api,
    call: { path: string; body?: object },
    schema: z.ZodMiniType<T>,
  ) => Promise<{ body: T; at: number }>
}

/** `now` is in ms since 1970; it only says how long to wait. */
export const openCalls = (now: () => number): Calls => {
  const ask = async (api: Api, path: string, body: object | undefined): Promise<HttpAnswer> => {
    const answer = await reading(api.http, {
      method: body === undefined ? 'GET' : 'POST',
      url: `${api.grant.baseUrl}${path}`,
      headers: headersOf(api, body !== undefined),
      ...(body !== undefined && { body: JSON.stringify(body), reads: true }),
    })
    if (answer.status >= 500 || answer.status === 408)
      throw new Unavailable(`HubSpot answered ${answer.status}.`)
    return answer
  }
  const accepted = <T>(answer: HttpAnswer, schema: z.ZodMiniType<T>): T => {
    if (answer.status < 300) return parse(answer, schema)
    const refusal = refusalOf(answer)
    if (!refusal) throw new Unavailable(`HubSpot answered ${answer.status} without JSON.`)
    throwIfNotContent(answer, refusal.body, now())
    throw new Unreadable(sentenceOf(refusal))
  }
  return {
    read: async (api, { path, body }, schema, allowed = []) => {
      const answer = await ask(api, path, body)
      return allowed.includes(answer.status) && refusalOf(answer) ? null : accepted(answer, schema)
    },
    readWithTime: async (api, { path, body }, schema) => {
      const answer = await ask(api, path, body)
      return { body: accepted(answer, schema), at: dateOf(answer) ?? now() }
    },
    write: async (api, { method, path, body }, schema) => {
      const answer = await api.http({
        method,
        url: `${api.grant.baseUrl}${path}`,
        headers: headersOf(api, true),
        body: JSON.stringify(body),
      })
      if (answer.status < 300) {
        try {
          return { done: parse(answer, schema) }
        } catch (cause) {
          throw new Uncertain('The answer of HubSpot does not parse.', { cause })
        }
      }
      const refusal = refusalOf(answer)
      if (!refusal || answer.status >= 500 || answer.status === 408)
        throw new Uncertain(`HubSpot answered ${answer.status}.`)
      throwIfNotContent(answer, refusal.body, now())
      return { refusal }
    },
  }
}

/** A POST that only reads may be sent again. */
export const reading = async (http: Http, call: HttpCall): Promise<HttpAnswer> => {
  try {
    return await http(call)
  } catch (cause) {
    if (cause instanceof Uncertain) throw new Unavailable(cause.message, { cause })
    throw cause
  }
}

/** Throws Unreadable. */
export const parse = <T>(answer: HttpAnswer, schema: z.ZodMiniType<T>): T => {
  const parsed = schema.safeParse(parseJson(answer))
  if (!parsed.success) throw new Unreadable(`not as expected: ${answer.text.slice(0, 200)}`)
  return parsed.data
}

/** Undefined for a page of a proxy, which says nothing about the call. */
export const refusalOf = (answer: HttpAnswer): Refusal | undefined => {
  try {
    return { status: answer.status, body: parse(answer, ErrorBody) }
  } catch {
    return undefined
  }
}

export const sentenceOf = ({ status, body }: Refusal): string =>
  body.message ?? body.error_description ?? `HubSpot answered ${status}.`

/** HubSpot sends no Retry-After with 429: the interval of the limit that was reached has to pass. */
export const throwIfSlow = ({ status, headers }: HttpAnswer, body: ErrorBody, at: number): void => {
  const message = body.message ?? `HubSpot answered ${status}.`
  if (status === 423) throw new Slow(message, at + 2_000, 'calls')
  if (status === 477)
    throw new Slow(message, at + (Number(headers['retry-after']) || 60) * 1_000, 'calls')
  if (status !== 429) return
  // Until midnight of the account, whose time zone a refusal does not say: midnights fall on full hours or halves.
  if (body.policyName === 'DAILY') throw new Slow(message, nextHalfHour(at), 'budget')
  throw new Slow(message, at + (body.policyName === 'SECONDLY' ? 1_000 : 10_000), 'calls')
}

const throwIfNotContent = (answer: HttpAnswer, body: ErrorBody, at: number): void => {
  throwIfSlow(answer, body, at)
  const message = body.message ?? `HubSpot answered ${answer.status}.`
  if (answer.status === 401) throw new Expired(message)
  if (answer.status === 403) throw new Forbidden(message, scopesOf(body))
}

const scopesOf = ({ errors = [] }: ErrorBody): readonly string[] =>
  errors.flatMap(({ context }) => context?.['requiredGranularScopes'] ?? [])

const headersOf = ({ grant }: Api, hasBody: boolean): Record<string, string> => ({
  authorization: `Bearer ${grant.accessToken}`,
  accept: 'application/json',
  ...(hasBody && { 'content-type': 'application/json' }),
})

const dateOf = ({ headers }: HttpAnswer): number | undefined => {
  const at = Date.parse(headers['date'] ?? '')
  return Number.isNaN(at) ? undefined : at
}

const halfHourMs = 30 * 60_000
const nextHalfHour = (at: number): number => (Math.floor(at / halfHourMs) + 1) * halfHourMs
