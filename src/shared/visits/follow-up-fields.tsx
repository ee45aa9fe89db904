import { useId, useState } from 'react'
import { localDayOf } from '../../../contract/core/days.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { cx } from '../../ui/cx.ts'
import { TextField } from '../../ui/text-field.tsx'
import { ClockField } from './clock-field.tsx'
import { useHalfWritten } from './half-written.ts'
import { dayChoices } from './due.ts'

/** As its fields hold it; `day` and `time` are empty where none is chosen. */
export type FollowUpDraft = { text: string; day: string; time: string }

const empty: FollowUpDraft = { text: '', day: '', time: '' }

/** A draft that survives an accidental close. */
export const useFollowUpDraft = (
  half: string | null,
  before: FollowUpDraft = empty,
): {
  draft: FollowUpDraft
  change: (fields: Partial<FollowUpDraft>) => void
  clear: () => void
} => {
  const [written, write] = useHalfWritten(half)
  // Only this hook writes under the key.
  const draft = written === null ? before : (JSON.parse(written) as FollowUpDraft)
  return {
    draft,
    change: (fields) => write(JSON.stringify({ ...draft, ...fields })),
    clear: () => write(null),
  }
}

/** The day in one press; what to do and the time once there is a day. */
export const FollowUpFields = ({
  label,
  draft: { text, day, time },
  onChange,
}: {
  label: string
  draft: FollowUpDraft
  onChange: (fields: Partial<FollowUpDraft>) => void
}) => {
  const id = useId()
  const today = localDayOf(useMinute())
  const choices = dayChoices(today)
  const isOther = day !== '' && choices.every((choice) => choice.day !== day)
  const [opensOther, setOpensOther] = useState(false)
  const showsOther = opensOther || isOther
  const press = (chosen: string): void => {
    setOpensOther(false)
    onChange({ day: chosen === day ? '' : chosen })
  }
  return (
    <div className="flex flex-col gap-3">
      <div role="group" aria-labelledby={id} className="flex flex-col gap-1">
        <p id={id} className="text-13 font-medium text-ink-soft">
          {label}
        </p>
        <div className="grid grid-cols-3 gap-2">
          {choices.map((choice) => (
            <Choice
              key={choice.day}
              label={choice.label}
              chosen={choice.day === day}
              onPress={() => press(choice.day)}
            />
          ))}
          <Choice
            label="Another day"
            chosen={showsOther}
            onPress={() => {
              setOpensOther(!showsOther)
              if (showsOther) onChange({ day: '' })
            }}
          />
        </div>
      </div>
      {showsOther && (
        <TextField
          label="Day"
          type="date"
          min={today}
          value={day}
          onValueChange={(chosen) => onChange({ day: chosen })}
        />
      )}
      {day !== '' && (
        <div className="grid grid-cols-[minmax(0,1fr)_8rem] gap-2">
          <TextField
            label="What to do (optional)"
            maxLength={200}
            value={text}
            onValueChange={(written) => onChange({ text: written })}
          />
          <ClockField
            label="Time (optional)"
            none="Any time"
            value={time}
            onValueChange={(chosen) => onChange({ time: chosen })}
          />
        </div>
      )}
    </div>
  )
}

const Choice = ({
  label,
  chosen,
  onPress,
}: {
  label: string
  chosen: boolean
  onPress: () => void
}) => (
  <button
    type="button"
    aria-pressed={chosen}
    onClick={onPress}
    className={cx(
      'min-h-touch rounded-sm border px-1 text-14 font-medium transition-colors',
      chosen
        ? 'border-accent bg-accent-soft text-accent-strong'
        : 'border-line bg-card text-ink hover:border-line-strong active:bg-sunken',
    )}
  >
    {label}
  </button>
)
