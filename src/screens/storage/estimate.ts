import { useEffect, useState } from 'react'
import { persistence, type Persistence } from '../../shared/offline/persistence.ts'

/** What the browser says: room used and there at most, in bytes, and whether it keeps what is there; null where it does not say. */
export type Estimate = { usage: number | null; quota: number | null; state: Persistence }

/** The browser's own figures, read anew when `key` changes; undefined while they are read. */
export const useEstimate = (
  key: unknown,
): { estimate: Estimate | undefined; ask: () => Promise<boolean> } => {
  const [estimate, setEstimate] = useState<Estimate>()
  useEffect(() => {
    let late = false
    const read = async (): Promise<void> => {
      const told = await readEstimate()
      if (!late) setEstimate(told)
    }
    void read()
    return () => {
      late = true
    }
  }, [key])
  const ask = async (): Promise<boolean> => {
    const agreed = await persistence.ask()
    setEstimate(await readEstimate())
    return agreed
  }
  return { estimate, ask }
}

const readEstimate = async (): Promise<Estimate> => {
  const told = await navigator.storage?.estimate?.().catch(() => undefined)
  return {
    usage: told?.usage ?? null,
    quota: told?.quota ?? null,
    state: await persistence.state(),
  }
}
