import { useState } from 'react'
import { useApi } from '../../lib/use-api.ts'
import { saveByLink } from './save-by-link.ts'
import { fetchFile, type FileKind } from './fetch-file.ts'

export type Files = {
  fetch: (what: FileKind) => Promise<string | null>
  busy: FileKind | null
  /** The server makes the file again: it expired, or records in it are suppressed since. */
  making: boolean
  trouble: string | null
}

export const useFile = (id: string): Files => {
  const api = useApi()
  const [busy, setBusy] = useState<FileKind | null>(null)
  const [making, setMaking] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const fetch = async (what: FileKind): Promise<string | null> => {
    setBusy(what)
    setTrouble(null)
    const failure = await fetchFile(
      {
        api,
        save: saveByLink,
        onMaking: () => setMaking(true),
      },
      id,
      what,
    )
    setTrouble(failure)
    setBusy(null)
    setMaking(false)
    return failure
  }
  return { fetch, busy, making, trouble }
}
