import { namedTypes } from '../../contract/money/downloads.ts'
import type { ConnectorKind } from '../connectors/port.ts'
import type { Handlers } from '../platform/http/context.ts'

export type Extras = {
  posthog: boolean
  productFruitsWorkspace: string | null
}

export const platformHandlers = (
  extras: Extras,
  kinds: readonly ConnectorKind[],
): Handlers<'platformFeatures' | 'configs' | 'hubspotToken'> => ({
  hubspotToken: () => undefined,
  platformFeatures: () => ({
    features: {
      analytics: { enabled: extras.posthog },
      // Our own tours need no service.
      'product-tours': { enabled: true },
      // Follow-ups, Today and My visits.
      today: { enabled: true },
    },
  }),
  configs: () => ({
    configs: {
      posthog: extras.posthog,
      product_fruits: extras.productFruitsWorkspace !== null,
      product_fruits_workspace_code: extras.productFruitsWorkspace,
      requestTypes: [
        { type: 'DOWNLOAD', label: namedTypes.DOWNLOAD },
        ...kinds.map(({ key, label, icon }) => ({ type: key, label: `${label} push`, icon })),
      ],
    },
  }),
})
