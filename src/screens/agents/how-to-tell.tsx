import type { ReactNode, RefObject } from 'react'
import { Cadence, newAgent, type Channel } from '../../../contract/signals/agents.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { FormSection, Question, type Part } from './form-section.tsx'
import { cadenceWords, clockOf, minuteOf, zoneWords } from './words.ts'

/** When and where an agent tells. `timeZone` and `email` are undefined until the server has said. */
export const HowToTell = ({
  fields,
  set,
  timeZone,
  email,
  mostField,
  alerts,
}: Part & {
  timeZone: string | undefined
  email: boolean | undefined
  mostField: RefObject<HTMLInputElement | null>
  /** Turns alerts on for this device. */
  alerts: ReactNode
}) => {
  const { cadence, channels, mostADay } = fields
  const zone = timeZone === undefined ? 'your organisation’s time zone' : zoneWords(timeZone)
  const turn = (channel: Channel, on: boolean): void =>
    set({
      channels: on ? [...channels, channel] : channels.filter((each) => each !== channel),
    })
  return (
    <FormSection title="Alerts">
      <Question title="When" hint={`Times are in ${zone}.`}>
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
                // Its field is there for what tells at once only: what was left wrong in it would stop nobody sees what.
                set({
                  cadence: value,
                  ...(isMost(mostADay) ? {} : { mostADay: newAgent.mostADay }),
                })
              }
              className="size-4.5 cursor-[inherit] accent-accent"
            />
            {cadenceWords[value]}
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
      </Question>
      <Quiet fields={fields} set={set} zone={zone} />
      {cadence === 'instant' && (
        <TextField
          ref={mostField}
          label="Maximum alerts per day"
          className="max-w-80"
          inputClassName="tabular"
          type="number"
          inputMode="numeric"
          min={1}
          max={most}
          value={Number.isNaN(mostADay) ? '' : String(mostADay)}
          onValueChange={(value) =>
            set({ mostADay: value === '' ? NaN : Math.round(Number(value)) })
          }
          error={isMost(mostADay) ? undefined : `Enter a number from 1 to ${most}.`}
          hint="Anything more waits until the next day."
        />
      )}
    </FormSection>
  )
}

/** Most notices a day an agent can be allowed. */
const most = 50

/** Whether an agent can be allowed so many notices a day. */
export const isMost = (count: number): boolean => count >= 1 && count <= most

const Quiet = ({ fields: { quiet }, set, zone }: Part & { zone: string }) => (
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
        <TextField
          type="time"
          label="From"
          aria-description={zone}
          value={clockOf(quiet.from)}
          onValueChange={(value) => {
            const from = minuteOf(value)
            if (from !== null) set({ quiet: { ...quiet, from } })
          }}
        />
        <TextField
          type="time"
          label="Until"
          aria-description={zone}
          value={clockOf(quiet.until)}
          onValueChange={(value) => {
            const until = minuteOf(value)
            if (until !== null) set({ quiet: { ...quiet, until } })
          }}
        />
      </div>
    )}
  </div>
)
