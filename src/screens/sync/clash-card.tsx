import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocal } from '../../shared/offline/device.tsx'
import { formatAgo } from '../../lib/format.ts'
import { customerInfoQuery } from '../../shared/queries.ts'
import { syncNow } from '../../shared/offline/sync-store.ts'
import { useApi } from '../../lib/use-api.ts'
import { discard, restoreAsNew, takeTheirs } from '../../offline/conflicts.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Button, type ButtonVariant } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useRunAction } from './use-run-action.ts'
import type { Clash } from './unsettled.ts'
import { describeClash, describeSide, describeVersion } from './copy.ts'

export const ClashCard = ({ clash }: { clash: Clash }) => {
  const { conflict } = clash
  const local = useLocal()
  const { act, trouble } = useRunAction()
  const now = useMinute()
  const [discarding, setDiscarding] = useState(false)
  const name = useNameOf(conflict.by) ?? 'Someone else'
  const own = conflict.by === local.device.userId
  const author = own ? 'You, on another device' : name
  const description = describeClash(clash)
  const at = new Date(conflict.at).toISOString()
  const choose = (work: () => Promise<unknown>) => () =>
    act(async () => {
      await work()
      syncNow()
    })
  const restore = async (): Promise<void> => {
    const { hasCopy } = await restoreAsNew(local, conflict)
    showToast({ title: hasCopy ? 'Restored, with its offline copy' : 'Restored' })
  }
  return (
    <li className="px-4 py-3.5 sm:px-5">
      <p className="font-medium wrap-anywhere">{description}</p>
      <p className="mt-0.5 text-13 text-ink-faint">
        <time dateTime={at}>{formatAgo(at, Math.max(now, conflict.at))}</time>
      </p>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        {conflict.kind === 'gone' || conflict.field === null ? (
          <>
            <Version whose="Yours" lines={describeVersion(clash)} />
            <Version whose={author} lines={['Deleted']} />
          </>
        ) : (
          <>
            <Version whose="Yours" note="current" lines={[describeSide(clash, conflict.yours)]} />
            <Version whose={author} lines={[describeSide(clash, conflict.theirs)]} />
          </>
        )}
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        {conflict.kind === 'gone' ? (
          <>
            <Choice variant="primary" of={description} onChoose={choose(restore)}>
              Restore as new
            </Choice>
            <Choice variant="quiet" of={description} onChoose={() => setDiscarding(true)}>
              Discard
            </Choice>
            <ConfirmDialog
              open={discarding}
              title="Discard your version?"
              description={`${description}. Your version is only on this device, so you’ll lose it.`}
              keep="Keep"
              action="Discard"
              onConfirm={choose(() => discard(local, conflict.id))}
              onClose={() => setDiscarding(false)}
            />
          </>
        ) : (
          <>
            <Choice
              variant="primary"
              of={description}
              onChoose={choose(() => discard(local, conflict.id))}
            >
              Keep mine
            </Choice>
            <Choice
              variant="plain"
              of={description}
              onChoose={choose(() => takeTheirs(local, conflict))}
            >
              {own ? 'Keep the other' : 'Keep theirs'}
            </Choice>
          </>
        )}
      </div>
      {trouble !== null && (
        <p role="alert" className="mt-2 text-14 text-danger">
          {trouble}
        </p>
      )}
    </li>
  )
}

const Version = ({
  whose,
  note,
  lines,
}: {
  whose: string
  note?: string
  lines: readonly string[]
}) => (
  <div className="min-w-0 rounded-sm border border-line bg-paper px-3 py-2">
    <p className="text-12 font-medium text-ink-soft wrap-anywhere">
      {whose}
      {note !== undefined && <span className="font-normal">, {note}</span>}
    </p>
    {lines.map((line) => (
      <p key={line} className="line-clamp-6 wrap-anywhere">
        {line}
      </p>
    ))}
  </div>
)

const Choice = ({
  of,
  variant,
  onChoose,
  children,
}: {
  of: string
  /** What loses nothing weighs most. */
  variant: ButtonVariant
  onChoose: () => void
  children: string
}) => (
  <Button variant={variant} aria-label={`${children}: ${of}`} onClick={onChoose}>
    {children}
  </Button>
)

const useNameOf = (userId: string | null): string | null => {
  const members = useQuery(customerInfoQuery(useApi())).data?.members
  return members?.find((member) => member.userId === userId)?.name ?? null
}
