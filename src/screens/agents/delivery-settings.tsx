import type { ReactNode, RefObject } from 'react'
import { TimeZone } from '../../../contract/core/time-zones.ts'
import { Cadence, newAgent, type Channel } from '../../../contract/signals/agents.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Question, type Part } from './form-section.tsx'
import { clockOptions, formatCadence, formatTimeZone } from './copy.ts'

/** When and where an agent sends alerts. `timeZone`, the organisation's, and `email` are undefined until the server answers. */
export const DeliverySettings = ({
  fields,
  set,
  timeZone,
  email,
  crmTask,
  maxField,
  alerts,
}: Part & {
  timeZone: TimeZone | undefined
  email: boolean | undefined
  /** Why tasks can’t be added now, in a sentence. */
  crmTask: string | null
  maxField: RefObject<HTMLInputElement | null>
  alerts: ReactNode
}) => {
  const { cadence, channels, mostADay } = fields
  const zone = fields.timeZone ?? timeZone
  const turn = (channel: Channel, on: boolean): void =>
    set({
      channels: on ? [...channels, channel] : channels.filter((each) => each !== channel),
    })
  return (
    <FormSection title="Alerts">
      <Question title="When">
        {Cadence.options.map((value) => (
          <label
            key={value}
            className="flex min-h-control cursor-pointer items-center gap-2.5 text-14"
          >
            <input
              type="radio"
              name="cadence"
              checked={cadence === value}
              onChange={() =>
                // The field is only visible for instant alerts: an invalid number in a hidden field would block saving without a visible reason.
                set({
                  cadence: value,
                  ...(isValidDailyMax(mostADay) ? {} : { mostADay: newAgent.mostADay }),
                })
              }
              className="size-4.5 cursor-[inherit] accent-accent"
            />
            {formatCadence(value, zone)}
          </label>
        ))}
      </Question>
      <Question title="Where">
        <Checkbox label="In the app" checked disabledReason="Always" onCheckedChange={() => {}} />
        <Checkbox
          label="Push notifications"
          checked={channels.includes('push')}
          onCheckedChange={(on) => turn('push', on)}
        />
        {channels.includes('push') && <div className="pb-2 pl-7 empty:hidden">{alerts}</div>}
        <Checkbox
          label={<span className="whitespace-nowrap">Email</span>}
          checked={channels.includes('email')}
          disabledReason={
            email === false && !channels.includes('email') ? 'Email isn’t set up.' : undefined
          }
          onCheckedChange={(on) => turn('email', on)}
        />
        <Checkbox
          label={<span className="whitespace-nowrap">Task in your CRM</span>}
          checked={channels.includes('crm_task')}
          disabledReason={channels.includes('crm_task') ? undefined : (crmTask ?? undefined)}
          onCheckedChange={(on) => turn('crm_task', on)}
        />
        {channels.includes('crm_task') && (
          <p className="pb-2 pl-7 text-13 text-ink-soft">
            {crmTask ?? 'For companies you’ve pushed, due the next day.'}
          </p>
        )}
      </Question>
      <Quiet fields={fields} set={set} />
      {(cadence !== 'instant' || fields.quiet !== null) && (
        <SelectField
          label="Time zone"
          className="max-w-80"
          value={zone ?? ''}
          options={[
            ...(zone === undefined ? [{ value: '' as const, label: 'Your organisation’s' }] : []),
            ...timeZoneOptions,
          ]}
          onValueChange={(value) => {
            if (value !== '') set({ timeZone: value })
          }}
        />
      )}
      {cadence === 'instant' && (
        <TextField
          ref={maxField}
          label="Maximum alerts per day"
          className="max-w-80"
          inputClassName="tabular"
          type="number"
          inputMode="numeric"
          min={1}
          max={maxAlertsADay}
          value={Number.isNaN(mostADay) ? '' : String(mostADay)}
          onValueChange={(value) =>
            set({ mostADay: value === '' ? NaN : Math.round(Number(value)) })
          }
          error={
            isValidDailyMax(mostADay) ? undefined : `Enter a number from 1 to ${maxAlertsADay}.`
          }
          hint="Anything more waits until the next day."
        />
      )}
    </FormSection>
  )
}

const timeZoneOptions = TimeZone.options.map((value) => ({ value, label: formatTimeZone(value) }))

const maxAlertsADay = 50

export const isValidDailyMax = (count: number): boolean => count >= 1 && count <= maxAlertsADay

const Quiet = ({ fields: { quiet }, set }: Part) => (
  <div>
    <Switch
      label="Quiet hours"
      hint={
        quiet === null
          ? 'Alerts can arrive at any time.'
          : 'Alerts from quiet hours arrive afterwards.'
      }
      className="max-w-80"
      checked={quiet !== null}
      onCheckedChange={(on) => set({ quiet: on ? { from: 19 * 60, until: 7 * 60 } : null })}
    />
    {quiet !== null && (
      <div className="mt-3 grid max-w-80 grid-cols-2 gap-3">
        <SelectField
          label="From"
          value={String(quiet.from)}
          options={clockOptions(quiet.from)}
          onValueChange={(from) => set({ quiet: { ...quiet, from: Number(from) } })}
        />
        <SelectField
          label="Until"
          value={String(quiet.until)}
          options={clockOptions(quiet.until)}
          onValueChange={(until) => set({ quiet: { ...quiet, until: Number(until) } })}
        />
      </div>
    )}
  </div>
)
