import { useRef, useState, type ReactNode } from 'react'
import type { AgentFields } from '../../../contract/signals/agents.ts'
import type { SignalCategory } from '../../../contract/signals/signals.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { TextField } from '../../ui/text-field.tsx'
import { runAction } from './run-action.ts'
import { useDraft } from './draft.ts'
import { DeliverySettings, isValidDailyMax } from './delivery-settings.tsx'
import { Preview, describePreview } from './preview.tsx'
import { usePreview, useAgentStatus } from './queries.ts'
import { RunHistory } from './run-history.tsx'
import type { AgentRow } from './use-agents.ts'
import { WatchCriteria } from './watch-criteria.tsx'
import { localDayOf } from '../../../contract/core/days.ts'

export const AgentForm = ({
  name,
  initial,
  fresh = false,
  categories,
  action,
  blocked,
  alerts,
  row,
  onSave,
  onSaved,
}: {
  /** The key of the unsaved changes. */
  name: string
  initial: AgentFields
  fresh?: boolean
  categories: readonly SignalCategory[]
  action: string
  /** Why saving is impossible now, whatever the form holds. */
  blocked: string | undefined
  alerts: ReactNode
  /** The agent whose alert history is above the form, or from 1024 px on above the preview. */
  row?: AgentRow
  onSave: (fields: AgentFields) => Promise<unknown>
  onSaved: (fields: AgentFields) => void
}) => {
  const { fields, set, changed, discard, saved } = useDraft(name, initial, fresh)
  const [pressed, setPressed] = useState(false)
  const [saving, setSaving] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  const maxField = useRef<HTMLInputElement>(null)
  const { data: served } = useAgentStatus()
  // While the field is empty or invalid, the preview still counts with the last valid number.
  const [counted, setCounted] = useState(initial.mostADay)
  if (valid(fields) && fields.mostADay !== counted) setCounted(fields.mostADay)
  const preview = usePreview({ ...fields, mostADay: counted })
  const today = localDayOf(useMinute())
  const unnamed = fields.name.trim() === ''
  const save = async (): Promise<void> => {
    setPressed(true)
    if (unnamed) nameField.current?.focus()
    else if (!valid(fields)) maxField.current?.focus()
    if (unnamed || !valid(fields)) return
    setSaving(true)
    if (await runAction(() => onSave(fields))) {
      saved()
      onSaved(fields)
    } else setSaving(false)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (blocked === undefined && !saving) void save()
      }}
      className="flex flex-col gap-4 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] lg:gap-x-6"
    >
      {row !== undefined && (
        <div className="min-w-0 lg:col-start-2">
          <RunHistory row={row} changed={changed} />
        </div>
      )}
      <div className="flex min-w-0 flex-col gap-4 lg:col-start-1 lg:row-span-2 lg:row-start-1">
        <TextField
          ref={nameField}
          label="Name"
          placeholder="Hiring surges in Perth"
          maxLength={80}
          value={fields.name}
          onValueChange={(next) => set({ name: next })}
          error={pressed && unnamed ? 'Enter a name.' : undefined}
          className="max-w-120"
        />
        <WatchCriteria fields={fields} set={set} categories={categories} />
        <DeliverySettings
          fields={fields}
          set={set}
          timeZone={served?.timeZone}
          email={served?.email}
          crmTask={served?.crmTask ?? null}
          maxField={maxField}
          alerts={alerts}
        />
      </div>
      <div className="min-w-0 lg:sticky lg:top-[calc(var(--spacing-topbar)+1rem)] lg:col-start-2 lg:self-start">
        <Preview
          preview={preview}
          today={today}
          countedWith={valid(fields) ? undefined : counted}
        />
      </div>
      <div className="sticky bottom-[calc(var(--spacing-bottombar)+env(safe-area-inset-bottom))] z-10 -mx-4 flex flex-wrap items-center justify-end gap-x-3 gap-y-1 border-t bg-card px-4 py-2 sm:mx-0 sm:rounded-md sm:bottom-0 sm:border lg:col-span-2">
        {/* On a phone the text has its own line while there are two buttons. */}
        <span
          role="status"
          className={cx('min-w-0 flex-1 text-13 text-ink-soft', changed && 'max-sm:basis-full')}
        >
          {blocked ?? (preview.data === undefined ? '' : describePreview(preview.data))}
        </span>
        {changed && (
          <Button variant="quiet" onClick={discard}>
            Discard changes
          </Button>
        )}
        <Button variant="primary" type="submit" busy={saving} disabledReason={blocked}>
          {action}
        </Button>
      </div>
    </form>
  )
}

const valid = ({ mostADay }: AgentFields): boolean => isValidDailyMax(mostADay)
