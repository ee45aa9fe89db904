import { useRef, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { useStorageRefusal } from '../../../shared/offline/read-failure.ts'
import { cx } from '../../../ui/cx.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { useOpenedOnce } from '../../../ui/opened-once.ts'
import { preloadSheet } from '../../../ui/sheet.tsx'
import { clearCriteria, filtersInUse, holdsMore } from '../criteria-edit.ts'
import { panel } from '../panel-state.ts'
import { SortMenu } from '../results/sort-menu.tsx'
import { Overlays, preloadSavedParts } from '../saved/lazy-parts.ts'
import { closeSnackbar, overlays } from '../saved/overlays.ts'
import { useSearchHandle } from '../search-context.ts'
import { startState } from '../search-state.ts'
import { useSelection } from '../selection.ts'
import { addressOf } from '../use-search-url.ts'
import { NearMenu } from './near-menu.tsx'
import { useNewToUs } from './new-to-us.tsx'
import { useTableViews } from './table-views.tsx'
import { useVerifiedLately } from './verified-lately.tsx'

/** What one does with a search, in words and within reach of the thumb. A selection has its own bar. */
export const ThumbBar = () => {
  const { state } = useSearchHandle()
  const [, navigate] = useLocation()
  const { list, question } = useSnapshot(overlays)
  const anchor = useRef<HTMLButtonElement>(null)
  const opened = useOpenedOnce(list || question !== null)
  const cannotSaveReason = useStorageRefusal()
  const newToUs = useNewToUs()
  const verified = useVerifiedLately()
  const views = useTableViews()
  const used = filtersInUse(state.criteria).size
  const narrowing: MenuItem[] = [
    { label: 'Verified in the last 90 days', checked: verified.isOn, onSelect: verified.toggle },
    ...(newToUs === null
      ? []
      : [{ label: 'New to us', checked: newToUs.isOn, onSelect: newToUs.toggle }]),
  ]
  const fresh: MenuItem[] =
    state.saved !== null || holdsMore(state.criteria)
      ? [
          {
            label: 'New search',
            icon: 'plus',
            onSelect: () => {
              closeSnackbar()
              // Like the search that it follows, a new one keeps the country (spec 4).
              navigate(addressOf(startState(clearCriteria(state.criteria))))
            },
          },
        ]
      : []
  const isSelecting = useSelection(state).count > 0
  return (
    <div
      data-thumb-bar
      role="group"
      aria-label="Search tools"
      className={cx(
        'grid auto-cols-fr grid-flow-col border-t border-line bg-card px-1',
        isSelecting && 'hidden',
      )}
    >
      <button
        type="button"
        data-tour="filters"
        className={shape}
        onPointerEnter={preloadSheet}
        onClick={() => {
          panel.sheet = true
        }}
      >
        <Content icon="filter">
          Filters
          {used > 0 && (
            <>
              {' '}
              <span className="tabular text-accent-strong">{used}</span>
              <span className="sr-only"> in use</span>
            </>
          )}
        </Content>
      </button>
      <SortMenu className={shape} buttonContent={<Content icon="sort-desc">Sort</Content>} />
      <NearMenu className={shape} buttonContent={<Content icon="map-pin">Near</Content>} />
      {state.saved === null && (
        <button
          type="button"
          aria-label="Save search"
          className={shape}
          {...(cannotSaveReason !== undefined && {
            'aria-disabled': true,
            'aria-description': cannotSaveReason,
          })}
          onPointerEnter={preloadSavedParts}
          onClick={() => {
            if (cannotSaveReason === undefined) overlays.question = { about: 'save' }
          }}
        >
          <Content icon="bookmark">Save</Content>
        </button>
      )}
      <button
        ref={anchor}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={list}
        aria-label="Recent and saved searches"
        className={shape}
        onPointerEnter={preloadSavedParts}
        onClick={() => {
          overlays.list = !list
        }}
      >
        <Content icon="history">Recent</Content>
      </button>
      <Menu
        label="Options for this search"
        className={shape}
        buttonContent={<Content icon="more">Options</Content>}
        groups={[
          ...(fresh.length > 0 ? [{ items: fresh }] : []),
          { items: narrowing },
          ...views.groups,
        ]}
      />
      {views.question}
      {opened && <Overlays anchor={anchor} />}
    </div>
  )
}

const shape =
  'flex min-h-14 min-w-0 select-none flex-col items-center justify-center gap-0.5 rounded-sm text-12 font-medium whitespace-nowrap text-ink-soft focus-visible:-outline-offset-2 active:bg-sunken aria-disabled:opacity-50'

const Content = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <>
    <Icon name={icon} size={20} />
    <span>{children}</span>
  </>
)
