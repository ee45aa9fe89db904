import { useRef, useState } from 'react'
import { log } from '../../lib/log.ts'
import { StorageError } from '../../offline/storage-error.ts'

/** Runs one save at a time; `trouble` is the error message. Resolves to whether it was saved. */
export const useSave = () => {
  const [trouble, setTrouble] = useState<string | null>(null)
  const busy = useRef(false)
  const keep = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (busy.current) return false
    busy.current = true
    setTrouble(null)
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof StorageError)) log.error('Failed to store an activity', error)
      setTrouble('We couldn’t save this on your device. Try again.')
      return false
    } finally {
      busy.current = false
    }
  }
  return { keep, trouble }
}
