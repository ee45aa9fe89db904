import { useState } from 'react'
import { log } from '../../lib/log.ts'
import { StorageTrouble } from '../../offline/trouble.ts'

/** Does something with the device, and tells in words when it could not be done. */
export const useActing = (): {
  act: (work: () => Promise<unknown>) => void
  trouble: string | null
} => {
  const [trouble, setTrouble] = useState<string | null>(null)
  const act = (work: () => Promise<unknown>): void => {
    setTrouble(null)
    work().catch((error: unknown) => {
      if (!(error instanceof StorageTrouble)) log.error('The Sync centre failed', error)
      setTrouble('We couldn’t save this on your device. Nothing changed.')
    })
  }
  return { act, trouble }
}
