import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { RecordSource } from '../../../contract/money/credits.ts'
import { mostInBatch } from '../../../contract/saved-work/item.ts'
import { useUnlock, type UnlockProgress } from '../../shared/credits/unlock.ts'
import { formatCredits } from '../../shared/credits/words.ts'
import { formatRecords } from '../../lib/format.ts'
import { log } from '../../lib/log.ts'
import { askToUnlock, unlocking, type ToUnlock } from '../../shared/unlocks/unlocking.ts'
import { useApi } from '../../lib/use-api.ts'
import { showToast } from '../../ui/toasts.tsx'
import { UnlockDialog } from './unlock-dialog.tsx'
import { UnlockingBar } from './unlocking-bar.tsx'

/** More than one call takes: how far they are, and whether they stopped half-way. */
type Run = { what: ToUnlock; progress: UnlockProgress; stopped: boolean }

/** Asks what unlocking costs whenever a screen wants records unlocked, and shows how far it is, on whichever screen one is by then. */
export const Unlocking = () => {
  const { asked } = useSnapshot(unlocking)
  const api = useApi()
  const unlock = useUnlock()
  const [run, setRun] = useState<Run | null>(null)

  const agree = async (agreed: number, source: RecordSource): Promise<void> => {
    const what = unlocking.asked
    if (what === null) return
    const { category } = what
    const ids = source.kind === 'ids' ? source.ids : (await api.recordIds({ category, source })).ids
    const started = { done: 0, total: ids.length, unlocked: 0, charged: 0 }
    const long = ids.length > mostInBatch
    const show = (progress: UnlockProgress): void => setRun({ what, progress, stopped: false })
    if (!long) {
      told(what, await unlock(category, ids, agreed))
      return close()
    }
    close()
    show(started)
    // On its own from here: the bar tells of it.
    unlock(category, ids, agreed, show).then(
      (done) => {
        setRun(null)
        told(what, done)
      },
      (trouble: unknown) => {
        log.error('Not all records could be unlocked', trouble)
        setRun((before) => before && { ...before, stopped: true })
      },
    )
  }
  return (
    <>
      <UnlockDialog what={asked} onClose={close} onAgree={agree} />
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
  unlocking.asked = null
}

const told = ({ category }: ToUnlock, { total, unlocked, charged }: UnlockProgress): void => {
  const what = total === 1 ? 'Revealed' : `${formatRecords(unlocked, category)} revealed`
  showToast({ title: `${what}, ${charged === 0 ? 'nothing charged' : formatCredits(charged)}` })
}
