import { links } from '../../../contract/links.ts'
import type { CrmTokens } from '../../connectors/token.ts'
import { finishConnecting, startConnecting, type ConnectParts } from '../../crm/connect.ts'
import { disconnect } from '../../crm/disconnect.ts'
import { readIntegrations } from '../../crm/integrations.ts'
import type { Context, Handlers } from '../../platform/http/context.ts'
import { notFound } from '../../platform/http/problem-error.ts'
import { checkCrmToken } from './check-token.ts'

type Name = 'crmToken' | 'integrations' | 'connectCrm' | 'finishConnectingCrm' | 'disconnectCrm'

export type CrmConnectionCalls = Omit<ConnectParts, 'redirect'> & {
  tokens: CrmTokens
  /** Of this installation. */
  origin: string
}

export const crmConnectionHandlers = (given: CrmConnectionCalls): Handlers<Name> => {
  const { tokens } = given
  const parts: ConnectParts = { ...given, redirect: `${given.origin}${links.integrations()}` }
  const check = (token: string, context: Context) => checkCrmToken(tokens, token, context)
  return {
    crmToken: async (_, { orgId, userId, role }) => {
      const { token, expiresAt } = await tokens.sign({ orgId, userId, role })
      return { token, expiresAt: new Date(expiresAt).toISOString() }
    },
    integrations: async ({ token }, context) => {
      await check(token, context)
      return context.inOrg((trx) => readIntegrations(trx, parts))
    },
    connectCrm: async ({ token, connector, address }, context) => {
      await check(token, context)
      return { url: await startConnecting(parts, context, connector, address) }
    },
    finishConnectingCrm: async ({ token, ...back }, context) => {
      await check(token, context)
      const key = await finishConnecting(parts, context, back)
      const { integrations } = await context.inOrg((trx) => readIntegrations(trx, parts))
      const integration = integrations.find((each) => each.key === key)
      if (!integration) throw notFound()
      return integration
    },
    disconnectCrm: async ({ token, connector }, context) => {
      await check(token, context)
      await disconnect(parts, context, connector)
    },
  }
}
