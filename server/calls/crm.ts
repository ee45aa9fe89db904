import type { Handlers } from '../platform/http/context.ts'
import { crmTokens } from '../connectors/token.ts'

export type CrmParts = {
  /** What the tokens of the CRM integration are signed with. */
  key: Uint8Array
  /** ms since 1970. */
  now: () => number
}

/** Calls of the CRM integration. */
export const crmHandlers = ({ key, now }: CrmParts): Handlers<'crmToken'> => {
  const tokens = crmTokens(key, now)
  return {
    crmToken: async (_, { orgId, userId, role }) => {
      const { token, expiresAt } = await tokens.sign({ orgId, userId, role })
      return { token, expiresAt: new Date(expiresAt).toISOString() }
    },
  }
}
