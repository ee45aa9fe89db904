import { useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useStorageRefusal } from '../../../shared/offline/read-failure.ts'
import { Button } from '../../../ui/button.tsx'
import { useOpenedOnce } from '../../../ui/opened-once.ts'
import { useSearchHandle } from '../search-context.ts'
import { loadSavedParts, Overlays } from './lazy-parts.ts'
import { overlays } from './overlays.ts'

export const SearchActions = () => {
  const { state } = useSearchHandle()
  const { list, question } = useSnapshot(overlays)
  const anchor = useRef<HTMLButtonElement>(null)
  const opened = useOpenedOnce(list || question !== null)
  const cannotSaveReason = useStorageRefusal()
  const preload = (): void => void loadSavedParts()
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
        onPointerEnter={preload}
        onClick={() => {
          overlays.list = !list
        }}
      >
        <span className="max-xl:hidden">Recent and saved</span>
      </Button>
      {state.saved === null && (
        <Button
          size="sm"
          icon="bookmark"
          aria-label="Save search"
          disabledReason={cannotSaveReason}
          onPointerEnter={preload}
          onClick={() => {
            overlays.question = { about: 'save' }
          }}
        >
          <span className="max-sm:hidden">Save search</span>
        </Button>
      )}
      {opened && <Overlays anchor={anchor} />}
    </div>
  )
}
