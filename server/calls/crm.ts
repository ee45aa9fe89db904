import type { Handlers } from '../platform/http/context.ts'
import { crmTokens } from '../connectors/token.ts'

export type CrmParts = {
  key: Uint8Array
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
