import { useEffect, useState } from 'react'
import { persistence, type Persistence } from '../../shared/offline/persistence.ts'

export type Estimate = { usage: number | null; quota: number | null; state: Persistence }

export const useEstimate = (
  key: unknown,
): { estimate: Estimate | undefined; ask: () => Promise<boolean> } => {
  const [estimate, setEstimate] = useState<Estimate>()
  useEffect(() => {
    let late = false
    const read = async (): Promise<void> => {
      const result = await readEstimate()
      if (!late) setEstimate(result)
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
  const reported = await navigator.storage?.estimate?.().catch(() => undefined)
  return {
    usage: reported?.usage ?? null,
    quota: reported?.quota ?? null,
    state: await persistence.state(),
  }
}
