import { accountIntelligenceCalls } from './org/account-intelligence.ts'
import { activitiesCalls } from './saved-work/activities.ts'
import { auditCalls } from './org/audit.ts'
import { creditsCalls } from './money/credits.ts'
import { crmCalls } from './org/crm.ts'
import { customerCalls } from './org/customer.ts'
import { downloadsCalls } from './money/downloads.ts'
import { doNotCallCalls } from './org/do-not-call.ts'
import { exchangeCalls } from './money/uploads.ts'
import { homeCalls } from './saved-work/home.ts'
import { listsCalls } from './saved-work/lists.ts'
import { memberCalls } from './org/members.ts'
import { platformCalls } from './core/platform.ts'
import { promptCalls } from './search/prompt.ts'
import { searchCalls } from './search/search.ts'
import { searchesCalls } from './saved-work/searches.ts'
import { signalsCalls } from './signals/signals.ts'
import { agentsCalls } from './signals/agents.ts'
import { noticesCalls } from './signals/notifications.ts'
import { pushCalls } from './signals/push.ts'
import { syncCalls } from './sync.ts'

/** Every call of the API by name: the server serves exactly these, the client offers exactly these, OpenAPI is made from these. */
export const api = {
  ...platformCalls,
  ...homeCalls,
  ...customerCalls,
  ...memberCalls,
  ...creditsCalls,
  ...downloadsCalls,
  ...exchangeCalls,
  ...searchCalls,
  ...promptCalls,
  ...searchesCalls,
  ...listsCalls,
  ...activitiesCalls,
  ...syncCalls,
  ...crmCalls,
  ...accountIntelligenceCalls,
  ...doNotCallCalls,
  ...auditCalls,
  ...signalsCalls,
  ...agentsCalls,
  ...noticesCalls,
  ...pushCalls,
}
export type Api = typeof api
export type CallName = keyof Api
