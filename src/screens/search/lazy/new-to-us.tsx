import { useKnownIntegrations } from '../../../shared/crm/integrations.ts'
import type { Criteria } from '../../../../contract/search/criteria.ts'
import { markOf, withMark } from '../criteria-edit.ts'
import { useDeviceSearch } from '../device-search.tsx'
import { useSearchHandle } from '../search-context.ts'
import { ToggleChip } from './toggle-chip.tsx'

/** Leaves out what your CRM has and what you pushed or enriched. Only with a connected CRM. */
export const NewToUs = () => {
  const filter = useNewToUs()
  return (
    filter && (
      <ToggleChip
        label="New to us"
        title="Leaves out what’s in your CRM, and what you pushed or enriched"
        isOn={filter.isOn}
        onToggle={filter.toggle}
      />
    )
  )
}

/** Null where nothing is known to leave out. */
export const useNewToUs = (): { isOn: boolean; toggle: () => void } | null => {
  const { state, edit } = useSearchHandle()
  const { source } = useDeviceSearch()
  const isConnected = useKnownIntegrations()?.some(({ connection }) => connection !== null) === true
  const isOn = isNewToUs(state.criteria)
  if (source !== null || !(isConnected || isOn)) return null
  return { isOn, toggle: () => edit((now) => withNewToUs(now, !isOn)) }
}

const knownToUs = ['cus-in-crm', 'cus-pushed-enriched'] as const

const isNewToUs = (criteria: Criteria): boolean =>
  knownToUs.every((identifier) => markOf(criteria, identifier, 'Yes') === 'exclude')

const withNewToUs = (criteria: Criteria, isOn: boolean): Criteria =>
  knownToUs.reduce(
    (next, identifier) => withMark(next, identifier, 'Yes', isOn ? 'exclude' : null),
    criteria,
  )
