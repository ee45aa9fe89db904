import { deepest, pageSizes } from '../../../../contract/search/criteria.ts'
import { formatNumber } from '../../../lib/format.ts'
import { Menu } from '../../../ui/menu.tsx'
import { PageButtons } from '../../../ui/pager.tsx'
import { useSearchHandle } from '../search-context.ts'
import { lastPage, withPage, withSize } from '../search-state.ts'

/** The visible range and the page buttons: the first 10,000 results can be paged (product 2.1). */
export const Pager = ({ total }: { total: number }) => {
  const { state, change } = useSearchHandle()
  const page = state.pages[state.tab]
  const last = lastPage(total, state.size)
  const first = page * state.size + 1
  return (
    <nav
      aria-label="Pages"
      className="@container flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-ink-soft"
    >
      <Menu
        label={`${state.size} per page. Change how many results`}
        text={`${state.size} per page`}
        size="sm"
        variant="quiet"
        align="start"
        groups={[
          {
            heading: 'Results per page',
            items: pageSizes.map((size) => ({
              label: String(size),
              checked: size === state.size,
              onSelect: () => change((now) => withSize(now, size)),
            })),
          },
        ]}
      />
      {total > deepest && (
        <span className="hidden text-12 text-ink-faint @min-[37rem]:inline">
          Showing the first {formatNumber(deepest)}. Add filters to see the rest.
        </span>
      )}
      <span className="ml-auto flex items-center gap-x-3">
        <span className="tabular" aria-live="polite">
          {formatNumber(Math.min(first, total))}–
          {formatNumber(Math.min(first + state.size - 1, total))} of {formatNumber(total)}
        </span>
        <PageButtons
          page={page}
          last={last}
          endReason={
            total > deepest
              ? 'You can browse the first 10,000 results. Add filters to see the rest.'
              : undefined
          }
          onPage={(next) => change((now) => withPage(now, next))}
        />
      </span>
    </nav>
  )
}
