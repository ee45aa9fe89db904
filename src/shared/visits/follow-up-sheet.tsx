import { localDayOf } from '../../../contract/core/days.ts'
import type { FollowUp } from '../../../contract/saved-work/follow-ups.ts'
import { addFollowUp, changeFollowUp } from '../../offline/follow-ups.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useLocal } from '../offline/device.tsx'
import { Composer } from './composer.tsx'
import { useSave } from './use-save.ts'
import type { Visited } from './visit-sheet.tsx'
import { sayDue } from './due.ts'
import { FollowUpFields, useFollowUpDraft, type FollowUpDraft } from './follow-up-fields.tsx'

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

/** A new follow-up with a record; `origin` is what led to it. */
export const NewFollowUp = ({
  about,
  origin,
  half,
  ...sheet
}: Props & { about: Visited; origin: FollowUp['origin']; half: string }) => {
  const local = useLocal()
  return (
    <FollowUpForm
      {...sheet}
      title={`Follow up with ${about.name}`}
      half={half}
      save={(values) => addFollowUp(local, about, { ...values, origin })}
    />
  )
}

/** An open follow-up moves to another day, or gets another text. */
export const EditFollowUp = ({
  followUp,
  name,
  ...sheet
}: Props & { followUp: FollowUp; name: string }) => {
  const local = useLocal()
  const { text, dueDay, dueTime } = followUp
  return (
    <FollowUpForm
      {...sheet}
      title={`Follow up with ${name}`}
      half={null}
      before={{ text, day: dueDay, time: dueTime ?? '' }}
      save={(values) => changeFollowUp(local, followUp, values)}
    />
  )
}

const FollowUpForm = ({
  open,
  onOpenChange,
  title,
  half,
  before,
  save,
}: Props & {
  title: string
  half: string | null
  before?: FollowUpDraft
  save: (values: Pick<FollowUp, 'text' | 'dueDay' | 'dueTime'>) => Promise<unknown>
}) => {
  const { keep, trouble } = useSave()
  const { draft, change, clear } = useFollowUpDraft(half, before)
  const done = async (): Promise<void> => {
    const values = valuesOf(draft)
    if (values === null || !(await keep(() => save(values)))) return
    clear()
    onOpenChange(false)
    showToast({ title: `Follow-up set for ${sayDue(values, localDayOf(Date.now()))}` })
  }
  return (
    <Composer
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      trouble={trouble}
      footer={
        <Button
          variant="primary"
          onClick={() => void done()}
          disabledReason={draft.day === '' ? 'Choose a day first.' : undefined}
        >
          Save follow-up
        </Button>
      }
    >
      <FollowUpFields label="When?" draft={draft} onChange={change} />
    </Composer>
  )
}

/** Null without a day. */
export const valuesOf = ({
  text,
  day,
  time,
}: FollowUpDraft): Pick<FollowUp, 'text' | 'dueDay' | 'dueTime'> | null =>
  day === '' ? null : { text: text.trim(), dueDay: day, dueTime: time === '' ? null : time }
