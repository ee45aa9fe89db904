import type * as z from 'zod/mini'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Role = 'admin' | 'standard'

/** Who may make a call: anyone; anyone signed in; a member of an organisation; a member whose organisation has a valid subscription. */
export type Gate = 'public' | 'session' | 'member' | 'subscriber'

/** Which of the limits per user a call counts against (product 2.3); `copies` counts the records that a device takes, not the calls. */
export type Rate = 'records' | 'options' | 'requests' | 'copies' | 'other'

type Schema = z.core.$ZodType

/**
 * One API call, promised once for both sides. `path` is below /api; keys of `input` named in the path as {key} travel there,
 * the others in the query of a GET or DELETE and in the JSON body of the rest.
 * `reads: true` marks a POST that changes nothing; every other POST, PUT, PATCH and DELETE needs an Idempotency-Key.
 */
export type Call<Input extends Schema = Schema, Output extends Schema = Schema> = {
  readonly method: Method
  readonly path: string
  readonly summary: string
  readonly input: Input
  readonly output: Output
  readonly gate?: Gate
  readonly roles?: readonly Role[]
  readonly reads?: boolean
  readonly rate?: Rate
  readonly status?: 200 | 201 | 202 | 204
  /** The answer carries an ETag and an unchanged one is answered 304. */
  readonly etag?: boolean
  readonly offline?: boolean
}

/** Keeps the literal types of a promise, so that the server's types know its gate and its path. */
export const call = <const C extends Call>(promise: C): C => promise

/** What a caller hands over, before defaults are filled in. */
export type CallInput<C extends Call> = z.input<C['input']>
/** What the handler receives, after the contract has parsed it. */
export type CallParsed<C extends Call> = z.output<C['input']>
/** What the handler returns and the caller gets. */
export type CallOutput<C extends Call> = z.output<C['output']>

/** Whether a call changes something and therefore needs an Idempotency-Key. */
export const mutates = (promise: Call): boolean =>
  promise.method !== 'GET' && promise.reads !== true

/** The names in the path, in order: '/records/{category}/{id}' has category and id. */
export const pathKeys = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
