import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'
import { api as calls, type Api, type EndpointName } from '../../contract/api.ts'
import {
  mutates,
  pathKeys,
  type Endpoint,
  type EndpointInput,
  type EndpointOutput,
} from '../../contract/core/endpoint.ts'
import { Problem } from '../../contract/core/problem.ts'
import { ApiProblem, Unreachable } from './api-errors.ts'
import { yieldToMain } from './defer.ts'

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** Made when the user acts, and kept over retries; a new one if omitted. */
  idempotencyKey?: string | undefined
  /** In ms; 15 s by default. */
  timeoutMs?: number | undefined
}

type Arguments<C extends Endpoint> =
  Record<string, never> extends EndpointInput<C>
    ? [input?: EndpointInput<C>, options?: CallOptions]
    : [input: EndpointInput<C>, options?: CallOptions]

/** Rejects with ApiProblem, Unreachable, or the reason of `signal`. */
export type ApiClient = {
  readonly [Name in EndpointName]: (
    ...given: Arguments<Api[Name]>
  ) => Promise<EndpointOutput<Api[Name]>>
} & {
  /** For a path that is no endpoint (`uploadPartPath`); rejects as calls do. */
  readonly putBytes: (path: string, bytes: Blob, options?: CallOptions) => Promise<unknown>
}

export type ApiSettings = {
  fetch: typeof fetch
  /** `fresh` asks for a new token after a 401. */
  getToken: (options: { fresh: boolean }) => Promise<string | null>
  /** Public calls then carry the token too. */
  isSignedIn: () => boolean
  deploymentId: string
  baseUrl?: string
  /** Ends every call, and drops the replies still on their way. */
  signal?: AbortSignal
  /** After every attempt. */
  onContact?: (reached: boolean) => void
  /** After every call that succeeded. */
  onAnswer?: (name: string, input: object, output: unknown) => void
  /** Not yet the timeout: no answer for 4 s. */
  onSilence?: () => void
  /** From the worker's cache, for calls without a token: a catalogue. */
  getCached?: (url: string) => Promise<Response | undefined>
  /** 426 client-outdated. */
  onOutdated?: () => void
}

const timeoutMs = 15_000
export const silentMs = 4_000

export const createApi = (settings: ApiSettings): ApiClient => {
  const client: Record<string, unknown> = {}
  for (const [name, endpoint] of Object.entries(calls))
    client[name] = async (input: Record<string, unknown> = {}, options: CallOptions = {}) => {
      const output = await send(settings, endpoint, input, options)
      settings.onAnswer?.(name, input, output)
      return output
    }
  client['putBytes'] = (path: string, bytes: Blob, options: CallOptions = {}) =>
    deliver(settings, 'members', options, () => ({
      url: `${settings.baseUrl ?? '/api'}${path}`,
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: bytes,
    }))
  // Every name of the contract was just filled in; TypeScript cannot follow a loop.
  return client as ApiClient
}

const send = (
  settings: ApiSettings,
  endpoint: Endpoint,
  input: Record<string, unknown>,
  options: CallOptions,
): Promise<unknown> => {
  const key = mutates(endpoint) ? (options.idempotencyKey ?? uuidv7()) : null
  return deliver(settings, endpoint.callers, options, () => {
    const { url, body } = requestOf(endpoint, input, settings.baseUrl ?? '/api')
    const headers: Record<string, string> = {}
    if (key !== null) headers['idempotency-key'] = key
    if (body !== null) headers['content-type'] = 'application/json'
    return { url, method: endpoint.method, headers, body }
  })
}

type Outgoing = {
  url: string
  method: string
  headers: Record<string, string>
  body: string | Blob | null
}

/** Without a token for public calls; once more with a fresh one after a 401. */
const deliver = async (
  settings: ApiSettings,
  callers: Endpoint['callers'],
  given: CallOptions,
  outgoing: () => Outgoing,
): Promise<unknown> => {
  const options = within(settings.signal, given)
  options.signal?.throwIfAborted()
  const needed = callers !== 'anyone'
  const attempt = async (fresh: boolean): Promise<Response> => {
    const token = needed || settings.isSignedIn() ? await settings.getToken({ fresh }) : null
    // All calls of a start wait for the same token.
    await yieldToMain()
    options.signal?.throwIfAborted()
    const { url, method, body, headers: own } = outgoing()
    if (needed && token === null) {
      const cached = method === 'GET' ? await settings.getCached?.(url) : undefined
      if (cached) return cached
      throw new Unreachable('identity')
    }
    const headers = new Headers({
      accept: 'application/json',
      'deployment-id': settings.deploymentId,
      ...own,
    })
    if (token !== null) headers.set('authorization', `Bearer ${token}`)
    return reach(settings, url, options, { method, headers, body })
  }
  let response = await attempt(false)
  if (response.status === 401 && needed) response = await attempt(true)
  const reply = await answer(settings, response, options)
  options.signal?.throwIfAborted()
  return reply
}

const within = (end: AbortSignal | undefined, options: CallOptions): CallOptions => {
  if (end === undefined) return options
  return { ...options, signal: options.signal ? AbortSignal.any([options.signal, end]) : end }
}

/** Keys named in the path go there, the rest into the query of GET and DELETE, into JSON otherwise. */
const requestOf = (
  endpoint: Endpoint,
  input: Record<string, unknown>,
  baseUrl: string,
): { url: string; body: string | null } => {
  const inPath = pathKeys(endpoint.path)
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String(input[key])),
  )
  const rest = Object.entries(input).filter(
    ([key, value]) => !inPath.includes(key) && value !== undefined,
  )
  if (endpoint.method !== 'GET' && endpoint.method !== 'DELETE')
    return { url: `${baseUrl}${path}`, body: JSON.stringify(Object.fromEntries(rest)) }
  const query = new URLSearchParams()
  for (const [key, value] of rest)
    for (const item of Array.isArray(value) ? value : [value]) query.append(key, String(item))
  const search = query.toString()
  return { url: `${baseUrl}${path}${search === '' ? '' : `?${search}`}`, body: null }
}

const reach = async (
  settings: ApiSettings,
  url: string,
  options: CallOptions,
  init: RequestInit,
): Promise<Response> => {
  const late = AbortSignal.timeout(options.timeoutMs ?? timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, late]) : late
  const silent = setTimeout(() => settings.onSilence?.(), silentMs)
  try {
    return await settings.fetch(url, { ...init, signal, credentials: 'omit' })
  } catch (error) {
    throw toFailure(settings, options, late, error)
  } finally {
    clearTimeout(silent)
  }
}

const toFailure = (
  settings: ApiSettings,
  options: CallOptions,
  late: AbortSignal,
  error: unknown,
): unknown => {
  if (options.signal?.aborted === true) return options.signal.reason
  settings.onContact?.(false)
  return new Unreachable(late.aborted ? 'timeout' : 'network', error)
}

const answer = async (
  settings: ApiSettings,
  response: Response,
  options: CallOptions,
): Promise<unknown> => {
  const text = await response.text().catch((error: unknown) => {
    throw toFailure(settings, options, AbortSignal.abort(), error)
  })
  if (response.ok) {
    if (response.status === 204) return markOnline(settings, undefined)
    const body = parseJson(text)
    // A sign-in page of a hotel network answers 200 with HTML, or with nothing: that is not our server.
    if (body === unreadable) {
      settings.onContact?.(false)
      throw new Unreachable('network')
    }
    // What the worker kept says nothing about the server.
    return response.headers.has('fieldbook-cached') ? body : markOnline(settings, body)
  }
  const problem = z.safeParse(Problem, parseJson(text))
  if (!problem.success && gateway.has(response.status)) {
    settings.onContact?.(false)
    throw new Unreachable('network')
  }
  settings.onContact?.(true)
  const body = problem.success ? problem.data : null
  if (response.status === 426) settings.onOutdated?.()
  throw new ApiProblem(response.status, body, secondsToWait(response.headers.get('retry-after')))
}

const markOnline = (settings: ApiSettings, body: unknown): unknown => {
  settings.onContact?.(true)
  return body
}

// Without a problem in it not our server's word: a gateway with nothing behind it answers 404 to everything.
const gateway = new Set([404, 410, 502, 503, 504, 511])
const unreadable = Symbol('unreadable')

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return unreadable
  }
}

const secondsToWait = (header: string | null): number | null => {
  if (header === null) return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return seconds
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}
