import { namedTypes } from '../../contract/money/downloads.ts'
import type { ConnectorKind } from '../connectors/port.ts'
import { customerOf } from '../customer/customer.ts'
import { platformFeatures } from '../flags.ts'
import type { Database } from '../platform/db/db.ts'
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
  db: Database,
  extras: Extras,
  kinds: readonly ConnectorKind[],
): Handlers<'platformFeatures' | 'configs' | 'hubspotToken'> => ({
  hubspotToken: async (_, { inOrg, userId }) => {
    const { chat } = extras
    if (chat === null) return undefined
    const features = await platformFeatures(db, servicesOf(extras))
    const member = await inOrg(async (trx) => {
      const own = (await customerOf(trx))?.features
      if ({ ...features, ...own }['chat-widget']?.enabled !== true) return undefined
      return trx
        .selectFrom('member')
        .select(['name', 'email'])
        .where('user_id', '=', userId)
        .executeTakeFirst()
    })
    if (member === undefined || member.email === '') return undefined
    const { name, email } = member
    const [firstName = '', ...rest] = name.split(' ')
    const lastName = rest.join(' ')
    const token = await chat.identify({ email, firstName, lastName }).catch((cause: unknown) => {
      throw new ProblemError('unavailable', 'The chat isn’t available right now.', { cause })
    })
    return { token, email }
  },
  platformFeatures: async () => ({ features: await platformFeatures(db, servicesOf(extras)) }),
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

const servicesOf = ({ posthog, chat }: Extras) => ({ posthog, chat: chat !== null })
