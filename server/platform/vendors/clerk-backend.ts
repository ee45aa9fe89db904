import * as z from 'zod/mini'

/** `role` is Clerk's key, `at` the membership's last change, ms since 1970. */
export type ListedMember = {
  userId: string
  name: string
  email: string
  role: string
  at: number
}

export type Roster = {
  organisation: { name: string; at: number } | null
  members: ListedMember[]
}

/** Calls reject after 5 s. */
export type ClerkBackend = {
  roster(orgId: string): Promise<Roster>
  /** Resolves to the time of the change by Clerk's clock, ms since 1970. */
  rename(orgId: string, name: string): Promise<number>
  /** Members and open invitations, at most; an organisation that Clerk does not know is ignored. */
  limitMembers(orgId: string, max: number): Promise<void>
}

/** From public data; the identifier may also be a phone number or a user name. */
export const nameAndEmail = (user: {
  first_name?: string | null | undefined
  last_name?: string | null | undefined
  identifier: string
}): { name: string; email: string } => ({
  name: [user.first_name, user.last_name].filter(Boolean).join(' '),
  email: user.identifier.includes('@') ? user.identifier : '',
})

export const clerkBackend = (options: {
  apiUrl: string
  secretKey: string
  fetch: typeof fetch
}): ClerkBackend => {
  const request = (path: string, init: RequestInit = {}): Promise<Response> =>
    options.fetch(`${options.apiUrl}/v1/organizations/${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${options.secretKey}`,
        'content-type': 'application/json',
      },
      signal: AbortSignal.timeout(5_000),
    })
  const refusal = ({ status }: Response, path: string): Error =>
    new Error(`Clerk answered ${status} to ${path.split('?')[0]}.`)
  const ask = async (path: string, init?: RequestInit): Promise<unknown> => {
    const answer = await request(path, init)
    if (!answer.ok) throw refusal(answer, path)
    return answer.json()
  }

  return {
    roster: async (orgId) => {
      const rows: Listed[] = []
      let total = Number.POSITIVE_INFINITY
      for (let page = 0; page < maxPages && rows.length < total; page += 1) {
        const query = `limit=${pageSize}&offset=${rows.length}`
        const answer = await ask(`${encodeURIComponent(orgId)}/memberships?${query}`)
        const { data, total_count: count } = z.parse(Memberships, answer)
        total = count
        rows.push(...data)
      }
      // A missing member counts as removed, so a partial list must fail.
      if (rows.length < total) throw new Error(`Clerk listed ${rows.length} of ${total} members.`)
      const organisation = rows[0]?.organization
      return {
        organisation: organisation
          ? { name: organisation.name, at: organisation.updated_at }
          : null,
        members: rows.map(({ role, updated_at: at, public_user_data: user }) => ({
          userId: user.user_id,
          ...nameAndEmail(user),
          role,
          at,
        })),
      }
    },
    rename: async (orgId, name) => {
      const body = JSON.stringify({ name })
      const answer = await ask(encodeURIComponent(orgId), { method: 'PATCH', body })
      return z.parse(Renamed, answer).updated_at
    },
    limitMembers: async (orgId, max) => {
      const path = encodeURIComponent(orgId)
      const body = JSON.stringify({ max_allowed_memberships: max })
      const answer = await request(path, { method: 'PATCH', body })
      await answer.body?.cancel()
      if (!answer.ok && answer.status !== 404) throw refusal(answer, path)
    },
  }
}

const pageSize = 500
const maxPages = 40

const Moment = z.int().check(z.minimum(0), z.maximum(8_640_000_000_000_000))

const Renamed = z.object({ updated_at: Moment })

const Memberships = z.object({
  data: z.array(
    z.object({
      role: z.string(),
      updated_at: Moment,
      organization: z.nullish(z.object({ name: z.string(), updated_at: Moment })),
      public_user_data: z.object({
        user_id: z.string(),
        first_name: z.nullish(z.string()),
        last_name: z.nullish(z.string()),
        identifier: z.string(),
      }),
    }),
  ),
  total_count: z.int(),
})
type Listed = z.infer<typeof Memberships>['data'][number]
