import { useState } from 'react'
import {
  visitOutcomes,
  type Activity,
  type VisitOutcome,
} from '../../../contract/saved-work/activities.ts'
import { outcomeLabels } from '../../../contract/saved-work/outcome-labels.ts'
import { useHasFollowUps } from './use-follow-ups.ts'
import { useLocal } from '../offline/device.tsx'
import { addVisit, changeActivity, type About } from '../../offline/activities.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { fieldTime, momentOf } from './activity-copy.ts'
import { ClockField } from './clock-field.tsx'
import { Composer, TextAreaField } from './composer.tsx'
import { FollowUpFields, useFollowUpDraft } from './follow-up-fields.tsx'
import { valuesOf } from './follow-up-sheet.tsx'
import { useHalfWritten } from './half-written.ts'
import { useSave } from './use-save.ts'

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

export type Visited = About & { name: string }

/**
 * A new visit: choosing an outcome saves it, so two presses are enough. Typed text and a day to come back are saved with it, and survive an
 * accidental close.
 */
export const NewVisit = ({
  about,
  half,
  open,
  onOpenChange,
  onSaved,
}: Props & {
  about: Visited
  half: string
  /** Called with the id of the visit, once it is on this device. */
  onSaved: (id: string) => void
}) => {
  const local = useLocal()
  const { keep, trouble } = useSave()
  const [text, setText] = useHalfWritten(`${half} text`)
  const [when, setWhen] = useHalfWritten(`${half} when`)
  const hasFollowUps = useHasFollowUps()
  const next = useFollowUpDraft(`${half} next`)
  const log = async (outcome: VisitOutcome): Promise<void> => {
    const at = when === null ? undefined : momentOf(when, Date.now())
    if (when !== null && at === undefined) return
    const visit = { outcome, text: text ?? '', ...(at === undefined ? {} : { at }) }
    const { category, recordId, name } = about
    const values = hasFollowUps ? valuesOf(next.draft) : null
    const reason = outcome === 'call back' ? 'Call back' : ''
    const followUp = values && { ...values, text: values.text || reason, name }
    const save = async (): Promise<void> =>
      onSaved(await addVisit(local, { category, recordId }, visit, followUp))
    if (!(await keep(save))) return
    setText(null)
    setWhen(null)
    next.clear()
    onOpenChange(false)
  }
  return (
    <Composer
      open={open}
      onOpenChange={onOpenChange}
      title={`Visit to ${about.name}`}
      trouble={trouble}
    >
      <p className="text-13 text-ink-soft">
        Your choice saves the visit with what’s below. You can add a note afterwards too.
      </p>
      <Outcomes onChoose={(outcome) => void log(outcome)} />
      {hasFollowUps && (
        <FollowUpFields label="Come back? (optional)" draft={next.draft} onChange={next.change} />
      )}
      <TextAreaField label="Notes (optional)" rows={2} value={text ?? ''} onValueChange={setText} />
      <When value={when} onValueChange={setWhen} />
    </Composer>
  )
}

export const EditVisit = ({ visit, open, onOpenChange }: Props & { visit: Activity }) => {
  const local = useLocal()
  const { keep, trouble } = useSave()
  const [text, setText] = useState(visit.text)
  const [outcome, setOutcome] = useState(visit.outcome)
  const shown = fieldTime(Date.parse(visit.at))
  const [when, setWhen] = useState<string | null>(shown)
  const save = async (): Promise<void> => {
    const moved = when !== null && when !== shown
    const at = moved ? momentOf(when, Date.now()) : undefined
    if (moved && at === undefined) return
    const changes = {
      text: text.trim(),
      ...(outcome === null ? {} : { outcome }),
      ...(at === undefined ? {} : { at }),
    }
    if (await keep(() => changeActivity(local, visit, changes))) onOpenChange(false)
  }
  return (
    <Composer
      open={open}
      onOpenChange={onOpenChange}
      title="Edit visit"
      trouble={trouble}
      footer={
        <Button variant="primary" onClick={() => void save()}>
          Save
        </Button>
      }
    >
      <Outcomes chosen={outcome} onChoose={setOutcome} />
      <TextAreaField label="Notes (optional)" value={text} onValueChange={setText} />
      <When value={when} onValueChange={setWhen} />
    </Composer>
  )
}

const When = ({
  value,
  onValueChange,
}: {
  /** A day and a time, 'YYYY-MM-DDTHH:MM'; null is now. */
  value: string | null
  onValueChange: (value: string | null) => void
}) => {
  const now = useMinute()
  const [day = '', time = ''] = value?.split('T') ?? []
  return value === null ? (
    <p className="flex items-center justify-between gap-3 text-14">
      <span className="flex items-center gap-2 text-ink-soft">
        <Icon name="clock" size={18} />
        Just now
      </span>
      <Button variant="quiet" size="sm" onClick={() => onValueChange(fieldTime(Date.now()))}>
        Change time
      </Button>
    </p>
  ) : (
    <div className="grid grid-cols-2 gap-2">
      <TextField
        label="Visited on"
        type="date"
        max={fieldTime(now).slice(0, 10)}
        value={day}
        error={
          momentOf(value, now + 60_000) === undefined ? 'Choose a time in the past.' : undefined
        }
        onValueChange={(chosen) => onValueChange(`${chosen}T${time}`)}
      />
      <ClockField
        label="Time"
        value={time}
        onValueChange={(chosen) => onValueChange(`${day}T${chosen}`)}
      />
    </div>
  )
}

const Outcomes = ({
  chosen,
  onChoose,
}: {
  /** Undefined where choosing an outcome saves. */
  chosen?: VisitOutcome | null
  onChoose: (outcome: VisitOutcome) => void
}) => (
  <div role="group" aria-label="How did it go?" className="grid grid-cols-2 gap-2">
    {visitOutcomes.map((outcome) => (
      <button
        key={outcome}
        type="button"
        onClick={() => onChoose(outcome)}
        {...(chosen !== undefined && { 'aria-pressed': chosen === outcome })}
        className={cx(
          'min-h-14 rounded-sm border px-3 text-16 font-medium transition-colors',
          outcome === 'met' && 'col-span-2',
          chosen === outcome
            ? 'border-accent bg-accent-soft text-accent-strong'
            : 'border-line bg-card text-ink hover:border-line-strong active:bg-sunken',
        )}
      >
        {outcomeLabels[outcome]}
      </button>
    ))}
  </div>
)
