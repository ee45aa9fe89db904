import { useState, type ReactNode } from 'react'
import type { Problem } from '../../../contract/core/problem.ts'
import { useLocal } from '../../shared/offline/device.tsx'
import { formatAgo, formatCount } from '../../lib/format.ts'
import { syncNow } from '../../shared/offline/sync-store.ts'
import { agreeTo } from '../../offline/downloads.ts'
import { retry } from '../../offline/outbox.ts'
import type { Entry } from '../../offline/rows.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ItemStateMark } from '../../ui/item-state.tsx'
import { useRunAction } from './use-run-action.ts'
import { hasOpposite, isLocalOnly, takeBack } from './take-back.ts'
import type { Change } from './unsettled.ts'
import { describeChange } from './copy.ts'

export const RefusedRow = ({ change }: { change: Change }) => {
  const local = useLocal()
  const { act, trouble } = useRunAction()
  const { entry } = change
  const description = describeChange(change)
  const again = async (): Promise<void> => {
    await retry(local, entry.id)
    syncNow()
  }
  const credits = dearer(entry)
  const agree = async (): Promise<void> => {
    if (credits !== null) await agreeTo(local, entry, credits)
    syncNow()
  }
  return (
    <Row change={change} description={description} trouble={trouble}>
      <Cause
        problem={entry.problem}
        more={
          credits === null
            ? null
            : `It now costs ${formatCount(credits, 'credit', 'credits')}, more than the ${formatCount(entry.estimate ?? 0, 'credit', 'credits')} you agreed to. Nothing was charged.`
        }
      />
      <div className="mt-3 flex flex-wrap gap-2">
        {credits === null ? (
          <Button icon="sync" aria-label={`Retry: ${description}`} onClick={() => act(again)}>
            Retry
          </Button>
        ) : (
          <Button
            icon="credit"
            aria-label={`Agree to ${formatCount(credits, 'credit', 'credits')}: ${description}`}
            onClick={() => act(agree)}
          >
            Agree to {formatCount(credits, 'credit', 'credits')}
          </Button>
        )}
        <Undo change={change} description={description} />
      </div>
    </Row>
  )
}

export const WaitingRow = ({ change }: { change: Change }) => {
  const description = describeChange(change)
  return (
    <Row
      change={change}
      description={description}
      trouble={null}
      action={<Undo {...{ change, description }} />}
    />
  )
}

const Row = ({
  change: { entry },
  description,
  trouble,
  action,
  children,
}: {
  change: Change
  description: string
  trouble: string | null
  action?: ReactNode
  children?: ReactNode
}) => {
  const now = useMinute()
  const createdAt = new Date(entry.at).toISOString()
  return (
    <li className="px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-60">
          <p className="font-medium wrap-anywhere">{description}</p>
          <p className="mt-0.5 text-13 text-ink-faint">
            <time dateTime={createdAt}>{formatAgo(createdAt, Math.max(now, entry.at))}</time>
            {entry.failures > 0 && `, tried ${entry.failures} times`}
            {entry.estimate !== null &&
              `, costs up to ${formatCount(entry.estimate, 'credit', 'credits')}`}
          </p>
        </div>
        <div className="flex items-center justify-end gap-2">
          <ItemStateMark state={stateOf(entry)} />
          {action}
        </div>
      </div>
      {children}
      {trouble !== null && (
        <p role="alert" className="mt-2 text-14 text-danger">
          {trouble}
        </p>
      )}
    </li>
  )
}

const stateOf = ({ state }: Entry) =>
  state === 'parked' ? 'needs attention' : state === 'sending' ? 'sending' : 'on this device'

const dearer = ({ kind, problem }: Entry): number | null => {
  const estimate = kind === 'download' && problem?.code === 'price-changed' && problem.estimate
  if (typeof estimate !== 'object' || estimate === null || !('chargeable' in estimate)) return null
  return typeof estimate.chargeable === 'number' ? estimate.chargeable : null
}

const Cause = ({ problem, more }: { problem: Problem | null; more: string | null }) => {
  const title = problem?.title ?? 'This couldn’t sync'
  const details = [
    more ?? problem?.detail ?? '',
    ...(problem?.errors ?? []).map(({ detail }) => detail),
  ].filter((text) => text !== '' && text !== title)
  return (
    <div className="mt-2 rounded-sm bg-danger-soft px-3 py-2 text-14 text-danger">
      <p className="font-medium wrap-anywhere">{title}</p>
      {[...new Set(details)].map((text) => (
        <p key={text} className="wrap-anywhere">
          {text}
        </p>
      ))}
      {problem !== null && problem.requestId !== '' && (
        <p className="text-12">Reference {problem.requestId}</p>
      )}
    </div>
  )
}

const onlyOnDevice = 'It’s only on this device, so you’ll lose it.'
const perhapsThere = 'It may already have synced. If so, it’s deleted there too.'

const Undo = ({ change: { entry }, description }: { change: Change; description: string }) => {
  const local = useLocal()
  const { act, trouble } = useRunAction()
  const [asking, setAsking] = useState(false)
  const undo = (): void => act(() => takeBack(local, entry))
  const makes = entry.effect.do === 'create' || entry.effect.do === 'ask'
  const tooLate = !isLocalOnly(entry) && !hasOpposite(entry)
  return (
    <>
      <Button
        icon="undo"
        variant="quiet"
        aria-label={`Undo: ${description}`}
        onClick={() => (makes ? setAsking(true) : undo())}
        {...(tooLate ? { disabledReason: 'It may already have synced.' } : {})}
      >
        Undo
      </Button>
      {trouble !== null && (
        <p role="alert" className="self-center text-14 text-danger">
          {trouble}
        </p>
      )}
      <ConfirmDialog
        open={asking}
        title="Delete this?"
        description={`${description}. ${isLocalOnly(entry) ? onlyOnDevice : perhapsThere}`}
        keep="Keep"
        action="Delete"
        onConfirm={undo}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
