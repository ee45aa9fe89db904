import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { links } from '../../../contract/links.ts'
import type { Category } from '../../../contract/records/records.ts'
import { signalTypeOf } from '../../../contract/signals/signal-types.ts'
import type { Signal } from '../../../contract/signals/signals.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { formatDay } from '../../lib/format.ts'
import { toHistoryState } from '../../shared/signals/agent-draft.ts'
import { FollowUpButton } from '../../shared/visits/follow-up-button.tsx'
import { useApi } from '../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { typeFilter, type SignalsRoute } from './route.ts'
import { dayMs } from '../../../contract/core/days.ts'

export const RowActions = ({
  signal,
  route,
  onOpen,
  onAdd,
}: {
  signal: Signal
  route: SignalsRoute
  onOpen: (category: Category, id: string) => void
  onAdd: (category: Category, id: string) => void
}) => {
  const [, navigate] = useLocation()
  const { person, company } = signal
  const of = person
    ? ({ category: 'people', ...person } as const)
    : company && ({ category: 'company', ...company } as const)
  const watch = (): void => {
    const { lists = [], when: _, event_date: __, ...filters } = route.filters
    const typed = typeFilter(route.category)
    const { [typed ?? '']: ___, ...others } = filters
    navigate(links.createAgent(), {
      state: toHistoryState({
        category: signal.category,
        filters: others,
        types: [signal.slug],
        listIds: lists,
      }),
    })
  }
  return (
    <>
      {of && (
        <>
          <Button size="sm" icon="arrow-right" onClick={() => onOpen(of.category, of.id)}>
            Open {of.category === 'people' ? 'person' : 'company'}
          </Button>
          <Button size="sm" icon="list" onClick={() => onAdd(of.category, of.id)}>
            Add to list
          </Button>
          <FollowUpButton
            about={{ category: of.category, recordId: of.id, name: of.name }}
            origin={{ kind: 'signal', id: signal.id }}
          />
        </>
      )}
      <Button size="sm" icon="bell" onClick={watch}>
        Watch for more like this
      </Button>
      <SnoozeMenu slug={signal.slug} />
    </>
  )
}

const spans = [
  { label: 'For a day', ms: dayMs },
  { label: 'For a week', ms: 7 * dayMs },
  { label: 'For a month', ms: 30 * dayMs },
]

const SnoozeMenu = ({ slug }: { slug: string }) => {
  const snooze = useSnoozing()
  const offline = useOffline()
  const type = signalTypeOf(slug)
  return (
    <Menu
      label={`Snooze type: ${type?.plural ?? slug}`}
      text="Snooze type"
      icon="clock"
      size="sm"
      align="start"
      disabledReason={offline ? 'You need a connection to snooze' : undefined}
      groups={[
        {
          heading: `No ${type?.plural ?? 'signals of this type'}`,
          items: spans.map(({ label, ms }) => ({
            label,
            onSelect: () => snooze({ slug, until: new Date(Date.now() + ms).toISOString() }),
          })),
        },
      ]}
    />
  )
}

/** Snoozes a type until a moment, or ends that (null), and refetches signals. */
export const useSnoozing = () => {
  const api = useApi()
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationKey: ['snoozeType'],
    mutationFn: (given: { slug: string; until: string | null }) => api.snoozeType(given),
    onSuccess: (snoozes, { slug, until }) => {
      client.setQueryData(['signals', 'snoozes'], snoozes)
      void client.invalidateQueries({ queryKey: ['signals'] })
      const many = signalTypeOf(slug)?.plural ?? 'signals of this type'
      showToast({
        title: until === null ? `Showing ${many} again.` : `No ${many} until ${formatDay(until)}.`,
      })
    },
  })
  return mutate
}
