import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { RecordSource } from '../../../contract/money/credits.ts'
import { maxBatch } from '../../../contract/saved-work/item.ts'
import { useUnlock, type UnlockProgress } from '../../shared/credits/unlock.ts'
import { formatCredits } from '../../shared/credits/copy.ts'
import { formatRecords } from '../../lib/format.ts'
import { log } from '../../lib/log.ts'
import { askToUnlock, unlockStore, type ToUnlock } from '../../shared/unlocks/unlock-store.ts'
import { useApi } from '../../lib/use-api.ts'
import { showToast } from '../../ui/toasts.tsx'
import { UnlockDialog } from './unlock-dialog.tsx'
import { UnlockingBar } from './unlocking-bar.tsx'

type Run = { what: ToUnlock; progress: UnlockProgress; stopped: boolean }

/** Shows the price when a screen asks to unlock records, then the progress, on any screen. */
export const Unlocking = () => {
  const { requested } = useSnapshot(unlockStore)
  const api = useApi()
  const unlock = useUnlock()
  const [run, setRun] = useState<Run | null>(null)

  const agree = async (agreed: number, source: RecordSource): Promise<void> => {
    const what = unlockStore.requested
    if (what === null) return
    const { category } = what
    const ids = source.kind === 'ids' ? source.ids : (await api.recordIds({ category, source })).ids
    const started = { done: 0, total: ids.length, unlocked: 0, charged: 0 }
    const long = ids.length > maxBatch
    const show = (progress: UnlockProgress): void => setRun({ what, progress, stopped: false })
    if (!long) {
      announceUnlock(what, await unlock(category, ids, agreed))
      return close()
    }
    close()
    show(started)
    // Runs in the background; the bar shows its result.
    unlock(category, ids, agreed, show).then(
      (done) => {
        setRun(null)
        announceUnlock(what, done)
      },
      (trouble: unknown) => {
        log.error('Not all records could be unlocked', trouble)
        setRun((before) => before && { ...before, stopped: true })
      },
    )
  }
  return (
    <>
      <UnlockDialog what={requested} onClose={close} onAgree={agree} />
      {run && (
        <UnlockingBar
          {...run.progress}
          category={run.what.category}
          stopped={run.stopped}
          onGoOn={() => {
            setRun(null)
            askToUnlock(run.what)
          }}
          onClose={() => setRun(null)}
        />
      )}
    </>
  )
}

const close = (): void => {
  unlockStore.requested = null
}

const announceUnlock = (
  { category }: ToUnlock,
  { total, unlocked, charged }: UnlockProgress,
): void => {
  const what = total === 1 ? 'Revealed' : `${formatRecords(unlocked, category)} revealed`
  showToast({ title: `${what}, ${charged === 0 ? 'nothing charged' : formatCredits(charged)}` })
}
