import { useState } from 'react'
import type { FollowUp } from '../../../contract/saved-work/follow-ups.ts'
import { Button } from '../../ui/button.tsx'
import { useOpenedOnce } from '../../ui/opened-once.ts'
import { useStorageRefusal } from '../offline/read-failure.ts'
import { NewFollowUp } from './follow-up-sheet.tsx'
import { useHasFollowUps } from './use-follow-ups.ts'
import type { Visited } from './visit-sheet.tsx'

/** Sets a follow-up with a record; `origin` is what led to it. */
export const FollowUpButton = ({
  about,
  origin,
}: {
  about: Visited
  origin: NonNullable<FollowUp['origin']>
}) => {
  const hasFollowUps = useHasFollowUps()
  const [open, setOpen] = useState(false)
  const opened = useOpenedOnce(open)
  const refusal = useStorageRefusal()
  if (!hasFollowUps) return null
  return (
    <>
      <Button size="sm" icon="calendar" disabledReason={refusal} onClick={() => setOpen(true)}>
        Follow up
      </Button>
      {opened && (
        <NewFollowUp
          about={about}
          origin={origin}
          half={`${origin.id} follow-up`}
          open={open}
          onOpenChange={setOpen}
        />
      )}
    </>
  )
}
