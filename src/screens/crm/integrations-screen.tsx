import { Page } from '../../ui/page.tsx'
import { CrmCard } from './crm-card.tsx'

export const IntegrationsScreen = () => (
  <Page title="Integrations" lead="Where Fieldbook sends records besides your files.">
    <CrmCard />
  </Page>
)
