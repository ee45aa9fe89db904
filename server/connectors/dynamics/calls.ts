import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import {
  BatchRefused,
  Expired,
  Forbidden,
  Slow,
  Unavailable,
  Uncertain,
  Unreadable,
} from '../errors.ts'
import { parseJson, type HttpAnswer } from '../http.ts'
import type { Api } from '../port.ts'
import { parseMultipart, writeMultipart, type Operation, type PartAnswer } from './multipart.ts'

/** A read that Dataverse refuses because of its content, or of what is not there. */
export class ReadRefused extends BatchRefused {
  readonly status: number
  readonly code: string

  constructor(message: string, status: number, code: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export type Calls = {
  /** `path` is under the base address, or a whole address of an answer. Throws ReadRefused, Unavailable, Unreadable. */
  get<T>(
    api: Api,
    path: string,
    shape: z.ZodMiniType<T>,
    options?: { prefer?: readonly string[]; headers?: Readonly<Record<string, string>> },
  ): Promise<T>
  /** One answer per operation, in their order. Throws Uncertain if any may have been done. */
  batch(api: Api, operations: readonly Operation[]): Promise<readonly PartAnswer[]>
}

/** `now` is in ms since 1970. */
export const openCalls = (now: () => number): Calls => ({
  get: async (api, path, shape, { prefer = [], headers = {} } = {}) => {
    const answer = await api.http({
      method: 'GET',
      url: addressOf(api, path),
      headers: {
        ...headersOf(api),
        'if-none-match': 'null',
        ...(prefer.length > 0 && { prefer: prefer.join(',') }),
        ...headers,
      },
    })
    if (answer.status !== 200) throw readError(answer, now())
    const parsed = shape.safeParse(parseJson(answer))
    if (!parsed.success) throw new Unreadable(z.prettifyError(parsed.error))
    return parsed.data
  },
  batch: async (api, operations) => {
    const boundary = `batch_${randomUUID()}`
    const answer = await api.http({
      method: 'POST',
      url: addressOf(api, '/$batch'),
      headers: {
        ...headersOf(api),
        'content-type': `multipart/mixed; boundary=${boundary}`,
        prefer: 'odata.continue-on-error',
      },
      body: writeMultipart(operations, new URL(api.grant.baseUrl).pathname, boundary),
      withinMs: 150_000,
    })
    if (answer.status !== 200) throw batchError(answer, now())
    return parseBatch(answer, operations.length)
  },
})

export type Refusal = { code: string; text: string }

/** Undefined: not an answer of Dataverse but of a proxy. The code may be empty. */
export const refusalOf = (answer: Pick<HttpAnswer, 'text'>): Refusal | undefined => {
  let json: unknown
  try {
    json = parseJson(answer)
  } catch {
    return undefined
  }
  const parsed = Refused.safeParse(json)
  if (!parsed.success) return undefined
  const { code, message } = parsed.data.error
  return { code: (code ?? '').toLowerCase(), text: message }
}

/** ms since 1970; a limit counts the last five minutes. */
export const untilOf = ({ headers }: Pick<HttpAnswer, 'headers'>, at: number): number => {
  const after = headers['retry-after'] ?? ''
  const seconds = Number(after)
  if (after !== '' && Number.isFinite(seconds)) return at + Math.max(1, seconds) * 1000
  const date = Date.parse(after)
  return Number.isNaN(date) ? at + 300_000 : Math.max(at + 1000, date)
}

const Refused = z.object({ error: z.object({ code: z.nullish(z.string()), message: z.string() }) })

/** Addresses in answers get the token only where the account's API is. */
const addressOf = ({ grant }: Api, path: string): string => {
  if (path.startsWith('/')) return `${grant.baseUrl}${path}`
  if (!path.startsWith(`${grant.baseUrl}/`))
    throw new Unreadable(`Dataverse names another address: ${path.slice(0, 200)}`)
  return path
}

const headersOf = ({ grant }: Api) => ({
  authorization: `Bearer ${grant.accessToken}`,
  accept: 'application/json',
  'odata-version': '4.0',
  'odata-maxversion': '4.0',
})

const readError = (answer: HttpAnswer, at: number): Error => {
  const { status } = answer
  const refusal = refusalOf(answer)
  const access = accessError(answer, refusal, at)
  if (access) return access
  if (status >= 300 && status < 500 && refusal)
    return new ReadRefused(refusal.text, status, refusal.code)
  return status === 200
    ? new Unreadable('Dataverse answered nothing.')
    : new Unavailable(`Dataverse answered ${status}.`)
}

const batchError = (answer: HttpAnswer, at: number): Error => {
  const { status } = answer
  const refusal = refusalOf(answer)
  const access = accessError(answer, refusal, at)
  if (access) return access
  if (status === 413 || status === 414) return new BatchRefused('The batch is too large.')
  if (refusal && status >= 400 && status < 500 && status !== 408)
    return new BatchRefused(refusal.text)
  return new Uncertain(`Dataverse answered ${status}.`)
}

/** Nothing was done. */
const accessError = (
  answer: HttpAnswer,
  refusal: Refusal | undefined,
  at: number,
): Error | undefined => {
  const text = refusal?.text ?? `Dataverse answered ${answer.status}.`
  if (answer.status === 401) return new Expired(text)
  if (answer.status === 429) return new Slow(text, untilOf(answer, at), 'calls')
  if (answer.status === 403 && refusal) return new Forbidden(text)
  return undefined
}

const parseBatch = (answer: HttpAnswer, count: number): readonly PartAnswer[] => {
  let parts: readonly PartAnswer[]
  try {
    parts = parseMultipart(answer.headers['content-type'] ?? '', answer.text)
  } catch (cause) {
    throw new Uncertain('The answer of Dataverse does not parse.', { cause })
  }
  if (parts.length !== count)
    throw new Uncertain(`Dataverse answered ${parts.length} of ${count} operations.`)
  return parts
}
