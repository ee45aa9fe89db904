import { useKnownIntegrations } from '../../../shared/crm/integrations.ts'
import { cx } from '../../../ui/cx.ts'
import type { Criteria } from '../../../../contract/search/criteria.ts'
import { markOf, withMark } from '../criteria-edit.ts'
import { useDeviceSearch } from '../device-search.tsx'
import { useSearchHandle } from '../search-context.ts'

/** Leaves out what your CRM has and what you pushed or enriched. Only with a connected CRM. */
export const NewToUs = () => {
  const { state, edit } = useSearchHandle()
  const { source } = useDeviceSearch()
  const isConnected = useKnownIntegrations()?.some(({ connection }) => connection !== null) === true
  const isOn = isNewToUs(state.criteria)
  if (source !== null || !(isConnected || isOn)) return null
  return (
    <button
      type="button"
      aria-pressed={isOn}
      title="Leaves out what’s in your CRM, and what you pushed or enriched"
      onClick={() => edit((now) => withNewToUs(now, !isOn))}
      className={cx(
        'inline-flex h-9 shrink-0 items-center rounded-full border px-3 text-13 font-medium pointer-fine:h-7',
        isOn
          ? 'border-transparent bg-accent-soft text-accent-strong'
          : 'border-line bg-card text-ink-soft hover:text-ink',
      )}
    >
      New to us
    </button>
  )
}

const knownToUs = ['cus-in-crm', 'cus-pushed-enriched'] as const

const isNewToUs = (criteria: Criteria): boolean =>
  knownToUs.every((identifier) => markOf(criteria, identifier, 'Yes') === 'exclude')

const withNewToUs = (criteria: Criteria, isOn: boolean): Criteria =>
  knownToUs.reduce(
    (next, identifier) => withMark(next, identifier, 'Yes', isOn ? 'exclude' : null),
    criteria,
  )
