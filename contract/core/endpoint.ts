import type * as z from 'zod/mini'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Role = 'admin' | 'standard'

/** Who may call: everyone; signed-in users; members of an organisation; members with a valid subscription. */
export type Gate = 'public' | 'session' | 'member' | 'subscriber'

/** The per-user limit of a call (product 2.3); `copies` counts records that a device downloads, not calls. */
export type Rate = 'records' | 'options' | 'requests' | 'copies' | 'other'

type Schema = z.core.$ZodType

/**
 * `path` is below /api; keys of `input` in it as {key} travel there, others in the query of a GET or DELETE, else in the JSON
 * body. `reads: true` marks a POST without changes; every other change needs an Idempotency-Key.
 */
export type Endpoint<Input extends Schema = Schema, Output extends Schema = Schema> = {
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
  /** The answer carries an ETag; an unchanged one is answered with 304. */
  readonly etag?: boolean
  readonly offline?: boolean
}

/** Keeps literal types, so that the server's types know gate and path. */
export const endpoint = <const C extends Endpoint>(definition: C): C => definition

export type EndpointInput<C extends Endpoint> = z.input<C['input']>
export type EndpointParsedInput<C extends Endpoint> = z.output<C['input']>
export type EndpointOutput<C extends Endpoint> = z.output<C['output']>

export const mutates = (definition: Endpoint): boolean =>
  definition.method !== 'GET' && definition.reads !== true

/** In order: '/records/{category}/{id}' has category and id. */
export const pathKeys = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
