import { useState } from 'react'
import { useLocation } from 'wouter'
import { links } from '../../../contract/links.ts'
import { useOffline } from '../../lib/contact.ts'
import { useMay } from '../../shared/members/may.ts'
import { Told } from '../../ui/told.tsx'
import { DropZone } from './drop-zone.tsx'
import { useSender } from './sending.ts'
import { useHanded } from './use-handed.ts'
import { whyNotThisFile } from './words.ts'

/** The first step: a file of one's own, dropped, chosen, opened with the app or shared with it. */
export const ChooseFile = () => {
  const sender = useSender()
  const offline = useOffline()
  const may = useMay('createUpload')
  const [, navigate] = useLocation()
  const [error, setError] = useState<string>()
  const take = (file: File): void => {
    const wrong = whyNotThisFile(file)
    setError(wrong ?? undefined)
    if (wrong === null && sender !== null) navigate(links.uploadOf(sender.start(file)))
  }
  useHanded({
    file: take,
    lost: () => setError('We didn’t get the shared file. Choose it here.'),
  })
  if (!may.allowed)
    return (
      <Told icon="lock" tone="warn">
        {may.reason}
      </Told>
    )
  return (
    <div className="flex flex-col gap-4">
      {offline && (
        <Told icon="offline">
          You’re offline. Choose a file now and we’ll upload it when you reconnect.
        </Told>
      )}
      <DropZone
        title="Drop or choose a file of companies or people"
        onFile={take}
        onSeveral={() => setError('Drop one file at a time.')}
        error={error}
      />
      <ul className="flex flex-col gap-1 text-14 text-ink-soft">
        <li>We match every row and show a confidence score. Matching is free.</li>
        <li>You review uncertain matches. We never guess.</li>
        <li>We keep your columns and add ours. Duplicates are charged once.</li>
      </ul>
    </div>
  )
}
