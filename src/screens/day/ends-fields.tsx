import { useState } from 'react'
import type { Point } from '../../../contract/search/distance.ts'
import {
  saveEnds,
  type DayEnds,
  type EndChoice,
  type Postcode,
} from '../../shared/day-plan/ends.ts'
import { useLocal } from '../../shared/offline/device.tsx'
import { useSave } from '../../shared/visits/use-save.ts'
import { useLocate } from '../../shared/position/use-locate.ts'
import { FormError } from '../../ui/form-error.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { PostcodeDialog } from './postcode-dialog.tsx'
import { LocateButton } from './use-my-location.tsx'

type Side = 'start' | 'end'

/** Where the day starts and ends. Stays on this device. */
export const Ends = ({ ends, position }: { ends: DayEnds; position: Point | null }) => {
  const local = useLocal()
  const { keep, trouble } = useSave()
  const [asking, setAsking] = useState<{ side: Side; of: 'home' | 'postcode' } | null>(null)
  const { trouble: unknown, busy, locate } = useLocate()
  const save = (changes: Partial<DayEnds>): void =>
    void keep(() => saveEnds(local, { ...ends, ...changes }))
  const choose = (side: Side, choice: Choice): void => {
    if (choice === 'new home' || (choice === 'home' && ends.home === null))
      setAsking({ side, of: 'home' })
    else if (choice === 'new postcode') setAsking({ side, of: 'postcode' })
    else if (choice !== 'postcode') save({ [side]: choice })
    if (choice === 'here' && position === null) void locate()
  }
  const isLost = position === null && (ends.start === 'here' || ends.end === 'here')
  return (
    <div className="flex flex-col gap-2">
      <div className="grid grid-cols-2 gap-3 sm:max-w-120">
        {(['start', 'end'] as const).map((side) => (
          <SelectField
            key={side}
            label={side === 'start' ? 'Start' : 'End'}
            options={optionsOf(side, ends)}
            value={choiceOf(ends[side])}
            onValueChange={(choice) => choose(side, choice)}
          />
        ))}
      </div>
      {isLost && (
        <LocateButton
          why={unknown ?? 'We don’t know where you are yet.'}
          busy={busy}
          onPress={() => void locate()}
        />
      )}
      <FormError>{trouble}</FormError>
      {asking !== null && (
        <PostcodeDialog
          isHome={asking.of === 'home'}
          onClose={() => setAsking(null)}
          onFound={(found: Postcode) => {
            save(
              asking.of === 'home'
                ? { home: found, [asking.side]: 'home' }
                : { [asking.side]: found },
            )
            setAsking(null)
          }}
        />
      )}
    </div>
  )
}

type Choice = 'stop' | 'here' | 'home' | 'new home' | 'postcode' | 'new postcode'

const choiceOf = (choice: EndChoice): Choice => (typeof choice === 'string' ? choice : 'postcode')

const optionsOf = (side: Side, { home, ...ends }: DayEnds): { value: Choice; label: string }[] => {
  const chosen = ends[side]
  return [
    { value: 'stop', label: side === 'start' ? 'First stop' : 'Last stop' },
    { value: 'here', label: 'Where I am' },
    { value: 'home', label: home === null ? 'Home…' : `Home (${home.postcode})` },
    ...(home === null ? [] : [{ value: 'new home' as const, label: 'Change home…' }]),
    ...(typeof chosen === 'string' ? [] : [{ value: 'postcode' as const, label: chosen.postcode }]),
    { value: 'new postcode', label: 'A postcode…' },
  ]
}
