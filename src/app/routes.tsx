import { lazy, type ComponentType } from 'react'
import { links } from '../../contract/links.ts'
import { OrganisationMenu } from './organisation-menu.tsx'
import { UserMenu } from './user-menu.tsx'

export type Screen = {
  path: string
  /** Addresses below `path` belong to it too (spec 2: catch-all index routes). */
  catchAll?: boolean
  /** The page's title; the screen's own heading may say more. */
  title: string
  /** Shown without the plan gate (spec 2). */
  ungated?: boolean
  /** Shown whatever one's role in the active organisation is: the ways to another one. */
  anyRole?: boolean
  /** shell: with rail and top bar. bare: alone on the page. */
  frame: 'shell' | 'bare'
  view: ComponentType
}

const simple = () => import('../features/placeholder/placeholder-screens.tsx')
const HomeParts = lazy(() => import('./home-parts.tsx').then((m) => ({ default: m.HomeParts })))
const home = lazy(() =>
  import('../features/home/home-screen.tsx').then(({ HomeScreen }) => ({
    default: () => <HomeScreen parts={HomeParts} />,
  })),
)
const RecordPanel = lazy(() =>
  import('../features/records/record-panel.tsx').then((m) => ({ default: m.RecordPanel })),
)
const AddToList = lazy(() =>
  import('../features/lists/add-to-list.tsx').then((m) => ({ default: m.AddToList })),
)
const search = lazy(() =>
  import('../features/search/search-screen.tsx').then(({ SearchScreen }) => ({
    default: () => <SearchScreen recordPanel={RecordPanel} addToList={AddToList} />,
  })),
)
const company = lazy(() =>
  import('../features/records/company-screen.tsx').then(({ CompanyScreen }) => ({
    default: () => <CompanyScreen addToList={AddToList} />,
  })),
)
const person = lazy(() =>
  import('../features/records/person-screen.tsx').then(({ PersonScreen }) => ({
    default: () => <PersonScreen addToList={AddToList} />,
  })),
)
const plan = lazy(() =>
  import('../features/plan/plan-selection-screen.tsx').then(({ PlanSelectionScreen }) => ({
    default: () => (
      <PlanSelectionScreen
        account={
          <>
            <OrganisationMenu align="end" />
            <UserMenu />
          </>
        }
      />
    ),
  })),
)
const users = lazy(async () => {
  const [{ UsersScreen }, { CrmCard }] = await Promise.all([
    import('../features/members/users-screen.tsx'),
    import('../features/crm/crm-card.tsx'),
  ])
  return { default: () => <UsersScreen connections={<CrmCard />} /> }
})
const profile = lazy(() =>
  import('../features/profile/profile-screen.tsx').then((m) => ({ default: m.ProfileScreen })),
)
const sync = lazy(() =>
  import('../features/sync/sync-screen.tsx').then((m) => ({ default: m.SyncScreen })),
)
const account = () => import('./account-screens.tsx')

const signIn = lazy(() => account().then((m) => ({ default: m.SignInPage })))
const signUp = lazy(() => account().then((m) => ({ default: m.SignUpPage })))
const createCompany = lazy(() => account().then((m) => ({ default: m.CreateCompanyPage })))
const selectCustomer = lazy(() => account().then((m) => ({ default: m.SelectCustomerPage })))
const maintenance = lazy(() => account().then((m) => ({ default: m.MaintenancePage })))
const FiltersOver = lazy(() =>
  import('../features/search/filters/filters-over.tsx').then((m) => ({ default: m.FiltersOver })),
)
const lists = lazy(() =>
  import('../features/lists/lists-screen.tsx').then(({ ListsScreen }) => ({
    default: () => <ListsScreen filters={FiltersOver} />,
  })),
)
const help = lazy(() => import('./help-page.tsx').then((m) => ({ default: m.HelpPage })))
const storage = lazy(() =>
  import('../features/storage/storage-screen.tsx').then((m) => ({ default: m.StorageScreen })),
)
const signals = lazy(() => simple().then((m) => ({ default: m.SignalsScreen })))
const agent = lazy(() => simple().then((m) => ({ default: m.AgentScreen })))
const downloads = lazy(() => simple().then((m) => ({ default: m.DownloadCenterScreen })))
const exchange = lazy(() => simple().then((m) => ({ default: m.DataExchangeScreen })))
const upload = lazy(() => simple().then((m) => ({ default: m.UploadScreen })))
const intelligence = lazy(() =>
  import('../features/account-intelligence/account-intelligence-screen.tsx').then(
    ({ AccountIntelligenceScreen }) => ({
      default: () => <AccountIntelligenceScreen filters={FiltersOver} />,
    }),
  ),
)

/** The path of an address made by contract/links.ts. */
const pathOf = (address: string): string => address.split('?')[0] ?? address

/** THE table of screens: every address of spec 2 and what it shows. */
export const screens: readonly Screen[] = [
  { path: links.home(), title: 'Home', frame: 'shell', view: home },
  { path: links.newSearch(), title: 'Search', frame: 'shell', view: search },
  { path: pathOf(links.company('')), title: 'Company', frame: 'shell', view: company },
  { path: pathOf(links.person('')), title: 'Person', frame: 'shell', view: person },
  { path: links.lists(), title: 'Lists', frame: 'shell', view: lists },
  { path: links.signals(), title: 'Signals', frame: 'shell', view: signals },
  { path: links.createAgent(), title: 'New signal agent', frame: 'shell', view: agent },
  { path: pathOf(links.editAgent('')), title: 'Signal agent', frame: 'shell', view: agent },
  { path: links.dataExchange(), title: 'Data exchange', frame: 'shell', view: exchange },
  { path: links.upload(), title: 'Upload', frame: 'shell', view: upload },
  { path: links.downloadCenter(), title: 'Download centre', frame: 'shell', view: downloads },
  {
    path: links.accountIntelligence(),
    title: 'Account intelligence',
    frame: 'shell',
    view: intelligence,
  },
  { path: links.storage(), title: 'Storage', frame: 'shell', view: storage },
  { path: links.help(), title: 'Help', frame: 'shell', view: help },
  { path: links.sync(), title: 'Sync centre', frame: 'shell', view: sync },
  { path: links.profile(), title: 'Profile', frame: 'shell', view: profile },
  { path: links.users(), title: 'Users', frame: 'shell', view: users },
  { path: links.planSelection(), title: 'Choose a plan', frame: 'bare', view: plan },
  {
    path: links.createCompany(),
    title: 'Create company',
    anyRole: true,
    frame: 'bare',
    view: createCompany,
  },
  {
    path: links.selectCustomer(),
    title: 'Select your customer',
    anyRole: true,
    frame: 'bare',
    view: selectCustomer,
  },
  {
    path: links.signIn(),
    catchAll: true,
    title: 'Log in',
    ungated: true,
    frame: 'bare',
    view: signIn,
  },
  {
    path: links.signUp(),
    catchAll: true,
    title: 'Sign up',
    ungated: true,
    frame: 'bare',
    view: signUp,
  },
  {
    path: links.maintenance(),
    title: 'Maintenance',
    ungated: true,
    frame: 'bare',
    view: maintenance,
  },
]

/** The screen of a path; null where there is none. A slash at the end changes nothing. */
export const screenAt = (path: string): Screen | null => {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path
  return (
    screens.find(
      (screen) =>
        screen.path === plain || (screen.catchAll === true && plain.startsWith(`${screen.path}/`)),
    ) ?? null
  )
}
