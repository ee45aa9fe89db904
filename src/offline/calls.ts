import type { Api, EndpointName } from '../../contract/api.ts'
import type { EndpointInput, EndpointOutput } from '../../contract/core/endpoint.ts'
import type { Outcome } from './outcome.ts'
import type { Request } from './rows.ts'

export type InputOf<Name extends EndpointName> = EndpointInput<Api[Name]>
export type OutputOf<Name extends EndpointName> = EndpointOutput<Api[Name]>

/** The endpoints whose requests may wait in the outbox: marked `offline` in the contract. */
export type OfflineCall = {
  [Name in EndpointName]: Api[Name] extends { offline: true } ? Name : never
}[EndpointName]

export type SendOptions = { idempotencyKey?: string; signal: AbortSignal }

/** Sends a request to an endpoint; never rejects, except with the signal's reason. Requests that change nothing carry no key. */
export type Send = <Name extends EndpointName>(
  name: Name,
  input: InputOf<Name>,
  options: SendOptions,
) => Promise<Outcome<OutputOf<Name>>>

export const requestOf = <Name extends OfflineCall>(call: Name, input: InputOf<Name>): Request => ({
  call,
  input: { ...input },
})

export const sendStored = (
  send: Send,
  { call, input }: Request,
  options: SendOptions,
): Promise<Outcome> =>
  // `requestOf` checked both before they were stored.
  send(call as OfflineCall, input as InputOf<OfflineCall>, options)
