import type { OpenedSignals } from './signals/notifications.ts'
import type { Category } from './records/records.ts'

/** Every address of a screen (spec 2). */
export const links = {
  home: () => '/dashboard',
  signIn: () => '/sign-in',
  signUp: () => '/sign-up',
  /** Where sign-out ends (spec 2, plan gate). */
  signedOut: () => '/sign-in?action=sign-out',
  maintenance: () => '/maintenance',
  profile: () => '/dashboard/profile',
  planSelection: () => '/dashboard/plan-selection',
  createCompany: () => '/dashboard/create-company',
  /** The organisations one belongs to and is invited to: 'Select your customer' (spec 2). */
  selectCustomer: () => '/dashboard/select-customer',
  /** The members page: 'Users' (spec 2). */
  users: () => '/dashboard/users',
  /** What the organisation has to spend, and every change of it. */
  credits: () => '/dashboard/credits',
  /** What an organisation does for the people it works with: a tab of the members page. */
  privacy: () => '/dashboard/users?tab=privacy',
  /** Who did what, for admins. */
  audit: () => '/dashboard/audit',
  downloadCenter: () => '/dashboard/download-center',
  /** The details of a request, over the history. */
  download: (id: string) => `/dashboard/download-center?open=${encodeURIComponent(id)}`,
  newSearch: () => '/dashboard/search/new',
  /** A search by its id alone: the screen finds its criteria on the device. */
  savedSearch: (id: string) => `/dashboard/search/new?saved=${encodeURIComponent(id)}`,
  recentSearch: (rid: string) => `/dashboard/search/new?recent=${encodeURIComponent(rid)}`,
  lists: () => '/dashboard/list',
  /** The records of a list, or of a saved search. */
  list: (id: string) => `/dashboard/list?id=${encodeURIComponent(id)}`,
  /** What takes room on this device. */
  storage: () => '/dashboard/storage',
  /** What this device has not sent, and what became of it: the Sync centre (product 2.1). */
  sync: () => '/dashboard/sync',
  /** Help: the tour, feedback, shortcuts. */
  help: () => '/dashboard/help',
  /** Every signal one may see; those a notice tells of: `signalsLink`. */
  signals: () => '/dashboard/signals',
  createAgent: () => '/dashboard/signals/agent/create',
  editAgent: (id: string) => `/dashboard/signals/agent/edit?id=${encodeURIComponent(id)}`,
  person: (id: string) => `/dashboard/people?id=${encodeURIComponent(id)}`,
  company: (id: string) => `/dashboard/company?id=${encodeURIComponent(id)}`,
  dataExchange: () => '/dashboard/data-exchange',
  upload: () => '/dashboard/data-exchange/upload',
  /** A file of one's own on its way: its columns, matches and what was taken out. */
  uploadOf: (id: string) => `/dashboard/data-exchange/upload?id=${encodeURIComponent(id)}`,
  /** The upload screen, with a file that was shared with the installed app. */
  sharedFile: (id: string) => `/dashboard/data-exchange/upload?shared=${encodeURIComponent(id)}`,
  accountIntelligence: () => '/dashboard/account-intelligence-config',
}

/** The full view of a record. */
export const recordLink = (category: Category, id: string): string =>
  category === 'company' ? links.company(id) : links.person(id)

/** The signals a notice tells of: its agent, runs, kind and lists (spec 3). */
export const signalsLink = (opened: Omit<OpenedSignals, 'signalCount'>): string => {
  const { agentId, incrementalRunIds: run, signalType, listIds: lists } = opened
  const { category, slug: type } = signalType
  const said = Object.entries({ category, agentId, run, type, lists }).flatMap(([name, value]) =>
    value === null || value.length === 0 ? [] : [`${name}=${encodeURIComponent(String(value))}`],
  )
  return `${links.signals()}?${said.join('&')}`
}
