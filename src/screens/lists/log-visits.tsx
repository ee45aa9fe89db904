import { useState } from 'react'
import { useLocal } from '../../shared/offline/device.tsx'
import type { SavedVisitRow } from '../../shared/visits/saved-visit.tsx'
import type { Visited } from '../../shared/visits/visit-sheet.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const NewVisit = lazyComponent(() =>
  import('../../shared/visits/visit-sheet.tsx').then((m) => m.NewVisit),
)
const SavedVisit = lazyComponent(() =>
  import('../../shared/visits/saved-visit.tsx').then((m) => m.SavedVisit),
)

export const LogVisits = ({
  about,
  onAbout,
}: {
  about: Visited | null
  onAbout: (about: Visited | null) => void
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
      <SavedVisit visit={saved} onClose={() => setSaved(null)} onLog={onAbout} />
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
