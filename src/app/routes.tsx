import type { ComponentType } from 'react'
import { links } from '../../contract/links.ts'
import { OrganisationMenu } from './organisation-menu.tsx'
import { useHasFollowUps } from '../shared/visits/use-follow-ups.ts'
import type { RecordPanelProps } from '../shared/records/record-beside.tsx'
import { LoadingLogo } from '../ui/loading-logo.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { ScreenLoading } from './screen-loading.tsx'
import { settingsPaths } from './settings-pages.ts'
import { UserMenu } from './user-menu.tsx'

export type Screen = {
  path: string
  /** Spec 2: catch-all index routes. */
  catchAll?: boolean
  /** The screen's own heading may say more. */
  title: string
  /** Spec 2. */
  ungated?: boolean
  /** Whatever the role: the ways to another organisation. */
  anyRole?: boolean
  /** Its rows carry `data-row`: the skip link and j, k, x and e lead through them. */
  hasRows?: boolean
  /** shell: with rail and top bar. bare: alone on the page. */
  frame: 'shell' | 'bare'
  view: ComponentType
}

const framed = (load: () => Promise<ComponentType>) => lazyComponent(load, <ScreenLoading />)
const alone = (load: () => Promise<ComponentType>) => lazyComponent(load, <LoadingLogo />)

const HomeParts = lazyComponent(
  () => import('./home-parts.tsx').then((m) => m.HomeParts),
  <div className="min-h-32" />,
)
const FirstRun = lazyComponent(
  () => import('../screens/first-run/first-run.tsx').then((m) => m.FirstRun),
  <ScreenLoading />,
)
const AddToList = lazyComponent(() =>
  import('../screens/lists/add-to-list.tsx').then((m) => m.AddToList),
)
const RecordPanel = lazyComponent(async () => {
  const { RecordPanel: Panel } = await import('../screens/records/record-panel.tsx')
  return (props: RecordPanelProps) => <Panel {...props} addToList={AddToList} />
})
const FiltersOver = lazyComponent(
  () => import('../screens/search/filters/filters-over.tsx').then((m) => m.FiltersOver),
  <div className="box-content min-h-control py-1 pointer-fine:min-h-8" />,
)

const home = framed(async () => {
  const { HomeScreen } = await import('../screens/home/home-screen.tsx')
  return () => <HomeScreen parts={HomeParts} firstRun={FirstRun} />
})
const search = framed(async () => {
  const { SearchScreen } = await import('../screens/search/search-screen.tsx')
  return () => <SearchScreen recordPanel={RecordPanel} addToList={AddToList} />
})
const company = framed(async () => {
  const { RecordScreen } = await import('../screens/records/record-screen.tsx')
  return () => <RecordScreen category="company" addToList={AddToList} />
})
const person = framed(async () => {
  const { RecordScreen } = await import('../screens/records/record-screen.tsx')
  return () => <RecordScreen category="people" addToList={AddToList} />
})
const lists = framed(async () => {
  const { ListsScreen } = await import('../screens/lists/lists-screen.tsx')
  return () => <ListsScreen filters={FiltersOver} recordPanel={RecordPanel} />
})
const settings = framed(async () => {
  const { SettingsScreens } = await import('./settings-screens.tsx')
  return () => <SettingsScreens filters={FiltersOver} />
})
const visits = framed(async () => {
  const [{ VisitsScreen }, { NotFound }] = await Promise.all([
    import('../screens/visits/visits-screen.tsx'),
    import('./not-found.tsx'),
  ])
  return function Visits() {
    return useHasFollowUps() ? <VisitsScreen /> : <NotFound />
  }
})
const day = framed(() => import('../screens/day/day-screen.tsx').then((m) => m.DayScreen))
const sync = framed(() => import('../screens/sync/sync-screen.tsx').then((m) => m.SyncScreen))
const help = framed(async () => {
  const [{ HelpScreen }, { ShortcutList }] = await Promise.all([
    import('../screens/help/help-screen.tsx'),
    import('./shortcut-list.tsx'),
  ])
  return () => <HelpScreen shortcuts={ShortcutList} />
})
const signals = framed(async () => {
  const [{ SignalsScreen }, { AgentsPanel }] = await Promise.all([
    import('../screens/signals/signals-screen.tsx'),
    import('../screens/agents/agents-panel.tsx'),
  ])
  return () => (
    <SignalsScreen recordPanel={RecordPanel} addToList={AddToList} agents={AgentsPanel} />
  )
})
const agent = framed(async () => {
  const [{ AgentScreen }, { SignalsUpgrade }, { AlertsInline }] = await Promise.all([
    import('../screens/agents/agent-screen.tsx'),
    import('../screens/signals/signals-upgrade.tsx'),
    import('../screens/profile/alerts.tsx'),
  ])
  return () => <AgentScreen upgrade={<SignalsUpgrade />} alerts={<AlertsInline />} />
})
const downloads = framed(() =>
  import('../screens/downloads/downloads-screen.tsx').then((m) => m.DownloadsScreen),
)
const exchange = framed(() =>
  import('../screens/uploads/exchange-screen.tsx').then((m) => m.ExchangeScreen),
)
const upload = framed(() =>
  import('../screens/uploads/upload-screen.tsx').then((m) => m.UploadScreen),
)

const plan = alone(async () => {
  const { PlanSelectionScreen } = await import('../screens/plan/plan-selection-screen.tsx')
  const menus = (
    <>
      <OrganisationMenu align="end" />
      <UserMenu />
    </>
  )
  return () => <PlanSelectionScreen account={menus} />
})
const account = () => import('./account-screens.tsx')
const signIn = alone(() => account().then((m) => m.SignInPage))
const signUp = alone(() => account().then((m) => m.SignUpPage))
const createCompany = alone(() => account().then((m) => m.CreateCompanyPage))
const selectCustomer = alone(() => account().then((m) => m.SelectCustomerPage))
const maintenance = alone(() =>
  import('../screens/maintenance/maintenance-screen.tsx').then((m) => m.MaintenanceScreen),
)
const privacyPage = alone(() =>
  import('../screens/privacy/privacy-page.tsx').then((m) => m.PrivacyPage),
)

const pathOf = (address: string): string => address.split('?')[0] ?? address

/** Every address of spec 2. */
export const screens: readonly Screen[] = [
  { path: links.home(), title: 'Home', frame: 'shell', view: home },
  { path: links.newSearch(), title: 'Search', hasRows: true, frame: 'shell', view: search },
  { path: pathOf(links.company('')), title: 'Company', frame: 'shell', view: company },
  { path: pathOf(links.person('')), title: 'Person', frame: 'shell', view: person },
  { path: links.lists(), title: 'Lists', hasRows: true, frame: 'shell', view: lists },
  { path: links.signals(), title: 'Signals', hasRows: true, frame: 'shell', view: signals },
  { path: links.createAgent(), title: 'New signal agent', frame: 'shell', view: agent },
  { path: pathOf(links.editAgent('')), title: 'Signal agent', frame: 'shell', view: agent },
  {
    path: links.dataExchange(),
    title: 'Data exchange',
    hasRows: true,
    frame: 'shell',
    view: exchange,
  },
  { path: links.upload(), title: 'Upload', frame: 'shell', view: upload },
  {
    path: links.downloadCenter(),
    title: 'Download centre',
    hasRows: true,
    frame: 'shell',
    view: downloads,
  },
  ...[...settingsPaths].map((path): Screen => ({
    path,
    title: 'Settings',
    frame: 'shell',
    view: settings,
  })),
  { path: links.visits(), title: 'My visits', hasRows: true, frame: 'shell', view: visits },
  { path: links.day(), title: 'Plan of the day', hasRows: true, frame: 'shell', view: day },
  { path: links.help(), title: 'Help', frame: 'shell', view: help },
  { path: links.sync(), title: 'Sync centre', frame: 'shell', view: sync },
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
  {
    path: links.privacyPage(),
    title: 'Privacy',
    ungated: true,
    frame: 'bare',
    view: privacyPage,
  },
]

/** Null for an unknown path. A slash at the end changes nothing. */
export const screenAt = (path: string): Screen | null => {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path
  return (
    screens.find(
      (screen) =>
        screen.path === plain || (screen.catchAll === true && plain.startsWith(`${screen.path}/`)),
    ) ?? null
  )
}
