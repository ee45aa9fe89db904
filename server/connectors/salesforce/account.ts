import * as z from 'zod/mini'
import { Unreadable } from '../errors.ts'
import type { Account, Api, Owner } from '../port.ts'
import { parse, type Calls } from './calls.ts'
import { neededScopes } from './oauth.ts'

/** The organisation of Salesforce and the user that connected. */
export const readAccount = async (calls: Calls, api: Api): Promise<Account> => {
  const user = await readUser(calls, api)
  const [row] = await calls.query(api, 'SELECT Id, Name FROM Organization')
  if (!row) throw new Unreadable('Salesforce did not name its organisation.')
  const organization = parse(Organization, row)
  return {
    id: organization.Id,
    name: organization.Name,
    timeZone: user.timeZone,
    userId: user.id,
    userEmail: user.email,
    missingScopes: missingScopes(api.grant.scopes),
  }
}

export type ConnectedUser = { id: string; email: string | null; timeZone: string | null }

export const readUser = async (calls: Calls, api: Api): Promise<ConnectedUser> => {
  const user = parse(UserInfo, await calls.get(api, '/services/oauth2/userinfo'))
  return { id: user.user_id, email: user.email ?? null, timeZone: user.zoneinfo ?? null }
}

/** Users who may own records; Salesforce refuses an inactive owner. */
export const readOwners = async (calls: Calls, api: Api): Promise<readonly Owner[]> => {
  const rows = await calls.query(
    api,
    "SELECT Id, Name, Email, IsActive FROM User WHERE IsActive = true AND UserType = 'Standard'",
  )
  return rows.map((row) => {
    const { Id, Name, Email, IsActive } = parse(User, row)
    return { id: Id, name: Name, email: Email ?? null, active: IsActive }
  })
}

const UserInfo = z.object({
  user_id: z.string(),
  email: z.nullish(z.string()),
  zoneinfo: z.nullish(z.string()),
})
const Organization = z.object({ Id: z.string(), Name: z.string() })
const User = z.object({
  Id: z.string(),
  Name: z.string(),
  Email: z.nullish(z.string()),
  IsActive: z.boolean(),
})

/** `full` holds all but `refresh_token`, whose other name is `offline_access`. */
const missingScopes = (granted: readonly string[]): readonly string[] =>
  neededScopes.filter((scope) =>
    scope === 'refresh_token'
      ? !granted.includes(scope) && !granted.includes('offline_access')
      : !granted.includes(scope) && !granted.includes('full'),
  )
