import { useState } from 'react'
import { useApi } from '../../lib/use-api.ts'
import { fetchFile, saveByLink, type What } from './fetch-file.ts'

/** A request's files, and how far fetching one is. */
export type Files = {
  fetch: (what: What) => Promise<string | null>
  busy: What | null
  /** The file is being made anew: it had expired, or records in it were suppressed since. */
  making: boolean
  /** Why the last one could not be fetched. */
  trouble: string | null
}

export const useFile = (id: string): Files => {
  const api = useApi()
  const [busy, setBusy] = useState<What | null>(null)
  const [making, setMaking] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const fetch = async (what: What): Promise<string | null> => {
    setBusy(what)
    setTrouble(null)
    const words = await fetchFile(
      {
        api,
        pause: (ms) => new Promise((go) => setTimeout(go, ms)),
        save: saveByLink,
        onMaking: () => setMaking(true),
      },
      id,
      what,
    )
    setTrouble(words)
    setBusy(null)
    setMaking(false)
    return words
  }
  return { fetch, busy, making, trouble }
}
