import { useSnapshot } from 'valtio'
import type { Filter } from '../../../../contract/search/filter.ts'
import { cx } from '../../../ui/cx.ts'
import { FilterMark } from '../../../ui/checkbox.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { filtersInUse, markOf, marked } from '../criteria-edit.ts'
import { filterSectionId, panel } from '../panel-state.ts'
import { useSearchHandle } from '../search-context.ts'
import { ChosenSummary } from './chosen-summary.tsx'
import { FilterExtras } from './filter-extras.tsx'
import { FilterWidget } from './filter-widget.tsx'
import { OptionCount, type CountOf } from './option-count.tsx'

/** One filter of the panel: closed it shows what is chosen, open its widget. Yes-or-no filters are a single row. */
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
          edit((criteria) => marked(criteria, identifier, 'Yes', next === 'none' ? null : next))
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
      <button
        type="button"
        aria-expanded={open}
        aria-controls={bodyId}
        onClick={() => {
          panel.filters[identifier] = !open
        }}
        className="flex min-h-control w-full items-center gap-2 rounded-sm px-2 py-1.5 text-left hover:bg-sunken focus-visible:-outline-offset-2"
      >
        <span className="min-w-0 flex-1">
          <span className={cx('block text-14', (open || chosen > 0) && 'font-medium')}>
            {label}
          </span>
          {!open && chosen > 0 && <ChosenSummary filter={filter} />}
        </span>
        <Icon
          name="chevron-down"
          size={16}
          className={cx('text-ink-faint transition-transform', open && 'rotate-180')}
        />
      </button>
      {open && (
        <div id={bodyId} className="px-2 pb-2">
          <FilterExtras filter={filter} />
          <FilterWidget filter={filter} countOf={countOf} />
        </div>
      )}
    </div>
  )
}
