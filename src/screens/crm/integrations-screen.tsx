import { Page } from '../../ui/page.tsx'
import { ActivitiesChoice } from './activities-choice.tsx'
import { CrmList } from './crm-list.tsx'
import { CrmReturn } from './crm-return.tsx'

export const IntegrationsScreen = () => (
  <Page title="Integrations" lead="Connect your CRM and push records to it.">
    <div className="flex flex-col gap-4">
      <CrmReturn />
      <CrmList />
      <ActivitiesChoice />
    </div>
  </Page>
)
