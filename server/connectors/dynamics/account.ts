import * as z from 'zod/mini'
import type { Account, Api, Owner } from '../port.ts'
import type { Calls } from './calls.ts'
import { Page } from './candidates.ts'
import { guidOf } from './tables.ts'
import { readTimeZone } from './time-zone.ts'

const CurrentUser = z.object({ UserId: z.string(), OrganizationId: z.string() })

const Organization = z.object({ value: z.array(z.object({ name: z.nullish(z.string()) })) })

const User = z.object({
  systemuserid: z.string(),
  fullname: z.nullish(z.string()),
  internalemailaddress: z.nullish(z.string()),
})

export const readAccount = async (calls: Calls, api: Api): Promise<Account> => {
  const me = await calls.get(api, '/WhoAmI', CurrentUser)
  const organization = await calls.get(api, '/organizations?$select=name', Organization)
  const user = await calls.get(
    api,
    `/systemusers(${guidOf(me.UserId)})?$select=systemuserid,fullname,internalemailaddress`,
    User,
  )
  return {
    id: me.OrganizationId.toLowerCase(),
    name: organization.value[0]?.name ?? new URL(api.grant.baseUrl).hostname,
    timeZone: await readTimeZone(calls, api, me.UserId),
    userId: me.UserId.toLowerCase(),
    userEmail: user.internalemailaddress ?? null,
    missingScopes: api.grant.scopes.some((scope) => scope.endsWith(`/${neededScope}`))
      ? []
      : [neededScope],
  }
}

/** What a user may do in Dataverse is a matter of roles, not of scopes. */
const neededScope = 'user_impersonation'

/** Users with read and write access; a disabled one is left out. */
export const readOwners = async (calls: Calls, api: Api): Promise<readonly Owner[]> => {
  const owners: Owner[] = []
  const filter = encodeURIComponent('isdisabled eq false and accessmode eq 0')
  let path: string | null | undefined =
    `/systemusers?$select=systemuserid,fullname,internalemailaddress&$filter=${filter}`
  while (path) {
    const page: Page = await calls.get(api, path, Page)
    for (const each of page.value) {
      const { systemuserid: id, fullname, internalemailaddress: email } = User.parse(each)
      owners.push({ id, email: email ?? null, name: fullname || email || id, active: true })
    }
    path = page['@odata.nextLink']
  }
  return owners
}
