import * as z from 'zod/mini'
import { Unreadable } from '../errors.ts'
import type { Account, Api, Grant, ObjectKind, Owner } from '../port.ts'
import type { Calls } from './calls.ts'
import { neededScopes } from './oauth.ts'
import { parseData } from './shapes.ts'

/** The company in Pipedrive, as the user who connected sees it. */
export const readAccount = async (calls: Calls, api: Api): Promise<Account> => {
  const me = parseData(Me, await calls.get(api, 'v1/users/me'))
  const { scopes } = api.grant
  return {
    id: String(me.company_id),
    name: me.company_name ?? me.company_domain ?? String(me.company_id),
    timeZone: me.timezone_name ?? me.timezone ?? null,
    userId: String(me.id),
    userEmail: me.email ?? null,
    missingScopes: neededScopes.filter((scope) => !scopes.includes(scope)),
  }
}

/** All users of the company, also those that were deactivated. */
export const readOwners = async (calls: Calls, api: Api): Promise<readonly Owner[]> => {
  const answer = await calls.get(api, 'v1/users')
  if (answer === null) throw new Unreadable('Pipedrive lists no users.')
  return (parseData(z.nullable(z.array(User)), answer) ?? []).map(
    ({ id, email, name, active_flag: active }) => ({
      id: String(id),
      email: email ?? null,
      name: name ?? email ?? String(id),
      active: active ?? true,
    }),
  )
}

/** Where a user sees a record. */
export const recordUrl = ({ baseUrl }: Grant, object: ObjectKind, id: string): string =>
  `${baseUrl}/${object === 'company' ? 'organization' : 'person'}/${encodeURIComponent(id)}`

const text = z.nullish(z.string())

const Me = z.object({
  id: z.number(),
  email: text,
  company_id: z.number(),
  company_name: text,
  company_domain: text,
  timezone: text,
  timezone_name: text,
})

const User = z.object({
  id: z.number(),
  email: text,
  name: text,
  active_flag: z.nullish(z.boolean()),
})
