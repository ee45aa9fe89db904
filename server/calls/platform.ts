import { namedTypes } from '../../contract/money/downloads.ts'
import type { ConnectorKind } from '../connectors/port.ts'
import { customerOf } from '../customer/customer.ts'
import type { Handlers } from '../platform/http/context.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { ChatService } from '../platform/vendors/hubspot-chat.ts'

export type Extras = {
  posthog: boolean
  productFruitsWorkspace: string | null
  chat: ChatService | null
  /** A web address or mailto: */
  contactSupport: string | null
}

export const platformHandlers = (
  extras: Extras,
  kinds: readonly ConnectorKind[],
): Handlers<'platformFeatures' | 'configs' | 'hubspotToken'> => ({
  hubspotToken: async (_, { inOrg, userId }) => {
    const { chat } = extras
    if (chat === null) return undefined
    const member = await inOrg(async (trx) =>
      (await customerOf(trx))?.features['chat-widget']?.enabled === false
        ? undefined
        : trx
            .selectFrom('member')
            .select(['name', 'email'])
            .where('user_id', '=', userId)
            .executeTakeFirst(),
    )
    if (member === undefined || member.email === '') return undefined
    const { name, email } = member
    const [firstName = '', ...rest] = name.split(' ')
    const lastName = rest.join(' ')
    const token = await chat.identify({ email, firstName, lastName }).catch((cause: unknown) => {
      throw new ProblemError('unavailable', 'The chat isn’t available right now.', { cause })
    })
    return { token, email }
  },
  platformFeatures: () => ({
    features: {
      analytics: { enabled: extras.posthog },
      // Our own tours need no service.
      'product-tours': { enabled: true },
      'chat-widget': { enabled: extras.chat !== null },
    },
  }),
  configs: () => ({
    configs: {
      posthog: extras.posthog,
      product_fruits: extras.productFruitsWorkspace !== null,
      product_fruits_workspace_code: extras.productFruitsWorkspace,
      ...(extras.chat !== null && { chat_script: extras.chat.script }),
      ...(extras.contactSupport !== null && { contact_support: extras.contactSupport }),
      requestTypes: [
        { type: 'DOWNLOAD', label: namedTypes.DOWNLOAD },
        ...kinds.map(({ key, label, icon }) => ({ type: key, label: `${label} push`, icon })),
      ],
    },
  }),
})
