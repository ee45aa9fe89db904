import { Page } from '../../ui/page.tsx'
import { AlertsCard } from './alerts.tsx'

export const AlertsScreen = () => (
  <Page title="Notifications" lead="Which devices get alerts, and what the lock screen shows.">
    <AlertsCard />
  </Page>
)
