import { useState } from 'react'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { useLocal } from '../offline/device.tsx'
import type { SavedVisitRow } from './saved-visit.tsx'
import type { Visited } from './visit-sheet.tsx'

const NewVisit = lazyComponent(() => import('./visit-sheet.tsx').then((m) => m.NewVisit))
const SavedVisit = lazyComponent(() => import('./saved-visit.tsx').then((m) => m.SavedVisit))

/** The form for a visit to `about`, and what follows a saved one. */
export const LogVisits = ({
  about,
  onAbout,
  isCard,
}: {
  about: Visited | null
  onAbout: (about: Visited | null) => void
  isCard?: boolean | undefined
}) => {
  const local = useLocal()
  const [saved, setSaved] = useState<SavedVisitRow | null>(null)
  // The sheet still shows its record while it closes.
  const [shown, setShown] = useState(about)
  if (about !== null && about !== shown) setShown(about)
  if (shown === null) return null
  const { recordId } = shown
  return (
    <>
      <SavedVisit visit={saved} onClose={() => setSaved(null)} onLog={onAbout} isCard={isCard} />
      <NewVisit
        key={recordId}
        about={shown}
        half={`${local.device.name} ${recordId} visit`}
        open={about !== null}
        onOpenChange={(open) => {
          if (!open) onAbout(null)
        }}
        onSaved={(id) => setSaved({ id, about: shown })}
      />
    </>
  )
}
