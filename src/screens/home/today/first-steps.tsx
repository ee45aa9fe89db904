import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'wouter'
import type { FirstStep } from '../../../../contract/saved-work/home.ts'
import { links } from '../../../../contract/links.ts'
import { useLive } from '../../../shared/offline/device.tsx'
import { useApi } from '../../../lib/use-api.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { recentSearches, savedSearches } from '../../../offline/live.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { namedPins } from '../../../offline/named-pins.ts'
import { useDismissedCards } from './dismissed-cards.ts'
import { homeQuery } from './queries.ts'

/** Five first steps that tick themselves, until all are done or dismissed. `onTour` starts the tour. */
export const FirstSteps = ({ onTour }: { onTour: () => void }) => {
  const { steps: away, tour, dismiss } = useDismissedCards()
  const { data, isPending } = useQuery({ ...homeQuery(useApi()), enabled: !away })
  const onDevice = useDoneOnDevice()
  const fromServer = new Map(data?.checklist.map(({ step, done }) => [step, done]))
  const isDone = (step: FirstStep): boolean =>
    fromServer.get(step) === true || onDevice[step] === true
  const done = steps.filter(({ step }) => isDone(step)).length
  const all = done === steps.length
  useEffect(() => {
    if (all && !away) dismiss('steps')
  }, [all, away, dismiss])
  if (away || all) return null
  // Without an answer, steps done elsewhere are unknown: show nothing rather than something wrong.
  if (data === undefined)
    return isPending ? <Skeleton className="h-56 w-full sm:h-40 lg:h-52" /> : null
  return (
    <section
      aria-labelledby="first-steps"
      className="overflow-hidden rounded-md border border-line bg-card"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5 pr-1.5 pl-4">
        <h2 id="first-steps" className="text-16 font-semibold">
          Get started
        </h2>
        <p className="tabular flex-1 text-13 text-ink-faint">
          {done} of {steps.length}
          <span className="max-sm:sr-only"> done</span>
        </p>
        {!tour && (
          <Button
            size="sm"
            icon="help"
            onClick={() => {
              dismiss('tour')
              onTour()
            }}
          >
            Take the tour
          </Button>
        )}
        <IconButton icon="close" label="Hide Get started" onClick={() => dismiss('steps')} />
      </div>
      <ol className="grid grid-cols-1 gap-px border-t border-line bg-line sm:grid-cols-2 lg:grid-cols-5">
        {steps.map(({ step, title, note, to }) => (
          <Step key={step} title={title} note={note} to={to()} done={isDone(step)} />
        ))}
      </ol>
    </section>
  )
}

const steps: readonly { step: FirstStep; title: string; note: string; to: () => string }[] = [
  {
    step: 'search',
    title: 'Run your first search',
    note: 'Use filters or plain English',
    to: links.newSearch,
  },
  {
    step: 'keep',
    title: 'Save it, or make a list',
    note: 'Private until you share it',
    to: links.lists,
  },
  {
    step: 'offline',
    title: 'Take a list offline',
    note: 'Open a list and make it available offline',
    to: links.lists,
  },
  {
    step: 'install',
    title: 'Install the app',
    note: 'Open Fieldbook from your home screen',
    to: () => `${links.help()}#install`,
  },
  {
    step: 'team',
    title: 'Set up your team',
    note: 'Invite a colleague or describe your ideal customer',
    to: links.users,
  },
]

const Step = ({
  title,
  note,
  to,
  done,
}: {
  title: string
  note: string
  to: string
  done: boolean
}) => (
  <li className="flex bg-card last:sm:max-lg:col-span-2">
    <Link
      href={to}
      className="flex min-h-touch min-w-0 flex-1 items-start gap-3 px-4 py-3 -outline-offset-2 hover:bg-sunken lg:flex-col"
    >
      <span
        className={cx(
          'mt-0.5 grid size-6 shrink-0 place-items-center rounded-full border',
          done ? 'border-accent bg-accent text-accent-ink' : 'border-line-strong',
        )}
      >
        {done && <Icon name="check" size={14} label="Done:" />}
      </span>
      <span className="min-w-0">
        <span className={cx('block text-14 font-medium', done && 'text-ink-soft')}>{title}</span>
        <span className="block text-13 text-ink-faint">{note}</span>
      </span>
    </Link>
  </li>
)

/** Steps that this device knows to be done, before the server does. */
const useDoneOnDevice = (): Partial<Record<FirstStep, boolean>> => {
  const recent = useLive(recentSearches)
  const saved = useLive(savedSearches)
  const pinned = useLive(namedPins)
  const installed = useMedia('(display-mode: standalone)')
  return {
    search: (recent?.length ?? 0) > 0,
    keep: saved?.some(({ value }) => value.isOwner) === true,
    offline: pinned?.some(({ pin }) => pin.fetchedAt > 0) === true,
    install: installed,
  }
}
