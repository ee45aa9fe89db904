import * as z from 'zod/mini'
import { Expired, Forbidden, Slow, Unavailable, Uncertain, Unreadable } from '../errors.ts'
import { parseJson, type HttpAnswer } from '../http.ts'
import type { Api } from '../port.ts'

/** A record's content that Salesloft refuses, or a record that it does not have. */
export type Refusal = {
  status: number
  /** Field or parameter, and what is wrong with it. */
  errors: readonly { field: string | undefined; text: string }[]
}

export type Sent = { data: unknown } | { refusal: Refusal }

export type Calls = {
  /** Throws Unreadable for what does not parse, Unavailable for what may be repeated. */
  get(api: Api, path: string, query?: Query): Promise<unknown>
  /** Throws Uncertain if the call may have been done. */
  send(api: Api, method: 'POST' | 'PUT', path: string, body: object): Promise<Sent>
}

export type Query = readonly (readonly [name: string, value: string])[]

export const openCalls = (now: () => number): Calls => ({
  get: async (api, path, query = []) => {
    const answer = await api.http({
      method: 'GET',
      url: `${api.grant.baseUrl}${path}${searchOf(query)}`,
      headers: headersOf(api),
    })
    if (isDone(answer)) return parseJson(answer)
    const refusal = refusalOf(answer)
    if (!refusal || answer.status >= 500)
      throw answer.status === 429
        ? slow(answer, now())
        : new Unavailable(`Salesloft answered ${answer.status}.`)
    throw accessError(answer, refusal, now()) ?? new Unreadable(sentence(answer, refusal))
  },
  send: async (api, method, path, body) => {
    const answer = await api.http({
      method,
      url: `${api.grant.baseUrl}${path}`,
      headers: { ...headersOf(api), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (isDone(answer)) return { data: parseSent(answer) }
    const refusal = refusalOf(answer)
    if (answer.status === 429) throw slow(answer, now())
    if (!refusal || answer.status >= 500 || answer.status === 408)
      throw new Uncertain(`Salesloft answered ${answer.status}.`)
    const error = accessError(answer, refusal, now())
    if (error) throw error
    return { refusal }
  },
})

/** Salesloft counts calls by the minute and does not say when the next one begins; ms since 1970. */
export const nextMinute = (at: number): number => (Math.floor(at / 60_000) + 1) * 60_000

const searchOf = (query: Query): string => {
  const search = new URLSearchParams()
  for (const [name, value] of query) search.append(name, value)
  return query.length ? `?${search.toString()}` : ''
}

const headersOf = ({ grant }: Api) => ({
  authorization: `Bearer ${grant.accessToken}`,
  accept: 'application/json',
})

const isDone = ({ status }: HttpAnswer): boolean => status >= 200 && status < 300

/** It was done, so an answer that does not parse is no refusal. */
const parseSent = (answer: HttpAnswer): unknown => {
  try {
    return parseJson(answer)
  } catch (cause) {
    throw new Uncertain('The answer of Salesloft does not parse.', { cause })
  }
}

const Refused = z.union([
  z.object({ errors: z.record(z.string(), z.union([z.array(z.string()), z.string()])) }),
  z.object({ error: z.string() }),
])

/** Undefined: some page of a proxy. */
const refusalOf = (answer: HttpAnswer): Refusal | undefined => {
  let json: unknown
  try {
    json = parseJson(answer)
  } catch {
    return undefined
  }
  const parsed = Refused.safeParse(json)
  if (!parsed.success) return undefined
  const { status } = answer
  if ('error' in parsed.data)
    return { status, errors: [{ field: undefined, text: parsed.data.error }] }
  const errors = Object.entries(parsed.data.errors).flatMap(([field, texts]) =>
    [texts].flat().map((text) => ({ field, text: `${field} ${text}` })),
  )
  return { status, errors }
}

const sentence = ({ status }: HttpAnswer, { errors }: Refusal): string =>
  errors.map(({ text }) => text).join('; ') || `Salesloft answered ${status}.`

const accessError = (answer: HttpAnswer, refusal: Refusal, at: number): Error | undefined => {
  if (answer.status === 401) return new Expired(sentence(answer, refusal))
  if (answer.status === 403 || answer.status === 402)
    return new Forbidden(sentence(answer, refusal))
  if (answer.status === 429) return slow(answer, at)
  return undefined
}

const slow = (answer: HttpAnswer, at: number): Slow =>
  new Slow(`Salesloft answered ${answer.status}: too many calls.`, nextMinute(at), 'calls')
