import type { ReactNode } from 'react'
import { departments, seniorities } from '../../../contract/search/bands.ts'
import { formatCount } from '../../lib/format.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Ticks } from './ideal-customer.tsx'
import { NoneYet } from '../../shared/account-fit/read-only.tsx'
import type { Part } from './part.ts'

const maxPersonas = 10

export const Personas = ({ config: { personas }, set }: Part) => (
  <FormSection title="Personas" lead="Briefs list contacts in these roles, in this order.">
    <NoneYet when={personas.length === 0} />
    {personas.map((persona, index) => {
      const change = (part: Partial<typeof persona>): void =>
        set({ personas: personas.with(index, { ...persona, ...part }) })
      return (
        <div
          // Rows have no other key than their index.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          className="flex flex-col gap-3 border-b border-line pb-4 last-of-type:border-b-0"
        >
          <div className="flex items-end gap-1">
            <TextField
              label={`Persona ${index + 1}`}
              placeholder="Name, for example: Finance lead"
              maxLength={80}
              value={persona.name}
              onValueChange={(name) => change({ name })}
              className="flex-1 sm:max-w-80"
            />
            <IconButton
              icon="trash"
              label={`Remove persona ${index + 1}`}
              onClick={() => set({ personas: personas.toSpliced(index, 1) })}
            />
          </div>
          <Folded title="Seniority" count={persona.seniorities.length}>
            <Ticks
              label={`Seniority of ${persona.name === '' ? `persona ${index + 1}` : persona.name}`}
              options={seniorities}
              chosen={persona.seniorities}
              onChange={(values) => change({ seniorities: values })}
            />
          </Folded>
          <Folded title="Department" count={persona.departments.length}>
            <Ticks
              label={`Department of ${persona.name === '' ? `persona ${index + 1}` : persona.name}`}
              options={departments}
              chosen={persona.departments}
              onChange={(values) => change({ departments: values })}
            />
          </Folded>
        </div>
      )
    })}
    <Button
      variant="quiet"
      icon="plus"
      className="-ml-3.5 self-start"
      disabledReason={
        personas.length >= maxPersonas ? `At most ${maxPersonas} personas.` : undefined
      }
      onClick={() =>
        set({ personas: [...personas, { name: '', seniorities: [], departments: [] }] })
      }
    >
      Add a persona
    </Button>
  </FormSection>
)

const Folded = ({
  title,
  count,
  children,
}: {
  title: string
  count: number
  children: ReactNode
}) => (
  <details open={count === 0 ? undefined : true}>
    <summary className="flex min-h-control cursor-pointer items-center gap-2 text-14 font-medium">
      {title}
      <span className="text-13 font-normal text-ink-faint">
        {count === 0 ? 'Any' : formatCount(count, 'chosen', 'chosen')}
      </span>
    </summary>
    {children}
  </details>
)
