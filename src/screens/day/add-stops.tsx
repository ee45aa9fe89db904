import { useState } from 'react'
import type { Point } from '../../../contract/search/distance.ts'
import { maxStops } from '../../../contract/saved-work/day-plan-id.ts'
import type { DayPlan } from '../../../contract/saved-work/day-plans.ts'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { addStops } from '../../offline/day-plans.ts'
import { namedPins } from '../../offline/named-pins.ts'
import { useLive, useLocal } from '../../shared/offline/device.tsx'
import { Composer } from '../../shared/visits/composer.tsx'
import { formatDistance } from '../../shared/visits/locations.ts'
import { useSave } from '../../shared/visits/use-save.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { candidatesDue, candidatesNear, candidatesOfList, type Candidate } from './candidates.ts'
import { UseMyLocation } from './use-my-location.tsx'

const dueSource = 'due'
const nearSource = 'near'
const ofDevice = new Set([dueSource, nearSource])
const maxShown = 100
const quickCount = 8

/** Chooses stops from an offline list, what is due, or what is near. `list` is the source to begin with, `start` where distances are from. */
export const AddStops = ({
  day,
  list,
  start,
  planned,
  onClose,
}: {
  day: string
  list: string | null
  start: Point | null
  planned: DayPlan['stops']
  onClose: () => void
}) => {
  const local = useLocal()
  const { keep, trouble } = useSave()
  const [source, setSource] = useState<string | null>(list)
  const [chosen, setChosen] = useState<ReadonlyMap<string, Candidate>>(new Map())
  const [refused, setRefused] = useState<string | null>(null)
  const pins = useLive(namedPins)
  const from = source ?? (pins?.[0] === undefined ? dueSource : pins[0].pin.sourceId)
  const pin = pins?.find(({ pin: each }) => each.sourceId === from)
  const found = useLive(
    async (device) =>
      from === dueSource
        ? candidatesDue(device, day, start)
        : from === nearSource
          ? start && candidatesNear(device, local.now(), start)
          : pin && candidatesOfList(device, pin, start),
    [from, pin?.pin.id, pin?.pin.fetchedAt, start?.lat, start?.lng, day],
  )
  const open = found?.filter(({ recordId }) => !(recordId in planned)) ?? []
  const choose = (candidates: readonly Candidate[]): void => {
    setRefused(null)
    setChosen(new Map(candidates.map((each) => [each.recordId, each])))
  }
  const toggle = (candidate: Candidate, on: boolean): void =>
    choose([
      ...[...chosen.values()].filter(({ recordId }) => recordId !== candidate.recordId),
      ...(on ? [candidate] : []),
    ])
  const add = async (): Promise<void> => {
    let fits = false
    const saved = await keep(async () => {
      fits = await addStops(local, day, [...chosen.values()])
    })
    if (!saved) return
    if (fits) onClose()
    else setRefused(tooMany(chosen.size, Object.keys(planned).length))
  }
  return (
    <Composer
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title="Add stops"
      trouble={refused ?? trouble}
      footer={
        <Button
          variant="primary"
          disabledReason={chosen.size === 0 ? 'Choose a stop first.' : undefined}
          onClick={() => void add()}
        >
          {chosen.size === 0 ? 'Add' : `Add ${formatCount(chosen.size, 'stop', 'stops')}`}
        </Button>
      }
    >
      <SelectField
        label="From"
        options={[
          ...(pins ?? []).map(({ pin: { sourceId }, name }) => ({ value: sourceId, label: name })),
          { value: dueSource, label: 'What’s due' },
          { value: nearSource, label: 'Companies near here' },
        ]}
        value={from}
        onValueChange={(value) => {
          setSource(value)
          choose([])
        }}
      />
      {start === null && ofDevice.has(from) && (
        <UseMyLocation why="Use your location to see the nearest first. It stays on this device." />
      )}
      {pins !== undefined && !ofDevice.has(from) && pin === undefined ? (
        <p className="text-14 text-ink-soft">
          This list isn’t on this device. Open it and choose “Make available offline”.
        </p>
      ) : found === null ? null : (
        <Candidates open={open} chosen={chosen} onToggle={toggle} onChoose={choose} />
      )}
    </Composer>
  )
}

const tooMany = (chosen: number, planned: number): string =>
  [
    `A day holds ${maxStops} stops. You’ve chosen ${formatNumber(chosen)}`,
    ...(planned === 0 ? [] : [`and ${planned} are planned`]),
  ].join(', ') + '. Choose fewer.'

const Candidates = ({
  open,
  chosen,
  onToggle,
  onChoose,
}: {
  open: readonly Candidate[]
  chosen: ReadonlyMap<string, Candidate>
  onToggle: (candidate: Candidate, on: boolean) => void
  onChoose: (candidates: readonly Candidate[]) => void
}) => {
  const [term, setTerm] = useState('')
  const matching = open.filter(({ name }) => name.toLowerCase().includes(term.trim().toLowerCase()))
  return (
    <>
      <TextField
        label="Find a stop"
        type="search"
        icon="search"
        clearable
        value={term}
        onValueChange={setTerm}
      />
      <p className="flex flex-wrap gap-2">
        {matching.length > quickCount && (
          <Button size="sm" onClick={() => onChoose(matching.slice(0, quickCount))}>
            Choose the first {quickCount}
          </Button>
        )}
        {matching.length > 1 && (
          <Button size="sm" onClick={() => onChoose(matching)}>
            Choose all {formatNumber(matching.length)}
          </Button>
        )}
      </p>
      {matching.length === 0 ? (
        <p className="text-14 text-ink-soft">No more stops to add.</p>
      ) : (
        <ul aria-label="Possible stops" className="max-h-80 overflow-y-auto">
          {matching.slice(0, maxShown).map((candidate) => (
            <li key={candidate.recordId}>
              <Checkbox
                label={[
                  candidate.name,
                  ...(candidate.note === '' ? [] : [candidate.note]),
                  ...(candidate.distance === null ? [] : [formatDistance(candidate.distance)]),
                ].join(', ')}
                checked={chosen.has(candidate.recordId)}
                onCheckedChange={(on) => onToggle(candidate, on)}
              />
            </li>
          ))}
        </ul>
      )}
      {matching.length > maxShown && (
        <p className="text-13 text-ink-faint">
          Showing {maxShown} of {formatNumber(matching.length)}. Type a name to find others.
        </p>
      )}
    </>
  )
}
