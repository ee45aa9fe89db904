import { useState } from 'react'
import { Act, type Member } from '../../../contract/org/members.ts'
import { actNames } from '../../shared/credits/copy.ts'
import { formatNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { parseCap } from './cap-text.ts'
import { useSetLimits, type Limits } from './queries.ts'

export const MemberLimits = ({ member }: { member: Member }) => {
  const setLimits = useSetLimits(member.userId)
  // Optimistic: the mutation reports its variables a moment later, and a checkbox would flicker until then.
  const [chosen, setChosen] = useState<Limits | null>(null)
  const { cap, disabled } = chosen ?? member
  const send = (limits: Limits): void => {
    setChosen(limits)
    setLimits.mutate(limits, { onSettled: () => setChosen(null) })
  }
  const save = (change: Partial<Limits>): void => send({ cap, disabled: [...disabled], ...change })
  return (
    <>
      <CapField name={member.name} cap={cap} onSave={(cap) => save({ cap })} />
      <Acts name={member.name} disabled={disabled} onChange={(disabled) => save({ disabled })} />
      <Saving
        name={member.name}
        mutation={setLimits}
        onRetry={() => setLimits.variables && send(setLimits.variables)}
      />
    </>
  )
}

const CapField = ({
  name,
  cap,
  onSave,
}: {
  name: string
  cap: number | null
  onSave: (cap: number | null) => void
}) => {
  // The typed text; null while the field shows the saved cap.
  const [draft, setDraft] = useState<string | null>(null)
  const [left, setLeft] = useState(false)
  const read = draft === null ? null : parseCap(draft)
  const save = (): void => {
    setLeft(true)
    if (read === null || 'error' in read) return
    setDraft(null)
    if (read.cap !== cap) onSave(read.cap)
  }
  return (
    <TextField
      label="Credits per month"
      aria-label={`Credits per month for ${name}`}
      value={draft ?? (cap === null ? '' : formatNumber(cap))}
      inputMode="numeric"
      placeholder="No limit"
      error={left && read !== null && 'error' in read ? read.error : undefined}
      onValueChange={(value) => {
        setLeft(false)
        setDraft(value)
      }}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save()
        if (event.key === 'Escape') setDraft(null)
      }}
      inputClassName="tabular text-right"
      className="w-full sm:w-32"
    />
  )
}

const Acts = ({
  name,
  disabled,
  onChange,
}: {
  name: string
  disabled: readonly Act[]
  onChange: (disabled: Act[]) => void
}) => (
  <fieldset className="flex flex-wrap gap-x-4 max-sm:grid max-sm:grid-cols-2">
    <legend className="sr-only">What {name} can do</legend>
    {Act.options.map((act) => (
      <Checkbox
        key={act}
        label={actNames[act]}
        checked={!disabled.includes(act)}
        onCheckedChange={(may) =>
          onChange(may ? disabled.filter((disabledAct) => disabledAct !== act) : [...disabled, act])
        }
      />
    ))}
  </fieldset>
)

const Saving = ({
  name,
  mutation,
  onRetry,
}: {
  name: string
  mutation: Pick<ReturnType<typeof useSetLimits>, 'status' | 'error'>
  onRetry: () => void
}) => (
  <span role="status" className="text-12 text-ink-faint sm:w-20">
    {mutation.status === 'pending' && 'Saving …'}
    {mutation.status === 'success' && (
      <span className="inline-flex items-center gap-1 text-accent-strong">
        <Icon name="check" size={14} />
        Saved<span className="sr-only"> for {name}</span>
      </span>
    )}
    {mutation.status === 'error' && (
      <span className="flex flex-col items-start gap-1 text-danger">
        Couldn’t save: {mutation.error?.message}.
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      </span>
    )}
  </span>
)
