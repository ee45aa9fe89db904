import { useState } from 'react'
import type { CrmMapping, ObjectMapping } from '../../../../contract/money/crm.ts'
import { useOffline } from '../../../lib/connectivity.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { sideCopy } from './copy.ts'
import { whyNotSaved } from './edit.ts'
import { FieldRows } from './field-rows.tsx'
import { FixedValues } from './fixed-values.tsx'
import { Owners } from './owners.tsx'
import { Preview } from './preview.tsx'
import { useSaveMapping, type Mapped, type Side } from './use-mapping.ts'

export const FieldsForm = ({
  connector,
  label,
  people,
  mapped,
}: {
  connector: string
  label: string
  people: readonly ('contact' | 'lead')[]
  mapped: Mapped
}) => {
  const offline = useOffline()
  const [draft, setDraft] = useState<CrmMapping | null>(null)
  const save = useSaveMapping(connector, label, () => setDraft(null))
  const { facts, fields, owners, problems } = mapped
  const mapping = draft ?? mapped.mapping
  const { company, person } = mapping
  const change = (part: Partial<CrmMapping>): void => {
    save.reset()
    setDraft({ ...mapping, ...part })
  }
  const discard = (): void => {
    save.reset()
    setDraft(null)
  }
  const side = (
    of: Side,
    value: ObjectMapping,
    onChange: (part: Partial<ObjectMapping>) => void,
  ) => (
    <ObjectPart
      side={of}
      label={label}
      mapping={value}
      facts={facts[of]}
      fields={fields[of]}
      onChange={onChange}
    />
  )
  const reason = offline ? 'You’re offline' : draft === null ? undefined : whyNotSaved(draft)
  return (
    <form
      aria-label={`Fields in ${label}`}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (reason === undefined && draft !== null && !save.isPending) save.mutate(draft)
      }}
    >
      {problems.length > 0 && (
        <Problems label={label} problems={problems} isStale={draft !== null} />
      )}
      {owners.length > 0 && (
        <Owners
          label={label}
          owners={owners}
          chosen={mapping.owners}
          onChange={(next) => change({ owners: next })}
        />
      )}
      <FormSection title={sideCopy.company.title}>
        {side('company', company, (part) => change({ company: { ...company, ...part } }))}
      </FormSection>
      <FormSection title={sideCopy.person.title}>
        {people.length > 1 && (
          <Segmented
            label="People become"
            className="self-start"
            options={people.map((value) => ({ value, label: `${capitalised(value)}s` }))}
            value={person.object}
            onValueChange={(object) => change({ person: { ...person, object } })}
          />
        )}
        <Switch
          label={`Only people whose company is in ${label}`}
          hint="The others are skipped"
          checked={person.needsCompany}
          onCheckedChange={(needsCompany) => change({ person: { ...person, needsCompany } })}
        />
        {side('person', person, (part) => change({ person: { ...person, ...part } }))}
      </FormSection>
      <Preview connector={connector} label={label} isChanged={draft !== null} />
      {draft !== null && (
        <div className="sticky bottom-[calc(var(--spacing-bottombar)+env(safe-area-inset-bottom))] z-10 -mx-4 flex flex-wrap items-center justify-end gap-2 border-t bg-card px-4 py-2 sm:bottom-0 sm:mx-0 sm:rounded-md sm:border">
          <span className="min-w-0 flex-1 basis-40 empty:hidden">
            <FormError>{save.error === null ? null : describeFailure(save.error)}</FormError>
          </span>
          <Button variant="quiet" onClick={discard}>
            Discard changes
          </Button>
          <Button type="submit" variant="primary" busy={save.isPending} disabledReason={reason}>
            Save
          </Button>
        </div>
      )}
    </form>
  )
}

const ObjectPart = ({
  side,
  label,
  mapping,
  facts,
  fields,
  onChange,
}: {
  side: Side
  label: string
  mapping: ObjectMapping
  facts: Mapped['facts'][Side]
  fields: Mapped['fields'][Side]
  onChange: (part: Partial<ObjectMapping>) => void
}) => {
  const parts = { side, label, mapping, fields }
  return (
    <>
      <div>
        <Switch
          label={sideCopy[side].creates}
          checked={mapping.creates}
          onCheckedChange={(creates) => onChange({ creates })}
        />
        <Switch
          label={sideCopy[side].updates}
          checked={mapping.updates}
          onCheckedChange={(updates) => onChange({ updates })}
        />
      </div>
      <FieldRows {...parts} facts={facts} onChange={(next) => onChange({ fields: next })} />
      <FixedValues {...parts} onChange={(constants) => onChange({ constants })} />
    </>
  )
}

const Problems = ({
  label,
  problems,
  isStale,
}: {
  label: string
  problems: readonly string[]
  isStale: boolean
}) => (
  <Callout icon="warning" tone="warn" role="alert">
    <span className="block font-medium">Nothing goes to {label} until this is fixed.</span>
    {problems.map((problem) => (
      <span key={problem} className="mt-1 block wrap-anywhere">
        {problem}
      </span>
    ))}
    {isStale && <span className="mt-1 block">Save to check again.</span>}
  </Callout>
)

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

const describeFailure = (error: Error): string => {
  const { title, detail } = describeError(error)
  return `We couldn’t save this: ${detail === '' ? `${title}.` : detail}`
}
