import { useQuery } from '@tanstack/react-query'
import { signalFilterOf } from '../../../contract/signals/signal-filters.ts'
import { signalTypeOf } from '../../../contract/signals/signal-types.ts'
import { useLive } from '../../shared/offline/device.tsx'
import { formatDay } from '../../lib/format.ts'
import { valueWords, withValues } from '../../shared/signals/chosen.ts'
import { useApi } from '../../lib/use-api.ts'
import { agents } from '../../offline/agents.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Told } from '../../ui/told.tsx'
import type { Place } from './place.ts'
import { snoozesQuery } from './queries.ts'
import { useSnoozing } from './row-actions.tsx'

/** Whose agent's signals one looks at, and whether of certain runs alone, with the way back to all. */
export const OfAgent = ({ place, onAll }: { place: Place; onAll: () => void }) => {
  const name = useLive(agents)?.find(({ id }) => id === place.agentId)?.value.name
  const { agentId, runIds } = place
  if (agentId === null && runIds.length === 0) return null
  const told =
    runIds.length === 0
      ? 'All matches from the last 90 days'
      : runIds.length === 1
        ? 'From one alert'
        : `From ${runIds.length} alerts`
  return (
    <Told
      icon="bell"
      actions={
        <Button size="sm" onClick={onAll}>
          Show all signals
        </Button>
      }
    >
      {told}
      {agentId !== null && (
        <>
          {name !== undefined && (runIds.length === 0 ? ' for your agent ' : ' by your agent ')}
          {name !== undefined && <b className="font-semibold text-ink">“{name}”</b>}
        </>
      )}
      .
    </Told>
  )
}

/** What the signals are narrowed by, each with its way out. */
export const ChosenBar = ({
  place: { filters },
  names,
  onFilters,
}: {
  place: Place
  names: ReadonlyMap<string, string>
  onFilters: (filters: Place['filters']) => void
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
                label={valueWords(identifier, value, names)}
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

/** The types of a category that are left out for now, each with the way to end it. */
export const Snoozed = ({ category }: Pick<Place, 'category'>) => {
  const { data } = useQuery(snoozesQuery(useApi()))
  const snooze = useSnoozing()
  const here = data?.filter(({ slug }) => signalTypeOf(slug)?.category === category) ?? []
  if (here.length === 0) return null
  return (
    <ul aria-label="Snoozed types" className="flex flex-col gap-1">
      {here.map(({ slug, until }) => (
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
