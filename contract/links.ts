import type { OpenedSignals } from './signals/notifications.ts'
import type { Category } from './records/records.ts'

/** Every address of a screen (spec 2). */
export const links = {
  home: () => '/dashboard',
  signIn: () => '/sign-in',
  signUp: () => '/sign-up',
  signedOut: () => '/sign-in?action=sign-out',
  maintenance: () => '/maintenance',
  /** Returns to `address` afterwards. */
  inMaintenance: (address: string) => `/maintenance?from=${encodeURIComponent(address)}`,
  /** Open to everyone; the settings of an organisation are `privacy`. */
  privacyPage: () => '/privacy',
  profile: () => '/dashboard/profile',
  planSelection: () => '/dashboard/plan-selection',
  createCompany: () => '/dashboard/create-company',
  /** 'Select your customer' (spec 2). */
  selectCustomer: () => '/dashboard/select-customer',
  /** On a phone the list of the pages of settings. */
  settings: () => '/dashboard/settings',
  security: () => '/dashboard/profile?tab=security',
  alerts: () => '/dashboard/profile?tab=notifications',
  appearance: () => '/dashboard/profile?tab=device',
  /** 'Users' (spec 2). */
  users: () => '/dashboard/users',
  creditLimits: () => '/dashboard/users?tab=caps',
  organisation: () => '/dashboard/users?tab=company',
  integrations: () => '/dashboard/users?tab=integrations',
  /** What goes into which field of a CRM. */
  crmFields: (connector: string) =>
    `/dashboard/users?tab=integrations&fields=${encodeURIComponent(connector)}`,
  privacy: () => '/dashboard/users?tab=privacy',
  credits: () => '/dashboard/credits',
  billing: () => '/dashboard/billing',
  /** Checkout returns to one of them: the first opens without a plan, the second with a trial. */
  planSelectionPaid: () => '/dashboard/plan-selection?checkout=done',
  billingPaid: () => '/dashboard/billing?checkout=done',
  audit: () => '/dashboard/audit',
  sources: () => '/dashboard/sources',
  installation: () => '/dashboard/installation',
  /** `new` adds a source. */
  source: (id: string) => `/dashboard/sources?id=${encodeURIComponent(id)}`,
  editSource: (id: string) => `/dashboard/sources?edit=${encodeURIComponent(id)}`,
  downloadCenter: () => '/dashboard/download-center',
  /** The details of a request, over the history. */
  download: (id: string) => `/dashboard/download-center?open=${encodeURIComponent(id)}`,
  newSearch: () => '/dashboard/search/new',
  /** The screen loads the criteria from the device. */
  savedSearch: (id: string) => `/dashboard/search/new?saved=${encodeURIComponent(id)}`,
  recentSearch: (rid: string) => `/dashboard/search/new?recent=${encodeURIComponent(rid)}`,
  visits: () => '/dashboard/visits',
  /** The plan of a day, YYYY-MM-DD; today's by default. */
  day: (on?: string) => `/dashboard/day${on === undefined ? '' : `?on=${on}`}`,
  /** What to know at the door of a stop; today's by default. */
  dayStop: (id: string, on?: string) =>
    `/dashboard/day?stop=${encodeURIComponent(id)}${on === undefined ? '' : `&on=${on}`}`,
  /** Today's plan, where stops are chosen from what is due, or from an offline list. */
  planDue: () => '/dashboard/day?list=due',
  planFromList: (id: string) => `/dashboard/day?list=${encodeURIComponent(id)}`,
  lists: () => '/dashboard/list',
  offlineLists: () => '/dashboard/list?kind=offline',
  /** The records of a list, or of a saved search. */
  list: (id: string) => `/dashboard/list?id=${encodeURIComponent(id)}`,
  storage: () => '/dashboard/storage',
  sync: () => '/dashboard/sync',
  help: () => '/dashboard/help',
  /** All visible signals; for those of a notification use `signalsLink`. */
  signals: () => '/dashboard/signals',
  /** A tab of the signals screen. */
  agents: () => '/dashboard/signals?agents',
  createAgent: () => '/dashboard/signals/agent/create',
  editAgent: (id: string) => `/dashboard/signals/agent/edit?id=${encodeURIComponent(id)}`,
  person: (id: string) => `/dashboard/people?id=${encodeURIComponent(id)}`,
  company: (id: string) => `/dashboard/company?id=${encodeURIComponent(id)}`,
  dataExchange: () => '/dashboard/data-exchange',
  upload: () => '/dashboard/data-exchange/upload',
  uploadOf: (id: string) => `/dashboard/data-exchange/upload?id=${encodeURIComponent(id)}`,
  /** A file that was shared with the installed app. */
  sharedFile: (id: string) => `/dashboard/data-exchange/upload?shared=${encodeURIComponent(id)}`,
  /** Opens quick search with the address of a web page that was shared with the installed app. */
  findCompany: (address: string) => `/dashboard?find=${encodeURIComponent(address)}`,
  accountIntelligence: () => '/dashboard/account-intelligence-config',
}

export const recordLink = (category: Category, id: string): string =>
  category === 'company' ? links.company(id) : links.person(id)

/** The agent, runs, type and lists of a notification (spec 3). */
export const signalsLink = (opened: Omit<OpenedSignals, 'signalCount'>): string => {
  const { agentId, incrementalRunIds: run, signalType, listIds: lists } = opened
  const { category, slug: type } = signalType
  const said = Object.entries({ category, agentId, run, type, lists }).flatMap(([name, value]) =>
    value === null || value.length === 0 ? [] : [`${name}=${encodeURIComponent(String(value))}`],
  )
  return `${links.signals()}?${said.join('&')}`
}
