import { useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useStorageRefusal } from '../../../shared/offline/read-failure.ts'
import { Link } from 'wouter'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useOpenedOnce } from '../../../ui/opened-once.ts'
import { clearCriteria, holdsMore } from '../criteria-edit.ts'
import { usePanelMode } from '../prompt/panel-mode.ts'
import { useSearchHandle } from '../search-context.ts'
import { startState } from '../search-state.ts'
import { addressOf } from '../use-search-url.ts'
import { Overlays, preloadSavedParts } from './lazy-parts.ts'
import { closeSnackbar, overlays } from './overlays.ts'

export const SearchActions = () => {
  const handle = useSearchHandle()
  const { state } = handle
  const { mode } = usePanelMode(handle)
  const { list, question } = useSnapshot(overlays)
  const anchor = useRef<HTMLButtonElement>(null)
  const opened = useOpenedOnce(list || question !== null)
  const cannotSaveReason = useStorageRefusal()
  return (
    <div className="flex shrink-0 gap-1">
      <Button
        ref={anchor}
        variant="quiet"
        size="sm"
        icon="history"
        aria-haspopup="dialog"
        aria-expanded={list}
        aria-label="Recent and saved searches"
        onPointerEnter={preloadSavedParts}
        onClick={() => {
          overlays.list = !list
        }}
      >
        <span className="@max-4xl:hidden">Recent and saved</span>
      </Button>
      {(state.saved !== null || holdsMore(state.criteria)) && (
        <Link
          // Like the search that it follows, a new one keeps the country (spec 4).
          href={addressOf(startState(clearCriteria(state.criteria)))}
          aria-label="New search"
          onClick={closeSnackbar}
          className={buttonClass('quiet', 'sm')}
        >
          <Icon name="plus" size={18} />
          <span className="@max-3xl:hidden">New search</span>
        </Link>
      )}
      {state.saved === null && (
        <Button
          size="sm"
          variant={mode === 'save action' ? 'plain' : 'quiet'}
          icon="bookmark"
          aria-label="Save search"
          disabledReason={cannotSaveReason}
          onPointerEnter={preloadSavedParts}
          onClick={() => {
            overlays.question = { about: 'save' }
          }}
        >
          <span className="@max-2xl:hidden">Save search</span>
        </Button>
      )}
      {opened && <Overlays anchor={anchor} />}
    </div>
  )
}
