import type { OrganizationResource } from '@clerk/types'
import type { Role } from '../../contract/core/endpoint.ts'
import { roleOf } from '../../contract/core/roles.ts'

/** An open invitation, or the request of a user who wants to join. */
export type Pending = {
  id: string
  is: 'invited' | 'requested'
  email: string
  role: Role | 'other' | null
  /** Milliseconds since 1970. */
  at: number
}

/** What admins do with the members of the active organisation. A refusal rejects with a sentence for the user. */
export type MemberService = {
  pending: () => Promise<Pending[]>
  invite: (emails: readonly string[], role: Role) => Promise<void>
  /** Revokes an invitation or declines a request. */
  refuse: (pending: Pending) => Promise<void>
  accept: (pending: Pending) => Promise<void>
  setRole: (userId: string, role: Role) => Promise<void>
  remove: (userId: string) => Promise<void>
}

type Active = { readonly organization?: OrganizationResource | null | undefined }

export const memberService = (clerk: Active): MemberService => {
  const organisation = (): OrganizationResource => {
    if (!clerk.organization) throw new Error('Choose a company first.')
    return clerk.organization
  }
  const roleKey = async (role: Role): Promise<string> => {
    const { data } = await organisation().getRoles({ pageSize: most })
    const found = data.find(({ key }) => roleOf(key) === role)
    if (!found) throw new Error('This role isn’t set up for your company.')
    return found.key
  }
  const invitations = async () =>
    (await organisation().getInvitations({ status: ['pending'], pageSize: most })).data
  // Users may only ask to join where the organisation has verified domains; elsewhere the service refuses the question.
  const requests = async () =>
    organisation()
      .getMembershipRequests({ status: 'pending', pageSize: most })
      .then(({ data }) => data, onRefusal([]))
  const request = async (id: string) => (await requests()).find((each) => each.id === id)
  return {
    pending: explained(async () => [
      ...(await requests()).map(({ id, publicUserData, createdAt }): Pending => ({
        id,
        is: 'requested',
        email: publicUserData.identifier,
        role: null,
        at: createdAt.getTime(),
      })),
      ...(await invitations()).map(({ id, emailAddress, role, createdAt }): Pending => ({
        id,
        is: 'invited',
        email: emailAddress,
        role: roleOf(role),
        at: createdAt.getTime(),
      })),
    ]),
    invite: explained(async (emails, role) => {
      await organisation().inviteMembers({
        emailAddresses: [...emails],
        role: await roleKey(role),
      })
    }),
    refuse: explained(async ({ id, is }) => {
      if (is === 'requested') await (await request(id))?.reject()
      else await (await invitations()).find((each) => each.id === id)?.revoke()
    }),
    accept: explained(async ({ id }) => {
      await (await request(id))?.accept()
    }),
    setRole: explained(async (userId, role) => {
      await organisation().updateMember({ userId, role: await roleKey(role) })
    }),
    remove: explained(async (userId) => {
      await organisation().removeMember(userId)
    }),
  }
}

/** The most that the service returns at once. */
const most = 100

const explained =
  <Inputs extends unknown[], Output>(work: (...inputs: Inputs) => Promise<Output>) =>
  async (...inputs: Inputs): Promise<Output> => {
    try {
      return await work(...inputs)
    } catch (error) {
      const code = codeOf(error)
      const sentence = code === null ? undefined : (sentences[code] ?? refused)
      throw sentence === undefined ? error : new Error(sentence, { cause: error })
    }
  }

const onRefusal =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (codeOf(error) === null) throw error
    return value
  }

/** The code of the service's answer; null where it gave none. */
const codeOf = (error: unknown): string | null => {
  if (typeof error !== 'object' || error === null || !('errors' in error)) return null
  const first: unknown = Array.isArray(error.errors) ? error.errors[0] : undefined
  return typeof first === 'object' && first !== null && 'code' in first ? String(first.code) : null
}

const refused = 'We couldn’t save this. Try again.'
const sentences: Readonly<Record<string, string>> = {
  organization_minimum_permissions_needed: 'Your company needs at least one admin.',
  already_a_member_in_organization: 'One of them is already in your company.',
  duplicate_record: 'One of them is already invited.',
  organization_membership_quota_exceeded: 'Your plan is full. Add users to it, or remove someone.',
  form_param_format_invalid: 'One of these isn’t an email address.',
}
