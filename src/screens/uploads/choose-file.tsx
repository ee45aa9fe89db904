import { useState } from 'react'
import { useLocation } from 'wouter'
import { links } from '../../../contract/links.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useMay } from '../../shared/members/may.ts'
import { Callout } from '../../ui/callout.tsx'
import { DropZone } from './drop-zone.tsx'
import { useSender } from './sender.ts'
import { useLaunchFiles } from './use-launch-files.ts'
import { whyNotThisFile } from './copy.ts'

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
  useLaunchFiles({
    file: take,
    lost: () => setError('We didn’t get the shared file. Choose it here.'),
  })
  if (!may.allowed)
    return (
      <Callout icon="lock" tone="warn">
        {may.reason}
      </Callout>
    )
  return (
    <div className="flex flex-col gap-4">
      {offline && (
        <Callout icon="offline">
          You’re offline. Choose a file now and we’ll upload it when you reconnect.
        </Callout>
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
