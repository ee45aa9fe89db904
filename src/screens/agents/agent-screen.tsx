import { useState, type ReactNode } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { links } from '../../../contract/links.ts'
import { newAgent, type Agent, type AgentFields } from '../../../contract/signals/agents.ts'
import type { SignalCategory } from '../../../contract/signals/signals.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useLocal, useStorageError } from '../../shared/offline/device.tsx'
import { readHistoryState } from '../../shared/signals/agent-draft.ts'
import { adviceOn } from '../../shared/offline/read-failure.ts'
import { changeAgent, createAgent } from '../../offline/agents.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ItemStateMark } from '../../ui/item-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { Callout } from '../../ui/callout.tsx'
import { runAction } from './run-action.ts'
import { AgentForm } from './agent-form.tsx'
import { useAgentStatus } from './queries.ts'
import { useAgents, useCategories, type AgentRow } from './use-agents.ts'
import { useDeleteAgent } from './use-delete-agent.ts'
import { hiddenFilters } from './watch-criteria.tsx'
import { describePlanLimit, deviceTimeZone } from './copy.ts'

type Slots = {
  /** Shown where the plan has no signals. */
  upgrade: ReactNode
  alerts: ReactNode
}

/** Creates an agent, or changes the one in `?id=`. */
export const AgentScreen = ({ upgrade, alerts }: Slots) => {
  const id = new URLSearchParams(useSearch()).get('id')
  const categories = useCategories()
  if (categories === undefined) return <Loading />
  if (categories.length === 0)
    return (
      <Page title="Signal agent" lead={lead}>
        {upgrade}
      </Page>
    )
  return id === null || id === '' ? (
    <NewAgent categories={categories} alerts={alerts} />
  ) : (
    <KnownAgent key={id} id={id} categories={categories} alerts={alerts} />
  )
}

const lead = 'Watches for signals and alerts you when they appear.'

type Given = { categories: readonly SignalCategory[]; alerts: ReactNode }

const NewAgent = ({ categories, alerts }: Given) => {
  const local = useLocal()
  const [, navigate] = useLocation()
  const offline = useOffline()
  const { data: served } = useAgentStatus()
  // Stored at the first render: later history entries replace it.
  const [{ fields: initial, handed }] = useState(() => startingWith(categories))
  const full = served !== undefined && served.used >= served.most
  const saved = ({ name }: AgentFields): void => {
    showToast({
      title: offline
        ? `${name.trim()} will start watching when you’re back online`
        : `${name.trim()} is now watching`,
    })
    navigate(links.agents())
  }
  return (
    <Page title="New agent" lead={lead} actions={<ToAgents />}>
      {full && (
        <div className="mb-4">
          <Callout icon="lock" tone="warn">
            {describeFullPlan(served.most)} Delete one to create another.
          </Callout>
        </div>
      )}
      <AgentForm
        name="new"
        initial={initial}
        fresh={handed}
        categories={categories}
        action="Create agent"
        blocked={full ? describeFullPlan(served.most) : undefined}
        alerts={alerts}
        onSave={(fields) => createAgent(local, fields)}
        onSaved={saved}
      />
    </Page>
  )
}

const describeFullPlan = (most: number): string =>
  `${describePlanLimit(most)}, and ${most === 1 ? 'it’s' : 'all are'} in use.`

const startingWith = (
  categories: readonly SignalCategory[],
): { fields: AgentFields; handed: boolean } => {
  const watch = readHistoryState(history.state)
  const zone = deviceTimeZone()
  const blank = { ...newAgent, ...(zone !== undefined && { timeZone: zone }) }
  const [category = newAgent.category] = categories
  if (watch === null || !categories.includes(watch.category))
    return { fields: { ...blank, category }, handed: false }
  const filters = Object.fromEntries(
    Object.entries(watch.filters).filter(([identifier]) => !hiddenFilters.includes(identifier)),
  )
  return { fields: { ...blank, ...watch, filters }, handed: true }
}

const KnownAgent = ({ id, ...given }: Given & { id: string }) => {
  const { rows, served } = useAgents()
  const trouble = useStorageError()
  const row = rows?.find((each) => each.id === id)
  if (row !== undefined) return <ChangeAgent row={row} {...given} />
  const comes = served.data?.agents.some((agent) => agent.id === id) ?? served.isPending
  if (rows === undefined && trouble !== null)
    return (
      <Page title="Signal agent">
        <ErrorState title="We can’t load your agents on this device">
          Your synced agents are safe. To see them here, {adviceOn(trouble)}.
        </ErrorState>
      </Page>
    )
  if (rows === undefined || comes) return <Loading />
  return (
    <Page title="Signal agent">
      <EmptyState
        drawing="search"
        heading="h2"
        title="This agent was deleted"
        action={
          <Link href={links.agents()} className={buttonClass()}>
            Your agents
          </Link>
        }
      >
        It may have been deleted on another device. Its signals are still on your Signals page.
      </EmptyState>
    </Page>
  )
}

const ChangeAgent = ({ row, categories, alerts }: Given & { row: AgentRow }) => {
  const local = useLocal()
  const [, navigate] = useLocation()
  const offline = useOffline()
  const deleting = useDeleteAgent()
  const { value, state, isOverLimit } = row
  const { data: served } = useAgentStatus()
  const saved = (): void => {
    showToast({ title: offline ? 'Saved. Syncs when you’re back online' : 'Saved' })
    navigate(links.agents())
  }
  return (
    <Page
      title={value.name}
      lead={
        <span className="flex flex-wrap items-center gap-x-3">
          {value.paused ? 'Paused. It won’t find or send anything.' : lead}
          <ItemStateMark state={state} />
        </span>
      }
      actions={
        <>
          <ToAgents />
          <Button onClick={() => void runAction(() => pause(local, value))}>
            {value.paused ? 'Resume' : 'Pause'}
          </Button>
          <Button
            icon="trash"
            onClick={() => {
              deleting.remove(row)
              navigate(links.agents())
            }}
          >
            Delete
          </Button>
        </>
      }
    >
      {!categories.includes(value.category) && (
        <div className="mb-4">
          <Callout icon="lock" tone="warn">
            Your plan no longer includes these signals, so this agent finds none. Choose another
            kind.
          </Callout>
        </div>
      )}
      {isOverLimit && served !== undefined && (
        <div className="mb-4">
          <Callout icon="lock" tone="warn">
            {describePlanLimit(served.most)}, so this one is paused. Pause or delete another agent,
            or upgrade.
          </Callout>
        </div>
      )}
      <AgentForm
        name={row.id}
        initial={value}
        categories={categories}
        action="Save changes"
        blocked={undefined}
        alerts={alerts}
        row={row}
        // The pause button works on its own, so `paused` may have changed since the form opened.
        onSave={(fields) => changeAgent(local, value, { ...fields, paused: value.paused })}
        onSaved={saved}
      />
    </Page>
  )
}

const pause = (local: Parameters<typeof changeAgent>[0], agent: Agent): Promise<void> =>
  changeAgent(local, agent, { paused: !agent.paused })

// Its text lines up with the heading above.
const ToAgents = () => (
  <Link href={links.agents()} className={cx(buttonClass('quiet'), '-ml-3.5')}>
    <Icon name="arrow-left" size={18} />
    Your agents
  </Link>
)

const Loading = () => (
  <Page title="Signal agent" lead={lead}>
    <Delayed>
      <div role="status" aria-label="Loading" className="flex flex-col gap-3">
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
    </Delayed>
  </Page>
)
