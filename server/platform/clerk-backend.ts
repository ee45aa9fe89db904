import * as z from 'zod/mini'

export type Member = { userId: string; name: string; role: string; lastSeen: string | null }
export type ClerkBackend = { members(orgId: string): Promise<Member[]> }

const Memberships = z.object({
  data: z.array(
    z.object({
      role: z.string(),
      public_user_data: z.object({
        user_id: z.string(),
        first_name: z.nullish(z.string()),
        last_name: z.nullish(z.string()),
        identifier: z.string(),
      }),
    }),
  ),
})

/** The part of Clerk's Backend API we need. Rejects when Clerk cannot be reached within 5 s. */
export const clerkBackend = (options: {
  apiUrl: string
  secretKey: string
  fetch: typeof fetch
}): ClerkBackend => ({
  members: async (orgId) => {
    const url = `${options.apiUrl}/v1/organizations/${encodeURIComponent(orgId)}/memberships?limit=100`
    const answer = await options.fetch(url, {
      headers: { authorization: `Bearer ${options.secretKey}` },
      signal: AbortSignal.timeout(5_000),
    })
    if (!answer.ok) throw new Error(`Clerk answered ${answer.status} to the list of members.`)
    const { data } = z.parse(Memberships, await answer.json())
    return data.map(({ role, public_user_data: user }) => ({
      userId: user.user_id,
      name: [user.first_name, user.last_name].filter(Boolean).join(' ') || user.identifier,
      role,
      lastSeen: null,
    }))
  },
})
