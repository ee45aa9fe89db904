import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { Signal, SignalAct } from '../../../contract/signals/signals.ts'
import { useLive, useLocal } from '../../shared/offline/device.tsx'
import { log } from '../../lib/log.ts'
import { actOnSignals, dismissedHere } from '../../offline/signals.ts'
import { StorageTrouble } from '../../offline/trouble.ts'
import { showToast } from '../../ui/toasts.tsx'

/** What became of signals since this screen was opened, and how more is done with them. */
export type Acts = {
  /** Gone: dismissed before, here or elsewhere. Undoable: dismissed on this screen. */
  stateOf: (signal: Signal) => 'there' | 'undoable' | 'gone'
  dismiss: (id: string) => void
  restore: (id: string) => void
  see: (ids: readonly string[]) => void
}

/** Seen, dismissed and brought back: on the screen at once, on the server as soon as it is reached. */
export const useActs = (): Acts => {
  const local = useLocal()
  const client = useQueryClient()
  const unsent = useLive(dismissedHere)
  const [done, setDone] = useState<ReadonlyMap<string, 'dismissed' | 'restored'>>(new Map())
  const act = useCallback(
    async (ids: readonly string[], what: SignalAct): Promise<boolean> => {
      try {
        await actOnSignals(local, ids, what)
        return true
      } catch (error) {
        if (!(error instanceof StorageTrouble)) log.error('Signals could not be marked', error)
        return false
      }
    },
    [local],
  )
  const decide = (id: string, what: 'dismissed' | 'restored'): void => {
    setDone((before) => new Map([...before, [id, what]]))
    void act([id], what === 'dismissed' ? 'dismiss' : 'restore').then((kept) => {
      if (kept) {
        // What was answered before does not know it: asked for again when one comes back.
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
      const here = done.get(id)
      if (here === 'dismissed') return 'undoable'
      if (here === 'restored') return 'there'
      return dismissed || unsent?.has(id) === true ? 'gone' : 'there'
    },
    dismiss: (id) => decide(id, 'dismissed'),
    restore: (id) => decide(id, 'restored'),
    see: useCallback((ids) => void act(ids, 'seen'), [act]),
  }
}
