import { useState, type ReactNode } from 'react'
import { companyBands } from '../../../contract/search/bands.ts'
import type { SavedAccountIntelligence } from '../../../contract/org/account-intelligence.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { describeError } from '../../lib/describe-error.ts'
import { CataloguePick, ChosenValues } from '../../shared/account-fit/catalogue-pick.tsx'
import { isVersionConflict, useSaveIntelligence } from '../../shared/account-fit/intelligence.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Chip } from '../../ui/chip.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { describeSize, DescribeBuyers } from './describe-buyers.tsx'
import type { Answers } from './progress.ts'
import { StepFrame } from './step-frame.tsx'
import { Where } from './where.tsx'

/** Two questions: who buys what the organisation sells, and where. `onSaved` follows once its account intelligence holds the answers. */
export const CustomersStep = ({
  saved,
  answers,
  onChange,
  onSaved,
  skip,
}: {
  saved: SavedAccountIntelligence
  answers: Answers
  onChange: (answers: Answers) => void
  onSaved: () => void
  skip: ReactNode
}) => {
  const offline = useOffline()
  const saving = useSaveIntelligence()
  const [typing, setTyping] = useState(false)
  const { sells, industries, sizes } = answers
  const set = (change: Partial<Answers>): void => onChange({ ...answers, ...change })
  const save = (): void =>
    saving.mutate(
      { config: withAnswers(saved.config, answers), version: saved.version },
      { onSuccess: onSaved },
    )
  const removeIndustry = (value: string): void =>
    set({ industries: industries.filter(({ division, group }) => (group ?? division) !== value) })
  const industryPick = {
    identifier: 'industry',
    label: 'Industries',
    chosen: industries.map(({ division, group }) => group ?? division),
    onRemove: removeIndustry,
  }
  return (
    <StepFrame
      step="customers"
      title="What do you sell, and where?"
      lead="Two questions, then we’ll find your first twenty companies."
      actions={
        <>
          <Button
            variant="primary"
            busy={saving.isPending}
            disabledReason={whyNot(answers, offline)}
            onClick={save}
          >
            Find companies
          </Button>
          {skip}
        </>
      }
    >
      {offline && (
        <Callout icon="offline">
          You’re offline. Your answers stay on this device. Reconnect to choose and save.
        </Callout>
      )}
      {saving.isError && (
        <Callout
          icon="warning"
          tone="danger"
          role="alert"
          actions={
            isVersionConflict(saving.error) && (
              <Button variant="primary" onClick={onSaved}>
                Use theirs
              </Button>
            )
          }
        >
          {isVersionConflict(saving.error)
            ? `${saved.versions[0]?.by ?? 'Someone'} has just answered this for your company. Use theirs, or save yours over it.`
            : `We couldn’t save this. ${describeError(saving.error).title}. Your answers are still here.`}
        </Callout>
      )}
      <FormSection title="Who buys from you?">
        <TextField
          label="What you sell (optional)"
          placeholder="For example: commercial coffee machines"
          maxLength={80}
          value={sells}
          onValueChange={(text) => set({ sells: text })}
        />
        <div className="flex flex-col gap-2">
          {typing ? (
            <>
              <DescribeBuyers answers={answers} onAnswers={onChange} />
              <ChosenValues {...industryPick} />
            </>
          ) : (
            <CataloguePick
              {...industryPick}
              label="Industries that buy it"
              hint="Choose as many as you like."
              placeholder="For example: cafés"
              onAdd={({ value, parent }) =>
                set({
                  industries: [
                    ...industries,
                    parent === undefined
                      ? { division: value, group: null }
                      : { division: parent, group: value },
                  ],
                })
              }
            />
          )}
          {sizes.length > 0 && (
            <ul aria-label="Sizes, chosen" className="flex flex-wrap gap-1.5">
              {sizes.map((size) => (
                <li key={size}>
                  <Chip
                    tone="accent"
                    label={describeSize(size)}
                    onRemove={() => set({ sizes: sizes.filter((other) => other !== size) })}
                  />
                </li>
              ))}
            </ul>
          )}
          <Button
            variant="quiet"
            size="sm"
            icon={typing ? 'search' : 'spark'}
            className="-ml-2.5 self-start"
            onClick={() => setTyping(!typing)}
          >
            {typing ? 'Pick industries instead' : 'Say it in your own words'}
          </Button>
        </div>
      </FormSection>
      <FormSection title="Where?">
        <Where answers={answers} onChange={set} />
      </FormSection>
    </StepFrame>
  )
}

const whyNot = ({ industries, sizes, region }: Answers, offline: boolean): string | undefined => {
  if (offline) return 'You need a connection to save.'
  if (industries.length === 0 && sizes.length === 0) return 'Choose who buys it first.'
  return region === null ? 'Choose where first.' : undefined
}

const withAnswers = (
  config: SavedAccountIntelligence['config'],
  { sells, industries, sizes, region }: Answers,
): SavedAccountIntelligence['config'] => {
  const name = sells.trim()
  const bands = companyBands.map(({ value }) => value)
  return {
    ...config,
    products: name === '' ? config.products : [{ name, does: '' }],
    idealCustomer: {
      ...config.idealCustomer,
      industries,
      sizes: bands.filter((band) => sizes.includes(band)),
      regions: region === null ? [] : [region],
    },
  }
}
