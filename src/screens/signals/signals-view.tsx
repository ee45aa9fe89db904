import { useState, type ComponentType } from 'react'
import { useLocation } from 'wouter'
import { listPageSize } from '../../../contract/constants.ts'
import { recordLink } from '../../../contract/links.ts'
import type { Category } from '../../../contract/records/records.ts'
import { useOffline } from '../../lib/connectivity.ts'
import type { SignalPrefix } from '../../shared/signals/newest-signals.ts'
import {
  RecordBeside,
  useLayoutBeside,
  type RecordPanelProps,
} from '../../shared/records/record-beside.tsx'
import { SignalFilterPanel } from '../../shared/signals/filters/signal-filter-panel.tsx'
import { useNames } from '../../shared/signals/use-names.ts'
import { useLayout } from '../../lib/use-media.ts'
import { AsOf, useMinute } from '../../ui/as-of.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { useOpenedOnce } from '../../ui/opened-once.ts'
import { Pager } from '../../ui/pager.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { ChosenBar, AgentBanner, Snoozed } from './chosen-bar.tsx'
import { SignalsEmptyState } from './empty-state.tsx'
import { OverTime, formatSignalCount } from './over-time.tsx'
import { groupByCompany, hintsOf } from './groups.ts'
import { addressOf, namesRecords, sortings, type SignalsRoute, type Sort } from './route.ts'
import { RowActions } from './row-actions.tsx'
import { SignalSearchField } from './search-field.tsx'
import { DismissedRow, SignalRow } from './signal-row.tsx'
import { SignalGroup } from './signal-group.tsx'
import { useActs, type Acts } from './use-acts.ts'
import { useSeen } from './use-seen.ts'
import { useSignals, type Found } from './use-signals.ts'
import { localDayOf } from '../../../contract/core/days.ts'

type Props = {
  prefix: SignalPrefix
  route: SignalsRoute
  recordPanel: ComponentType<RecordPanelProps>
  addToList: ComponentType<{
    adding: { category: Category; ids: readonly string[] } | null
    onClose: () => void
  }>
}

export const SignalsView = ({ prefix, route, recordPanel, addToList: AddToList }: Props) => {
  const [, navigate] = useLocation()
  const wide = useLayout() === 'desk'
  const layout = useLayoutBeside(route.open !== null)
  const today = localDayOf(useMinute())
  const acts = useActs()
  const found = useSignals(prefix, route, today, (signal) => acts.stateOf(signal) === 'gone')
  const names = useNames(route.filters)
  const [adding, setAdding] = useState<{ category: Category; ids: string[] } | null>(null)
  const [sheet, setSheet] = useState(false)
  const go = (next: Partial<SignalsRoute>, replace = true): void =>
    navigate(addressOf({ ...route, ...next }), { replace })
  const narrow = (next: Partial<SignalsRoute>): void => go({ page: 0, ...next })
  const panel = (
    <SignalFilterPanel
      key={route.category}
      category={route.category}
      filters={route.filters}
      onChange={(filters) => narrow({ filters })}
    />
  )
  const open = (category: Category, id: string): void =>
    wide ? go({ open: { category, id } }) : navigate(recordLink(category, id))
  const chosen = Object.keys(route.filters).length
  return (
    <>
      {layout === 'desk' && (
        <aside
          aria-label="Filters"
          className="sticky top-topbar h-[calc(100dvh-var(--spacing-topbar))] w-filters shrink-0 overflow-y-auto border-r border-line bg-card pb-6 pl-4 scroll-quiet"
        >
          <h2 className="px-4 pt-4 text-14 font-semibold">Filters</h2>
          {panel}
        </aside>
      )}
      <div className="mx-auto flex w-full max-w-240 min-w-0 flex-col gap-4 px-4 py-4 sm:px-8 sm:py-6">
        <AgentBanner route={route} onAll={() => narrow({ agentId: null, runIds: [] })} />
        <Age found={found} />
        <OverTime route={route} today={today} onFilters={(filters) => narrow({ filters })} />
        <div className="flex flex-wrap items-center gap-2">
          {layout !== 'desk' && (
            <Button icon="filter" onClick={() => setSheet(true)}>
              Filters
              {chosen > 0 && (
                <Badge tone="accent">
                  {chosen}
                  <span className="sr-only"> in use</span>
                </Badge>
              )}
            </Button>
          )}
          <SignalSearchField
            key={route.category}
            value={route.search}
            onChange={(search) => narrow({ search })}
          />
          {!namesRecords(route) && (
            <Segmented
              label="Show"
              options={scopes}
              value={route.scope}
              onValueChange={(scope) => narrow({ scope })}
            />
          )}
          <SelectField
            label="Sort"
            labelHidden
            className="w-44 max-sm:flex-1"
            options={Object.entries(sortings)
              .filter(([sort]) => sort !== 'surge' || route.category === 'intent')
              // Keys of `sortings` are of type Sort.
              .map(([sort, { label }]) => ({ value: sort as Sort, label }))}
            value={route.sort}
            onValueChange={(sort) => narrow({ sort })}
          />
        </div>
        <ChosenBar route={route} names={names} onFilters={(filters) => narrow({ filters })} />
        {found.forYou === false && !namesRecords(route) && route.scope === 'forYou' && (
          <p className="text-13 text-ink-soft">
            {found.cachedAsOf === null
              ? 'All signals for now. Add companies to a list, and you’ll see theirs here.'
              : 'All signals on this device. None are about companies in your lists.'}
          </p>
        )}
        <Snoozed category={route.category} />
        <Rows
          found={found}
          acts={acts}
          route={route}
          today={today}
          onOpen={open}
          onAdd={(category, id) => setAdding({ category, ids: [id] })}
        />
        {found.signals?.length === 0 || found.signals === undefined ? (
          <SignalsEmptyState
            {...{ found, prefix, route, names, today }}
            onRouteChange={(next) => go(next)}
          />
        ) : (
          <Pager
            page={route.page}
            size={listPageSize}
            total={found.total}
            onPage={(page) => {
              go({ page }, false)
              scrollTo(0, 0)
            }}
          />
        )}
        {useOpenedOnce(adding !== null) && (
          <AddToList adding={adding} onClose={() => setAdding(null)} />
        )}
      </div>
      {layout !== 'desk' && (
        <Sheet
          open={sheet}
          onOpenChange={setSheet}
          title="Filters"
          side="full"
          actions={
            chosen > 0 && (
              <Button size="sm" variant="quiet" onClick={() => narrow({ filters: {} })}>
                Clear all
              </Button>
            )
          }
          footer={
            <Button variant="primary" onClick={() => setSheet(false)}>
              <span role="status">
                {found.signals === undefined
                  ? 'Show signals'
                  : `Show ${formatSignalCount(found.total)}`}
              </span>
            </Button>
          }
        >
          {panel}
        </Sheet>
      )}
      {route.open !== null && (
        <RecordBeside panel={recordPanel} {...route.open} onClose={() => go({ open: null })} />
      )}
    </>
  )
}

const scopes = [
  { value: 'forYou', label: 'For you' },
  { value: 'all', label: 'All' },
] as const

/** The age of the signals, where they come from this device or the server does not answer. */
const Age = ({ found: { cachedAsOf, answeredAt, error } }: { found: Found }) => {
  const offline = useOffline()
  const at = cachedAsOf ?? answeredAt
  if (at === null || !(offline || error !== null)) return null
  return (
    <p role="status" className="flex items-center gap-2 text-14 text-ink-soft">
      <Icon name="offline" size={18} className="shrink-0" />
      <span>
        {offline ? 'You’re offline.' : 'We can’t connect.'}{' '}
        {cachedAsOf === null ? 'Signals ' : 'Showing the newest signals, '}
        <AsOf at={at} />.
      </span>
    </p>
  )
}

const Rows = ({
  found: { signals, total, late },
  acts,
  route,
  today,
  onOpen,
  onAdd,
}: {
  found: Found
  acts: Acts
  route: SignalsRoute
  today: string
  onOpen: (category: Category, id: string) => void
  onAdd: (category: Category, id: string) => void
}) => {
  const [opened, setOpened] = useState<string | null>(null)
  useSeen(signals, acts.see)
  const shown = (signals ?? []).filter((signal) => acts.stateOf(signal) !== 'gone')
  const hints = hintsOf(shown)
  return (
    <>
      <p role="status" className="tabular text-13 text-ink-faint">
        {signals !== undefined && total > 0 && formatSignalCount(total)}
      </p>
      <ul
        aria-label="Signals"
        aria-busy={late}
        className={cx('-mt-2 flex flex-col gap-2.5', late && 'opacity-60')}
      >
        {groupByCompany(shown).map(({ id, signals: group }) => (
          <SignalGroup key={id} signals={group} onAdd={onAdd}>
            {group.map((signal) =>
              acts.stateOf(signal) === 'undoable' ? (
                <DismissedRow
                  key={signal.id}
                  signal={signal}
                  onUndo={() => acts.restore(signal.id)}
                />
              ) : (
                <SignalRow
                  key={signal.id}
                  signal={signal}
                  hint={hints.get(signal.id) ?? ''}
                  today={today}
                  open={opened === signal.id}
                  onOpen={(next) => setOpened(next ? signal.id : null)}
                  onDismiss={() => acts.dismiss(signal.id)}
                  actions={<RowActions {...{ signal, route, onOpen, onAdd }} />}
                />
              ),
            )}
          </SignalGroup>
        ))}
      </ul>
    </>
  )
}
