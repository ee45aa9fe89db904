import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { Signal, SignalAct } from '../../../contract/signals/signals.ts'
import { useLive, useLocal } from '../../shared/offline/device.tsx'
import { log } from '../../lib/log.ts'
import { actOnSignals, readDismissedIds } from '../../offline/signals.ts'
import { StorageError } from '../../offline/storage-error.ts'
import { showToast } from '../../ui/toasts.tsx'

export type Acts = {
  /** gone: dismissed before, or on another device. undoable: dismissed on this screen. */
  stateOf: (signal: Signal) => 'there' | 'undoable' | 'gone'
  dismiss: (id: string) => void
  restore: (id: string) => void
  see: (ids: readonly string[]) => void
}

/** Marks signals as seen, dismisses and restores them: at once on the screen, and on the server after a reconnect. */
export const useActs = (): Acts => {
  const local = useLocal()
  const client = useQueryClient()
  const unsent = useLive(readDismissedIds)
  const [done, setDone] = useState<ReadonlyMap<string, 'dismissed' | 'restored'>>(new Map())
  const act = useCallback(
    async (ids: readonly string[], what: SignalAct): Promise<boolean> => {
      try {
        await actOnSignals(local, ids, what)
        return true
      } catch (error) {
        if (!(error instanceof StorageError)) log.error('Failed to mark signals', error)
        return false
      }
    },
    [local],
  )
  const decide = (id: string, what: 'dismissed' | 'restored'): void => {
    setDone((before) => new Map([...before, [id, what]]))
    void act([id], what === 'dismissed' ? 'dismiss' : 'restore').then((isSaved) => {
      if (isSaved) {
        // Cached answers are stale: refetch on return.
        void client.invalidateQueries({ queryKey: ['signals'], refetchType: 'none' })
        return
      }
      setDone((before) => new Map([...before].filter(([each]) => each !== id)))
      showToast({
        title: 'We couldn’t save this. Try again.',
        tone: 'danger',
      })
    })
  }
  return {
    stateOf: ({ id, dismissed }) => {
      const outcome = done.get(id)
      if (outcome === 'dismissed') return 'undoable'
      if (outcome === 'restored') return 'there'
      return dismissed || unsent?.has(id) === true ? 'gone' : 'there'
    },
    dismiss: (id) => decide(id, 'dismissed'),
    restore: (id) => decide(id, 'restored'),
    see: useCallback((ids) => void act(ids, 'seen'), [act]),
  }
}
