import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { NoneYet, ReadOnlyLabel } from '../../shared/account-fit/read-only.tsx'
import { withAvoided } from './draft.ts'
import type { Part } from './part.ts'

const tones = [
  { value: 'plain', label: 'Plain' },
  { value: 'warm', label: 'Warm' },
  { value: 'formal', label: 'Formal' },
] as const

export const Voice = ({
  config,
  set,
  typed,
  onTypedChange,
}: Part & {
  /** What is typed as a word to avoid; saved like those that were added. */
  typed: string
  onTypedChange: (typed: string) => void
}) => {
  const { tone, avoidedTerms } = config
  const add = (): void => {
    if (typed !== '') set(withAvoided(config, typed))
    onTypedChange('')
  }
  return (
    <FormSection title="Tone of voice" lead="For the opening lines of calls and emails.">
      <div className="flex flex-col items-start gap-1">
        <span className="text-13 font-medium text-ink-soft">Tone</span>
        <Segmented
          label="Tone"
          options={tones}
          value={tone}
          onValueChange={(next) => set({ tone: next })}
          className="in-[fieldset:disabled]:hidden"
        />
        <span className="hidden text-14 in-[fieldset:disabled]:block">
          {tones.find(({ value }) => value === tone)?.label}
        </span>
      </div>
      <form
        className="flex items-end gap-2 in-[fieldset:disabled]:hidden"
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <TextField
          label="Words to avoid"
          placeholder="For example: synergy"
          maxLength={40}
          value={typed}
          onValueChange={onTypedChange}
          onBlur={add}
          className="flex-1 sm:max-w-80"
        />
        <Button type="submit">Add</Button>
      </form>
      <div className="hidden flex-col gap-1 in-[fieldset:disabled]:flex">
        <ReadOnlyLabel>Words to avoid</ReadOnlyLabel>
        <NoneYet when={avoidedTerms.length === 0} readOnly />
      </div>
      {avoidedTerms.length > 0 && (
        <ul aria-label="Words to avoid" className="flex flex-wrap gap-1.5">
          {avoidedTerms.map((each) => (
            <li key={each}>
              <Chip
                label={each}
                onRemove={() =>
                  set({ avoidedTerms: avoidedTerms.filter((avoidedTerm) => avoidedTerm !== each) })
                }
              />
            </li>
          ))}
        </ul>
      )}
    </FormSection>
  )
}
