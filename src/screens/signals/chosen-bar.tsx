import { useQuery } from '@tanstack/react-query'
import { signalFilterOf } from '../../../contract/signals/signal-filters.ts'
import { signalTypeOf } from '../../../contract/signals/signal-types.ts'
import { useLive } from '../../shared/offline/device.tsx'
import { formatDay } from '../../lib/format.ts'
import { formatFilterValue, withValues } from '../../shared/signals/filter-values.ts'
import { useApi } from '../../lib/use-api.ts'
import { agents } from '../../offline/agents.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Callout } from '../../ui/callout.tsx'
import type { SignalsRoute } from './route.ts'
import { snoozesQuery } from './queries.ts'
import { useSnoozing } from './row-actions.tsx'

export const AgentBanner = ({ route, onAll }: { route: SignalsRoute; onAll: () => void }) => {
  const name = useLive(agents)?.find(({ id }) => id === route.agentId)?.value.name
  const { agentId, runIds } = route
  if (agentId === null && runIds.length === 0) return null
  const description =
    runIds.length === 0
      ? 'All matches from the last 90 days'
      : runIds.length === 1
        ? 'From one alert'
        : `From ${runIds.length} alerts`
  return (
    <Callout
      icon="bell"
      actions={
        <Button size="sm" onClick={onAll}>
          Show all signals
        </Button>
      }
    >
      {description}
      {agentId !== null && (
        <>
          {name !== undefined && (runIds.length === 0 ? ' for your agent ' : ' by your agent ')}
          {name !== undefined && <b className="font-semibold text-ink">“{name}”</b>}
        </>
      )}
      .
    </Callout>
  )
}

export const ChosenBar = ({
  route: { filters },
  names,
  onFilters,
}: {
  route: SignalsRoute
  names: ReadonlyMap<string, string>
  onFilters: (filters: SignalsRoute['filters']) => void
}) => {
  const chosen = Object.entries(filters)
  if (chosen.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <ul aria-label="Chosen filters" className="contents">
        {chosen.flatMap(([identifier, values]) =>
          values.map((value) => (
            <li key={`${identifier} ${value}`} className="max-w-full">
              <Chip
                tone="accent"
                prefix={signalFilterOf(identifier)?.label}
                label={formatFilterValue(identifier, value, names)}
                onRemove={() =>
                  onFilters(
                    withValues(
                      filters,
                      identifier,
                      values.filter((each) => each !== value),
                    ),
                  )
                }
              />
            </li>
          )),
        )}
      </ul>
      <Button size="sm" variant="quiet" onClick={() => onFilters({})}>
        Clear all
      </Button>
    </div>
  )
}

export const Snoozed = ({ category }: Pick<SignalsRoute, 'category'>) => {
  const { data } = useQuery(snoozesQuery(useApi()))
  const snooze = useSnoozing()
  const snoozed = data?.filter(({ slug }) => signalTypeOf(slug)?.category === category) ?? []
  if (snoozed.length === 0) return null
  return (
    <ul aria-label="Snoozed types" className="flex flex-col gap-1">
      {snoozed.map(({ slug, until }) => (
        <li key={slug} className="flex flex-wrap items-center gap-x-2 text-13 text-ink-soft">
          <Icon name="clock" size={16} />
          <span>
            No {signalTypeOf(slug)?.plural ?? slug} until {formatDay(until)}.
          </span>
          <Button size="sm" variant="quiet" onClick={() => snooze({ slug, until: null })}>
            Show again
          </Button>
        </li>
      ))}
    </ul>
  )
}
