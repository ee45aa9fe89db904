import { useState } from 'react'
import { locate as locateDevice } from './locate.ts'

type Found = Awaited<ReturnType<typeof locateDevice>>

/** Locates the device when it is called. `trouble`: why the last attempt failed. */
export const useLocate = (): {
  busy: boolean
  trouble: string | null
  locate: () => Promise<Found>
} => {
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const locate = async (): Promise<Found> => {
    setBusy(true)
    setTrouble(null)
    const found = await locateDevice()
    setBusy(false)
    setTrouble(typeof found === 'string' ? found : null)
    return found
  }
  return { busy, trouble, locate }
}
