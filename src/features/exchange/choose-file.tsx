import { useState } from 'react'
import { useLocation } from 'wouter'
import { links } from '../../../contract/links.ts'
import { useOffline } from '../../lib/contact.ts'
import { useMay } from '../../lib/may.ts'
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
    lost: () => setError('The file that was shared did not arrive. Choose it here.'),
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
          No connection: uploading needs one. A file you choose now waits on this device and is
          uploaded once there is a connection.
        </Told>
      )}
      <DropZone
        title="Drop or choose a file of companies or people"
        onFile={take}
        onSeveral={() => setError('One file at a time: drop a single one.')}
        error={error}
      />
      <ul className="flex flex-col gap-1 text-14 text-ink-soft">
        <li>Each row is looked up and told with how sure the match is. Matching is free.</li>
        <li>Doubtful matches are yours to decide. Nothing is guessed.</li>
        <li>
          Your columns stay as they are; ours are added. A record twice in a file is paid once.
        </li>
      </ul>
    </div>
  )
}
