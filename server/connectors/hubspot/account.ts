import * as z from 'zod/mini'
import { Expired, Unreadable } from '../errors.ts'
import type { Account, Api, ConnectorSettings, Grant, ObjectKind, Owner } from '../port.ts'
import type { Calls } from './calls.ts'
import { introspect, requiredScopes } from './oauth.ts'
import { objectOf, version } from './shapes.ts'

const Details = z.object({ portalId: z.number(), timeZone: z.optional(z.string()) })

const OwnerPage = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      email: z.optional(z.nullable(z.string())),
      firstName: z.optional(z.nullable(z.string())),
      lastName: z.optional(z.nullable(z.string())),
      archived: z.optional(z.boolean()),
    }),
  ),
  paging: z.optional(z.nullable(z.object({ next: z.optional(z.object({ after: z.string() })) }))),
})

export const readAccount = async (
  calls: Calls,
  settings: ConnectorSettings,
  api: Api,
): Promise<Account> => {
  const details = await calls.read(api, { path: `/account-info/${version}/details` }, Details)
  if (!details) throw new Unreadable('HubSpot did not say which account this is.')
  const token = await introspect(api.http, settings, api.grant)
  if (!token.active) throw new Expired('The token is not active.')
  const granted = token.scopes ?? api.grant.scopes
  return {
    id: String(details.portalId),
    name: token.hub_domain ?? `Account ${details.portalId}`,
    timeZone: details.timeZone ?? null,
    userId: String(token.user_id ?? ''),
    userEmail: token.user ?? null,
    missingScopes: requiredScopes.filter((scope) => !granted.includes(scope)),
  }
}

export const readOwners = async (calls: Calls, api: Api): Promise<readonly Owner[]> => {
  const owners: Owner[] = []
  let after: string | undefined
  do {
    const path = `/crm/owners/${version}?limit=100${after === undefined ? '' : `&after=${encodeURIComponent(after)}`}`
    const page: z.infer<typeof OwnerPage> | null = await calls.read(api, { path }, OwnerPage)
    for (const { id, email, firstName, lastName, archived } of page?.results ?? [])
      owners.push({
        id,
        email: email ?? null,
        name: nameOf(firstName, lastName) || (email ?? id),
        active: archived !== true,
      })
    after = page?.paging?.next?.after
  } while (after !== undefined)
  return owners
}

export const recordUrl = (grant: Grant, object: ObjectKind, id: string): string =>
  `${grant.signInUrl ?? ''}/record/${objectOf(object).typeId}/${encodeURIComponent(id)}`

export const nameOf = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter(Boolean).join(' ')
