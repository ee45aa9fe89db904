import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { installPrompt } from '../lib/install-prompt.ts'
import { readStored, writeStored } from '../lib/storage.ts'
import { storagePrefix } from '../offline/names.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { FloatingPrompt } from '../ui/floating-prompt.tsx'

/** `at`: the start of the last visit, in ms since 1970; `dismissed`: never offer again. */
const Visits = z.object({ count: z.number(), at: z.number(), dismissed: z.boolean() })
type Visits = z.infer<typeof Visits>

const key = `${storagePrefix}visits`
const pauseMs = 30 * 60_000

/** A start within half an hour of the last one belongs to the same visit. */
export const visitsAt = (now: number, stored: unknown): Visits => {
  const before = z.safeParse(Visits, stored).data ?? { count: 0, at: 0, dismissed: false }
  const isNew = now - before.at > pauseMs
  return { ...before, at: now, count: before.count + (isNew ? 1 : 0) }
}

/** Offers to install the app from the second visit on, where the browser can, until it is dismissed. */
export const InstallOffer = () => {
  const [visits] = useState(() => visitsAt(Date.now(), readStored(key)))
  const [install, setInstall] = useState(installPrompt)
  useEffect(() => {
    writeStored(key, visits)
    const look = (): void => setInstall(installPrompt)
    addEventListener('beforeinstallprompt', look)
    return () => removeEventListener('beforeinstallprompt', look)
  }, [visits])
  if (install === null || visits.count < 2 || visits.dismissed) return null
  const dismiss = (): void => {
    writeStored(key, { ...visits, dismissed: true })
    setInstall(null)
  }
  return (
    <FloatingPrompt
      role="status"
      icon="download"
      text="Install Fieldbook to open it without a signal."
    >
      <Button
        variant="primary"
        size="sm"
        onClick={() => {
          dismiss()
          void install()
        }}
      >
        Install
      </Button>
      <IconButton icon="close" label="Don’t install" size="sm" iconSize={16} onClick={dismiss} />
    </FloatingPrompt>
  )
}
