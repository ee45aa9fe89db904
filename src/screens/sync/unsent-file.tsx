import { useRef, useState } from 'react'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { log } from '../../lib/log.ts'
import { StorageError } from '../../offline/storage-error.ts'
import { addUnsent, type Restored } from '../../offline/unsent-file.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { useLocal } from '../../shared/offline/device.tsx'
import { syncNow } from '../../shared/offline/sync-store.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { saveUnsentFile } from './save-unsent-file.ts'

/** Unsent work as one file, for browsers that empty themselves and devices that fail. */
export const UnsentFile = ({ isEmpty }: { isEmpty: boolean }) => {
  const local = useLocal()
  const { orgId } = useIdentity()
  const picker = useRef<HTMLInputElement>(null)
  const [result, setResult] = useState<{ text: string; failed: boolean } | null>(null)
  const run = async (work: () => Promise<{ text: string; failed: boolean }>): Promise<void> => {
    setResult(null)
    try {
      setResult(await work())
    } catch (error) {
      if (!(error instanceof StorageError)) log.error('Unsent work and its file', error)
      setResult({ text: 'This device couldn’t do that. Nothing is lost. Try again.', failed: true })
    }
  }
  const save = async () => ({ text: await saveUnsentFile(local, orgId ?? ''), failed: false })
  const add = (file: File) => async () => {
    const restored = await addUnsent(local, await file.text())
    if (restored.is === 'added' && restored.added > 0) syncNow()
    return { text: sayRestored(restored), failed: restored.is !== 'added' }
  }
  return (
    <section aria-labelledby="unsent-file" className="mt-8 border-t border-line pt-4">
      <h2 id="unsent-file" className="text-16 font-semibold">
        Take unsent work with you
      </h2>
      <p className="mt-0.5 max-w-text text-14 text-ink-soft">
        Browsers sometimes clear their data. Save your unsent changes to a file. Add it on any of
        your devices, and each change syncs once.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          icon="download"
          disabledReason={isEmpty ? 'There’s nothing unsent on this device.' : undefined}
          onClick={() => void run(save)}
        >
          Save to a file
        </Button>
        <Button icon="upload" onClick={() => picker.current?.click()}>
          Add from a file
        </Button>
        <input
          ref={picker}
          type="file"
          accept="application/json,.json"
          aria-label="File with unsent work"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            event.currentTarget.value = ''
            if (file) void run(add(file))
          }}
        />
      </div>
      {result !== null &&
        (result.failed ? (
          <div className="mt-2">
            <FormError>{result.text}</FormError>
          </div>
        ) : (
          <p role="status" className="mt-2 text-14 text-ink-soft">
            {result.text}
          </p>
        ))}
    </section>
  )
}

const sayRestored = (restored: Restored): string => {
  if (restored.is !== 'added') return refusals[restored.is]
  const { added, known } = restored
  if (added === 0) return 'Every change in this file is already on this device or synced.'
  const rest = known === 0 ? '' : ` ${formatNumber(known)} more were on this device or synced.`
  return `${formatCount(added, 'change', 'changes')} added.${rest}`
}

const refusals: Record<Exclude<Restored['is'], 'added'>, string> = {
  'no-file': 'This isn’t a file of unsent work. Choose one that the Sync centre saved.',
  damaged: 'This file is damaged, so we added nothing. Save it again if you still can.',
  newer: 'This file is from a newer version of Fieldbook. Update Fieldbook first, then add it.',
  'other-person': 'This file holds someone else’s work. Only they can add it, on their device.',
  'other-company': 'This file is from another company. Switch to that company, then add it.',
}
