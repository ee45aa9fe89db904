import { Page } from '../../ui/page.tsx'
import { ActivitiesChoice } from './activities-choice.tsx'
import { CrmCard } from './crm-card.tsx'

export const IntegrationsScreen = () => (
  <Page title="Integrations" lead="Where Fieldbook sends records besides your files.">
    <div className="flex flex-col gap-4">
      <CrmCard />
      <ActivitiesChoice />
    </div>
  </Page>
)
