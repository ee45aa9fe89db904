import type { Handlers } from '../../platform/context.ts'
import { ProblemError } from '../../platform/problem-error.ts'
import type { ClerkBackend } from '../../platform/clerk-backend.ts'
import { customerOf, setDefaultCountry, subscriptionOf } from './store.ts'

type CustomerCall =
  | 'customerFeatures'
  | 'customerInfo'
  | 'updateCountry'
  | 'customerMetadata'
  | 'activePlan'

/** Calls about the organisation itself. */
export const customerHandlers = (clerk: ClerkBackend): Handlers<CustomerCall> => ({
  customerFeatures: async (_, { inOrg }) => {
    const customer = await inOrg(customerOf)
    return { features: customer?.features ?? {} }
  },
  customerInfo: async (_, { inOrg, orgId }) => {
    const [customer, members] = await Promise.all([inOrg(customerOf), clerk.members(orgId)])
    return {
      customer: {
        id: orgId,
        name: customer?.name ?? '',
        country: customer?.country ?? 'AU',
        website: customer?.website ?? null,
      },
      members: members.map((member) => ({ ...member, cap: null })),
      credits: null,
    }
  },
  updateCountry: async (input, { inOrg, orgId }) => {
    ownOnly(input.orgId, orgId)
    const { defaultCountry } = input.data
    await inOrg((trx) => setDefaultCountry(trx, orgId, defaultCountry))
    return { defaultCountry }
  },
  customerMetadata: async (_, { inOrg }) => {
    const customer = await inOrg(customerOf)
    return { metadata: { defaultCountry: customer?.default_country ?? null } }
  },
  activePlan: async (input, { inOrg, orgId }) => {
    ownOnly(input.orgId, orgId)
    return { subscription: await inOrg(subscriptionOf) }
  },
})

/** Another organisation's id reads as not there. */
const ownOnly = (asked: string, own: string): void => {
  if (asked !== own) throw new ProblemError('not-found', 'There is nothing at this address.')
}
