import type { EndpointName } from '../../../contract/api.ts'
import { activitiesEndpoints } from '../../../contract/saved-work/activities.ts'
import { agentsEndpoints } from '../../../contract/signals/agents.ts'
import { doNotCallEndpoints } from '../../../contract/org/do-not-call.ts'
import { downloadsEndpoints } from '../../../contract/money/downloads.ts'
import { uploadsEndpoints } from '../../../contract/money/uploads.ts'
import { listsEndpoints } from '../../../contract/saved-work/lists.ts'
import { notificationsEndpoints } from '../../../contract/signals/notifications.ts'
import { searchesEndpoints } from '../../../contract/saved-work/searches.ts'

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

export const kindOf = (name: EndpointName, input: Record<string, unknown> = {}): OwnKind | null => {
  if (name === 'agentRuns') return 'agents'
  if (name === 'searchOfKind') return input['kind'] === 'recent' ? 'recents' : 'searches'
  if (recents.has(name)) return 'recents'
  if (templates.has(name)) return 'templates'
  if (devices.has(name)) return 'devices'
  if (name === 'ledger' || name === 'ledgerRecords') return 'entries'
  return byCalls.find(([, calls]) => name in calls)?.[0] ?? null
}

/** A walk about this kind mostly calls these. */
export const callsAbout = (kind: OwnKind, names: readonly EndpointName[]): EndpointName[] =>
  names.filter((name) => kindOf(name) === kind || alsoAbout[kind]?.includes(name))

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
} as const satisfies Partial<Record<OwnKind, EndpointName>>

/** Mostly in this order; jobs run at `work`. */
export const sequels: Partial<
  Record<EndpointName, readonly (EndpointName | 'work' | 'part' | 'file')[]>
> = {
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

const recents = new Set<EndpointName>([
  'recentSearches',
  'recentQuickView',
  'newRecent',
  'updateRecent',
  'convertRecent',
  'deleteRecent',
])
const templates = new Set<EndpointName>(['exportTemplates', 'saveTemplate', 'deleteTemplate'])
const devices = new Set<EndpointName>(['subscribeDevice', 'pushDevices', 'forgetDevice'])
const byCalls: readonly [OwnKind, object][] = [
  ['lists', listsEndpoints],
  ['searches', searchesEndpoints],
  ['activities', activitiesEndpoints],
  ['requests', downloadsEndpoints],
  ['uploads', uploadsEndpoints],
  ['agents', agentsEndpoints],
  ['washes', doNotCallEndpoints],
  ['notices', notificationsEndpoints],
]
const alsoAbout: Partial<Record<OwnKind, readonly EndpointName[]>> = {
  lists: ['changes', 'syncRecords', 'records', 'recordIds'],
  requests: ['estimate', 'reveal', 'ledger', 'ledgerRecords', 'auditFile'],
  agents: ['notices', 'readNotices', 'signals', 'coreSignals', 'actOnSignals', 'targetingSignals'],
  uploads: ['requestDownload', 'listUpload', 'uploadRows', 'decideRows'],
  entries: ['reveal', 'credits', 'creditsUsage', 'setMemberCap', 'audit', 'auditCheck'],
}
