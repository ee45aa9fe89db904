import { useSnapshot } from 'valtio'
import type { Filter } from '../../../../contract/search/filter.ts'
import { FilterMark } from '../../../ui/checkbox.tsx'
import { DisclosureButton } from '../../../ui/disclosure-button.tsx'
import { filtersInUse, markOf, withMark } from '../criteria-edit.ts'
import { filterSectionId, panel } from '../panel-state.ts'
import { useSearchHandle } from '../search-context.ts'
import { ChosenSummary } from './chosen-summary.tsx'
import { FilterExtras } from './filter-extras.tsx'
import { FilterWidget } from './filter-widget.tsx'
import { OptionCount, type CountOf } from './option-count.tsx'

/** A filter of the panel: closed it shows its chosen values, open its widget. Yes-or-no filters are a single row. */
export const FilterSection = ({ filter, countOf }: { filter: Filter; countOf: CountOf }) =>
  filter.kind === 'boolean' ? (
    <BooleanRow filter={filter} countOf={countOf} />
  ) : (
    <Accordion filter={filter} countOf={countOf} />
  )

const BooleanRow = ({ filter, countOf }: { filter: Filter; countOf: CountOf }) => {
  const { state, edit } = useSearchHandle()
  const { identifier, label } = filter
  const mark = markOf(state.criteria, identifier, 'Yes')
  return (
    <div id={filterSectionId(identifier)} className="scroll-mt-12">
      <FilterMark
        label={label}
        state={mark ?? 'none'}
        onStateChange={(next) =>
          edit((criteria) => withMark(criteria, identifier, 'Yes', next === 'none' ? null : next))
        }
        count={<OptionCount mark={mark} count={countOf('Yes')} />}
      />
    </div>
  )
}

const Accordion = ({ filter, countOf }: { filter: Filter; countOf: CountOf }) => {
  const { state } = useSearchHandle()
  const { identifier, label } = filter
  const open = useSnapshot(panel).filters[identifier] === true
  const chosen = filtersInUse(state.criteria).get(identifier) ?? 0
  const bodyId = `${filterSectionId(identifier)}-body`
  return (
    <div id={filterSectionId(identifier)} className="scroll-mt-12">
      <DisclosureButton
        label={label}
        open={open}
        controls={bodyId}
        summary={chosen > 0 ? <ChosenSummary filter={filter} /> : null}
        onToggle={() => {
          panel.filters[identifier] = !open
        }}
      />
      {open && (
        <div id={bodyId} className="px-2 pb-2">
          <FilterExtras filter={filter} />
          <FilterWidget filter={filter} countOf={countOf} />
        </div>
      )}
    </div>
  )
}
