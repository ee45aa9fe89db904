import { useCallback } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { links } from '../../../contract/links.ts'
import type { Integration } from '../../../contract/money/crm.ts'
import { useIdentity } from '../../session/use-identity.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import type { ToDownload } from '../downloads/download-store.ts'
import { useKnownIntegrations } from './integrations.ts'
import { askToPush } from './push-store.ts'

/**
 * 'Push to …' for each connected CRM; without a connection, admins may connect a CRM. The function is stable while the items are
 * the same.
 */
export const usePushItems = (): ((what: ToDownload) => MenuItem[]) => {
  const { role } = useIdentity()
  const integrations = useKnownIntegrations()
  return useCallback(
    (what) => {
      if (integrations === undefined || role === null || role === 'other') return []
      const items = integrations.flatMap((integration) => pushItem(integration, what))
      if (items.length > 0) return items
      return role === 'admin' && integrations.some(({ isSetUp }) => isSetUp) ? [connectItem] : []
    },
    [integrations, role],
  )
}

const pushItem = ({ key, label, connection }: Integration, what: ToDownload): MenuItem[] =>
  connection === null
    ? []
    : [
        {
          label: `Push to ${label}`,
          icon: 'exchange',
          disabledReason: connection.isWorking
            ? undefined
            : (connection.problem ?? `${label} needs attention`),
          onSelect: () => askToPush({ ...what, connector: key, label }),
        },
      ]

const connectItem: MenuItem = {
  label: 'Connect a CRM',
  icon: 'exchange',
  onSelect: () => navigate(links.integrations()),
}
