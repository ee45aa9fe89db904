import type { CallName } from '../../../contract/api.ts'
import { activitiesCalls } from '../../../contract/saved-work/activities.ts'
import { agentsCalls } from '../../../contract/signals/agents.ts'
import { doNotCallCalls } from '../../../contract/org/do-not-call.ts'
import { downloadsCalls } from '../../../contract/money/downloads.ts'
import { exchangeCalls } from '../../../contract/money/uploads.ts'
import { listsCalls } from '../../../contract/saved-work/lists.ts'
import { noticesCalls } from '../../../contract/signals/notifications.ts'
import { searchesCalls } from '../../../contract/saved-work/searches.ts'

/** What an organisation has of its own, by the sort of its ids, and what walks are about. */
export const ownKinds = [
  'lists',
  'searches',
  'recents',
  'activities',
  'requests',
  'templates',
  'uploads',
  'agents',
  'washes',
  'devices',
  'notices',
  'entries',
] as const
export type OwnKind = (typeof ownKinds)[number] | 'runs'

/** The sort of ids that stands as `id` in a call and in its replies; null where a call has none of its own. */
export const kindOf = (name: CallName, input: Record<string, unknown> = {}): OwnKind | null => {
  if (name === 'agentRuns') return 'agents'
  if (name === 'searchOfKind') return input['kind'] === 'recent' ? 'recents' : 'searches'
  if (recents.has(name)) return 'recents'
  if (templates.has(name)) return 'templates'
  if (devices.has(name)) return 'devices'
  if (name === 'ledger' || name === 'ledgerRecords') return 'entries'
  return byCalls.find(([, calls]) => name in calls)?.[0] ?? null
}

/** The calls about one kind: those a walk that is about this kind mostly makes. */
export const callsAbout = (kind: OwnKind, names: readonly CallName[]): CallName[] =>
  names.filter((name) => kindOf(name) === kind || alsoAbout[kind]?.includes(name))

/** The call that creates a thing of a kind. */
export const creators = {
  lists: 'createList',
  searches: 'saveSearch',
  recents: 'newRecent',
  activities: 'addNote',
  requests: 'requestDownload',
  templates: 'saveTemplate',
  uploads: 'createUpload',
  agents: 'createAgent',
  washes: 'beginWash',
  devices: 'subscribeDevice',
} as const satisfies Partial<Record<OwnKind, CallName>>

/** What follows the creation of something, with its id and mostly in this order; jobs run at `work`. */
export const sequels: Partial<Record<CallName, readonly (CallName | 'work' | 'part' | 'file')[]>> =
  {
    createList: ['changeMembers', 'listRecords', 'requestDownload', 'deleteList'],
    saveSearch: ['patchSearch', 'deleteSearch'],
    newRecent: ['updateRecent', 'deleteRecent'],
    addNote: ['patchActivity', 'deleteActivity'],
    requestDownload: [
      'work',
      'downloadRows',
      'downloadLink',
      'file',
      'retryDownload',
      'work',
      'file',
    ],
    saveTemplate: ['deleteTemplate'],
    createUpload: [
      'part',
      'uploadPreview',
      'mapUpload',
      'matchUpload',
      'work',
      'uploadRows',
      'decideReview',
      'listUpload',
      'deleteUpload',
    ],
    createAgent: ['work', 'notices', 'runAgent', 'agentRuns', 'deleteAgent'],
    beginWash: ['addWashed', 'finishWash'],
    subscribeDevice: ['pushDevices', 'forgetDevice'],
    reveal: ['ledger', 'ledgerRecords'],
  }

const recents = new Set<CallName>([
  'recentSearches',
  'recentQuickView',
  'newRecent',
  'updateRecent',
  'convertRecent',
  'deleteRecent',
])
const templates = new Set<CallName>(['exportTemplates', 'saveTemplate', 'deleteTemplate'])
const devices = new Set<CallName>(['subscribeDevice', 'pushDevices', 'forgetDevice'])
const byCalls: readonly [OwnKind, object][] = [
  ['lists', listsCalls],
  ['searches', searchesCalls],
  ['activities', activitiesCalls],
  ['requests', downloadsCalls],
  ['uploads', exchangeCalls],
  ['agents', agentsCalls],
  ['washes', doNotCallCalls],
  ['notices', noticesCalls],
]
const alsoAbout: Partial<Record<OwnKind, readonly CallName[]>> = {
  lists: ['changes', 'syncRecords', 'records', 'recordIds'],
  requests: ['estimate', 'reveal', 'ledger', 'ledgerRecords', 'auditFile'],
  agents: ['notices', 'readNotices', 'signals', 'coreSignals', 'actOnSignals', 'targetingSignals'],
  uploads: ['requestDownload', 'listUpload', 'uploadRows', 'decideRows'],
  entries: ['reveal', 'credits', 'creditsUsage', 'setMemberCap', 'audit', 'auditCheck'],
}
