import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Source } from '../../../contract/org/sources.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { describeError } from '../../lib/describe-error.ts'
import { useApi } from '../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Progress } from '../../ui/progress.tsx'
import { sourcesQuery } from './queries.ts'
import { uploadSourceFile } from './upload-file.ts'

/** Chooses a file and sends it; the server then checks it and imports nothing. */
export const FileUpload = ({ source, busy }: { source: Source; busy: boolean }) => {
  const api = useApi()
  const client = useQueryClient()
  const offline = useOffline()
  const input = useRef<HTMLInputElement>(null)
  const [sent, setSent] = useState<{ name: string; size: number; bytes: number } | null>(null)
  const [error, setError] = useState<string | null>(null)
  const ending = useRef(new AbortController())
  useEffect(() => {
    ending.current = new AbortController()
    return () => ending.current.abort()
  }, [])
  const send = async (file: File): Promise<void> => {
    const { signal } = ending.current
    setError(file.size === 0 ? 'This file is empty.' : null)
    if (file.size === 0) return
    const of = { name: file.name, size: file.size }
    setSent({ ...of, bytes: 0 })
    try {
      const onProgress = (bytes: number): void => setSent({ ...of, bytes })
      await uploadSourceFile({ api, sourceId: source.id, file, signal, onProgress })
      await client.invalidateQueries({ queryKey: sourcesQuery(api).queryKey })
    } catch (failure) {
      if (signal.aborted) return
      const { title, detail } = describeError(failure)
      setError(`We couldn’t upload this file. ${detail || `${title}.`}`)
    }
    setSent(null)
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <input
        ref={input}
        type="file"
        aria-label="A file for this source"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (file !== undefined) void send(file)
        }}
      />
      <Button
        icon="upload"
        variant={source.kind === 'upload' ? 'primary' : 'plain'}
        busy={sent !== null}
        disabledReason={offline ? 'You’re offline' : busy ? 'A run is in progress' : undefined}
        onClick={() => input.current?.click()}
      >
        Upload a file
      </Button>
      {sent !== null && (
        <span className="flex flex-col gap-1 text-13 text-ink-soft">
          <span className="tabular wrap-anywhere">
            {sent.name}: {formatBytes(sent.bytes)} of {formatBytes(sent.size)}. Stay on this page.
          </span>
          <Progress wide done={sent.bytes} total={sent.size} label={`${sent.name} uploaded`} />
        </span>
      )}
      <FormError>{error}</FormError>
    </div>
  )
}
