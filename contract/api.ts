import { accountIntelligenceEndpoints } from './org/account-intelligence.ts'
import { activitiesEndpoints } from './saved-work/activities.ts'
import { auditEndpoints } from './org/audit.ts'
import { billingEndpoints } from './money/billing.ts'
import { cadencesEndpoints } from './saved-work/cadences.ts'
import { creditsEndpoints } from './money/credits.ts'
import { crmEndpoints } from './money/crm.ts'
import { dataExportEndpoints } from './saved-work/data-export.ts'
import { customerEndpoints } from './org/customer.ts'
import { disclosuresEndpoints } from './records/disclosures.ts'
import { downloadsEndpoints } from './money/downloads.ts'
import { doNotCallEndpoints } from './org/do-not-call.ts'
import { uploadsEndpoints } from './money/uploads.ts'
import { dayPlansEndpoints } from './saved-work/day-plans.ts'
import { followUpsEndpoints } from './saved-work/follow-ups.ts'
import { homeEndpoints } from './saved-work/home.ts'
import { installationEndpoints } from './org/installation.ts'
import { listsEndpoints } from './saved-work/lists.ts'
import { membersEndpoints } from './org/members.ts'
import { platformEndpoints } from './core/platform.ts'
import { privacyEndpoints } from './core/privacy.ts'
import { plansEndpoints } from './money/plans.ts'
import { promptEndpoints } from './search/prompt.ts'
import { registerChecksEndpoints } from './records/register-checks.ts'
import { searchEndpoints } from './search/search.ts'
import { searchesEndpoints } from './saved-work/searches.ts'
import { signalsEndpoints } from './signals/signals.ts'
import { agentsEndpoints } from './signals/agents.ts'
import { notificationsEndpoints } from './signals/notifications.ts'
import { pushEndpoints } from './signals/push.ts'
import { sourcesEndpoints } from './org/sources.ts'
import { syncEndpoints } from './sync.ts'
import { workEndpoints } from './saved-work/work.ts'

export const api = {
  ...platformEndpoints,
  ...privacyEndpoints,
  ...homeEndpoints,
  ...customerEndpoints,
  ...membersEndpoints,
  ...plansEndpoints,
  ...billingEndpoints,
  ...creditsEndpoints,
  ...downloadsEndpoints,
  ...uploadsEndpoints,
  ...searchEndpoints,
  ...promptEndpoints,
  ...searchesEndpoints,
  ...listsEndpoints,
  ...activitiesEndpoints,
  ...followUpsEndpoints,
  ...cadencesEndpoints,
  ...dayPlansEndpoints,
  ...workEndpoints,
  ...dataExportEndpoints,
  ...syncEndpoints,
  ...crmEndpoints,
  ...accountIntelligenceEndpoints,
  ...doNotCallEndpoints,
  ...auditEndpoints,
  ...signalsEndpoints,
  ...agentsEndpoints,
  ...notificationsEndpoints,
  ...pushEndpoints,
  ...sourcesEndpoints,
  ...installationEndpoints,
  ...registerChecksEndpoints,
  ...disclosuresEndpoints,
}
export type Api = typeof api
export type EndpointName = keyof Api
