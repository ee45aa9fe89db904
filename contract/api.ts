import { accountIntelligenceCalls } from './account-intelligence.ts'
import { activitiesCalls } from './activities.ts'
import { auditCalls } from './audit.ts'
import { creditsCalls } from './credits.ts'
import { crmCalls } from './crm.ts'
import { customerCalls } from './customer.ts'
import { downloadsCalls } from './downloads.ts'
import { doNotCallCalls } from './do-not-call.ts'
import { exchangeCalls } from './exchange.ts'
import { homeCalls } from './home.ts'
import { listsCalls } from './lists.ts'
import { memberCalls } from './members.ts'
import { platformCalls } from './platform.ts'
import { promptCalls } from './prompt.ts'
import { searchCalls } from './search.ts'
import { searchesCalls } from './searches.ts'
import { signalsCalls } from './signals.ts'
import { agentsCalls } from './agents.ts'
import { noticesCalls } from './notices.ts'
import { pushCalls } from './push.ts'
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
