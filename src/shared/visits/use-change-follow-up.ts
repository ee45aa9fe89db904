import { useState } from 'react'
import { localDayOf } from '../../../contract/core/days.ts'
import type { ChosenState, FollowUp } from '../../../contract/saved-work/follow-ups.ts'
import { changeFollowUp } from '../../offline/follow-ups.ts'
import { showToast } from '../../ui/toasts.tsx'
import { useLocal } from '../offline/device.tsx'
import { useSave } from './use-save.ts'
import { sayDue } from './due.ts'

type Changes = { state?: ChosenState; dueDay?: string }

export type ChangeFollowUp = (followUp: FollowUp, changes: Changes) => void

/** What was last done, in words, and how to undo it; null where nothing changed. */
export type Changed = { message: string; undo: (() => void) | null }

/** Changes follow-ups at once and remembers the last change for Undo. */
export const useChangeFollowUp = (): {
  change: ChangeFollowUp
  changed: Changed | null
  close: () => void
} => {
  const local = useLocal()
  const { keep } = useSave()
  const [changed, setChanged] = useState<Changed | null>(null)
  const save = async (seen: FollowUp, changes: Changes): Promise<boolean> => {
    const saved = await keep(() => changeFollowUp(local, seen, changes))
    if (!saved) showToast({ title: 'We couldn’t save this. Try again.', tone: 'danger' })
    return saved
  }
  const change = async (followUp: FollowUp, changes: Changes): Promise<void> => {
    if (!(await save(followUp, changes))) return
    const { dueDay } = followUp
    const before: Changes = changes.dueDay === undefined ? { state: 'open' } : { dueDay }
    const undo = (): void => {
      setChanged(null)
      void save({ ...followUp, ...changes }, before)
    }
    setChanged({ message: messageOf(followUp, changes), undo })
  }
  return {
    change: (followUp, changes) => void change(followUp, changes),
    changed,
    close: () => setChanged(null),
  }
}

const messageOf = ({ recordName, dueTime }: FollowUp, { state, dueDay }: Changes): string => {
  const subject = recordName === null ? 'Follow-up' : `Follow-up with ${recordName}`
  if (dueDay === undefined) return `${subject} ${state === 'done' ? 'done' : 'dropped'}.`
  return `${subject} moved to ${sayDue({ dueDay, dueTime }, localDayOf(Date.now())).replace('on ', '')}.`
}
