import { markOf, withMark } from '../criteria-edit.ts'
import { useSearchHandle } from '../search-context.ts'
import { ToggleChip } from './toggle-chip.tsx'

const filters = { company: 'verified_lately', people: 'person_verified_lately' } as const

/** Only records of the tab that were verified in the last 90 days. */
export const VerifiedLately = () => {
  const { isOn, toggle } = useVerifiedLately()
  return (
    <ToggleChip
      label={
        <>
          <span className="whitespace-pre @max-3xl:sr-only">Verified </span>≤ 90 days
        </>
      }
      title="Verified in the last 90 days"
      isOn={isOn}
      onToggle={toggle}
    />
  )
}

export const useVerifiedLately = (): { isOn: boolean; toggle: () => void } => {
  const { state, edit } = useSearchHandle()
  const identifier = filters[state.tab]
  const isOn = markOf(state.criteria, identifier, 'Yes') === 'include'
  return {
    isOn,
    toggle: () => edit((now) => withMark(now, identifier, 'Yes', isOn ? null : 'include')),
  }
}
