import { useRef, useState } from 'react'
import { log } from '../../lib/log.ts'
import { StorageTrouble } from '../../offline/trouble.ts'

/** Does one thing at a time with the device; `trouble` says in words that it was not kept. Answers whether it was. */
export const useKeeping = () => {
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
      if (!(error instanceof StorageTrouble)) log.error('An activity could not be kept', error)
      setTrouble('We couldn’t save this on your device. Try again.')
      return false
    } finally {
      busy.current = false
    }
  }
  return { keep, trouble }
}
