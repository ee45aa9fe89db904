import { useId, type ComponentType } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Category } from '../../../contract/records/records.ts'
import { categoriesOf } from '../../../contract/signals/signal-flags.ts'
import type { SignalCategory } from '../../../contract/signals/signals.ts'
import { useCountry } from '../../lib/ui-state.ts'
import { useSignalPrefix, type SignalPrefix } from '../../shared/signals/newest-signals.ts'
import type { RecordPanelProps } from '../../shared/records/record-beside.tsx'
import { categoryNames } from '../../shared/signals/copy.ts'
import { Page } from '../../ui/page.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { SignalsView } from './signals-view.tsx'
import { addressOf, readSignalsRoute, type SignalsRoute } from './route.ts'
import { SignalsUpgrade } from './signals-upgrade.tsx'

type Slots = {
  /** Renders a record beside the signals, from 1024 px on. */
  recordPanel: ComponentType<RecordPanelProps>
  /** Asks which list to add records to (null asks nothing), adds them and shows the result. */
  addToList: ComponentType<{
    adding: { category: Category; ids: readonly string[] } | null
    onClose: () => void
  }>
  agents: ComponentType
}

/** Why to call today (spec 2, product 2.7): the signals that the user's flags allow, and the agents that watch for them. */
export const SignalsScreen = (slots: Slots) => {
  const prefix = useSignalPrefix()
  if (prefix === undefined)
    return (
      <Page title="Signals">
        <Delayed>
          <Skeleton className="h-28 w-full rounded-md" />
        </Delayed>
      </Page>
    )
  return prefix === null ? (
    <Page title="Signals" lead="What changed at the companies you care about.">
      <SignalsUpgrade />
    </Page>
  ) : (
    <Tabbed prefix={prefix} {...slots} />
  )
}

const Tabbed = ({ prefix, agents: Agents, ...slots }: Slots & { prefix: SignalPrefix }) => {
  const group = useId()
  const [, navigate] = useLocation()
  const categories: readonly SignalCategory[] = categoriesOf[prefix]
  const route = readSignalsRoute(useSearch(), categories, useCountry())
  const { tab, scope, country, search } = route
  const tabs = [
    ...categories.map((id) => ({ id, label: categoryNames[id] })),
    { id: 'agents', label: 'Agents' } as const,
  ]
  const choose = (id: SignalsRoute['tab']): void =>
    navigate(
      addressOf(
        id === 'agents'
          ? { ...route, tab: id }
          : {
              ...readSignalsRoute('', [id], country),
              scope,
              search: tab === 'agents' ? '' : search,
            },
      ),
    )
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <div className="border-b border-line px-4 pt-1 sm:px-8 sm:pt-6">
        {/* On a phone the top bar shows the title. */}
        <h1 className="text-26 font-semibold max-sm:sr-only">Signals</h1>
        <Tabs
          group={group}
          label="Signal types"
          tabs={tabs}
          selected={tab}
          onSelect={choose}
          className="-mx-3 mt-2"
        />
      </div>
      <TabPanel group={group} id={tab} className="flex min-w-0 flex-1">
        {tab === 'agents' ? (
          // Aligned with the heading above instead of centred.
          <div className="w-full max-w-page px-4 py-6 sm:px-8">
            <Agents />
          </div>
        ) : (
          <SignalsView key={prefix} prefix={prefix} route={route} {...slots} />
        )}
      </TabPanel>
    </div>
  )
}
