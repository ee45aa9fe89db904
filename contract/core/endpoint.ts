import type * as z from 'zod/mini'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Role = 'admin' | 'standard'

/** Who may call: everyone; every member of an organisation; its admins. */
export type Callers = 'anyone' | 'members' | 'admins'

/**
 * Whether the caller's organisation needs a valid subscription; by default it does. `own-work` does not: it only hands out what
 * the organisation made or paid for, which stays readable after a plan.
 */
export type Gate = 'member' | 'own-work' | 'subscriber'

/** The per-user limit of a call (product 2.3); `copies` counts records that a device downloads, not calls. */
export type Rate = 'records' | 'options' | 'requests' | 'copies' | 'other'

type Schema = z.core.$ZodType

/**
 * `path` is below /api; keys of `input` in it as {key} travel there, others in the query of a GET or DELETE, else in the JSON
 * body. `reads: true` marks a POST without changes; every other change needs an Idempotency-Key, unless `key` makes it optional.
 */
export type Endpoint<Input extends Schema = Schema, Output extends Schema = Schema> = {
  readonly method: Method
  readonly path: string
  readonly summary: string
  readonly input: Input
  readonly output: Output
  readonly callers: Callers
  readonly gate?: Gate
  readonly reads?: boolean
  readonly rate?: Rate
  readonly status?: 200 | 201 | 202 | 204
  /** Of the specification's own changes: a repeat without an Idempotency-Key does no harm (decision 060). */
  readonly key?: 'optional'
  /** The answer carries an ETag; an unchanged one is answered with 304. */
  readonly etag?: boolean
  readonly offline?: boolean
  /** Calls a hosted service: its handler runs outside the transaction of its key, which it hands on to the service. */
  readonly external?: true
}

type Definition = Omit<Endpoint, 'callers'>

// Every endpoint is made by one of these three, so that none is without a decision who may call it.

/** An endpoint that needs no session. */
export const publicEndpoint = <const D extends Definition>(definition: D) =>
  ({ ...definition, callers: 'anyone' }) as const

/** An endpoint for every member of an organisation. */
export const memberEndpoint = <const D extends Definition>(definition: D) =>
  ({ ...definition, callers: 'members' }) as const

/** An endpoint for admins only. */
export const adminEndpoint = <const D extends Definition>(definition: D) =>
  ({ ...definition, callers: 'admins' }) as const

export type EndpointInput<C extends Endpoint> = z.input<C['input']>
export type EndpointParsedInput<C extends Endpoint> = z.output<C['input']>
export type EndpointOutput<C extends Endpoint> = z.output<C['output']>

export const mutates = (definition: Endpoint): boolean =>
  definition.method !== 'GET' && definition.reads !== true

/** In order: '/records/{category}/{id}' has category and id. */
export const pathKeys = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
