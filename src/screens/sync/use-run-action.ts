import { useState } from 'react'
import { log } from '../../lib/log.ts'
import { StorageError } from '../../offline/storage-error.ts'

export const useRunAction = (): {
  act: (work: () => Promise<unknown>) => void
  trouble: string | null
} => {
  const [trouble, setTrouble] = useState<string | null>(null)
  const act = (work: () => Promise<unknown>): void => {
    setTrouble(null)
    work().catch((error: unknown) => {
      if (!(error instanceof StorageError)) log.error('The Sync centre failed', error)
      setTrouble('We couldn’t save this on your device. Nothing changed.')
    })
  }
  return { act, trouble }
}
