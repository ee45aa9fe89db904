import type { Account, Api, ObjectKind, Owner } from '../port.ts'
import type { Calls } from './calls.ts'
import { neededScopes } from './oauth.ts'
import { readAll } from './pages.ts'
import { parseData, Team, User } from './shapes.ts'

/** The team, by whose domains and emails records are unique. */
export const readAccount = async (calls: Calls, api: Api): Promise<Account> => {
  const user = parseData(User, await calls.get(api, '/me'))
  const team = parseData(Team, await calls.get(api, '/team'))
  const { scopes } = api.grant
  return {
    id: String(team.id),
    name: team.name,
    timeZone: user.time_zone ?? null,
    userId: String(user.id),
    userEmail: user.email ?? null,
    missingScopes: scopes.length ? neededScopes.filter((scope) => !scopes.includes(scope)) : [],
  }
}

/** All users of the team. */
export const readOwners = async (calls: Calls, api: Api): Promise<readonly Owner[]> =>
  (await readAll(calls, api, '/users', [], User)).map(({ id, email, name, active }) => ({
    id: String(id),
    email: email ?? null,
    name: name ?? email ?? String(id),
    active: active ?? true,
  }))

/** Where a user sees a record. */
export const recordUrl = (app: string, object: ObjectKind, id: string): string =>
  `${app}/app/${object === 'company' ? 'accounts' : 'people'}/${encodeURIComponent(id)}`
