import type { Handlers } from '../platform/http/context.ts'
import { crmTokens } from '../connectors/token.ts'

export type CrmParts = {
  /** Signs the tokens of the CRM integration. */
  key: Uint8Array
  /** ms since 1970. */
  now: () => number
}

export const crmHandlers = ({ key, now }: CrmParts): Handlers<'crmToken'> => {
  const tokens = crmTokens(key, now)
  return {
    crmToken: async (_, { orgId, userId, role }) => {
      const { token, expiresAt } = await tokens.sign({ orgId, userId, role })
      return { token, expiresAt: new Date(expiresAt).toISOString() }
    },
  }
}
