import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'wouter'
import type { FirstStep } from '../../../../contract/saved-work/home.ts'
import { links } from '../../../../contract/links.ts'
import { useLive } from '../../../shared/offline/device.tsx'
import { useCountry } from '../../../lib/ui-state.ts'
import { useApi } from '../../../lib/use-api.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { recentSearches, savedSearches } from '../../../offline/live.ts'
import { namedPins } from '../../../offline/named-pins.ts'
import { buttonClass, IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { useStepsDismissed } from './dismissed-steps.ts'
import { homeQuery } from './queries.ts'

/** How many of the five first steps are done, and the next one, until all are done or dismissed. */
export const FirstSteps = () => {
  const { dismissed, dismiss } = useStepsDismissed()
  const { data } = useQuery({ ...homeQuery(useApi(), useCountry()), enabled: !dismissed })
  const onDevice = useDoneOnDevice()
  const fromServer = new Map(data?.checklist.map(({ step, done }) => [step, done]))
  const left = steps.filter(({ step }) => fromServer.get(step) !== true && onDevice[step] !== true)
  const done = steps.length - left.length
  const [next] = left
  const isOver = data !== undefined && next === undefined
  useEffect(() => {
    if (isOver && !dismissed) dismiss()
  }, [isOver, dismissed, dismiss])
  // Without an answer, steps done elsewhere are unknown: show nothing rather than something wrong.
  if (dismissed || data === undefined || next === undefined) return null
  return (
    <section
      aria-labelledby="first-steps"
      className="flex flex-wrap items-center gap-x-4 rounded-md border border-line bg-card py-1 pr-1 pl-4"
    >
      <div className="flex min-h-control flex-[999] items-center gap-3">
        <h2 id="first-steps" className="text-14 font-semibold whitespace-nowrap">
          Get started
        </h2>
        <p className="tabular text-13 whitespace-nowrap text-ink-soft">
          {done} of {steps.length}
        </p>
        <span aria-hidden className="w-24 max-sm:hidden">
          <Progress done={done} total={steps.length} label="First steps done" />
        </span>
      </div>
      <div className="flex flex-1 items-center justify-between max-sm:-ml-2.5">
        <Link href={next.to()} className={`${buttonClass('quiet', 'sm')} text-accent-strong!`}>
          {next.title}
          <Icon name="arrow-right" size={16} />
        </Link>
        <IconButton icon="close" label="Hide Get started" onClick={dismiss} />
      </div>
    </section>
  )
}

const steps: readonly { step: FirstStep; title: string; to: () => string }[] = [
  { step: 'search', title: 'Run your first search', to: links.newSearch },
  { step: 'keep', title: 'Save a search or make a list', to: links.lists },
  { step: 'offline', title: 'Make a list available offline', to: links.lists },
  { step: 'install', title: 'Install the app', to: () => `${links.help()}#install` },
  { step: 'team', title: 'Set up your team', to: links.users },
]

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
