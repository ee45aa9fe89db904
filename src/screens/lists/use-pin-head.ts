import { useEffect, useState } from 'react'
import { useDevice } from '../../shared/offline/device.tsx'
import { onIdle } from '../../lib/defer.ts'
import { readPinHead, type PinHead } from '../../offline/pin-head.ts'

/** The first records of an offline list: null where unknown, undefined while they load. */
export const usePinHead = (id: string): PinHead | null | undefined => {
  const device = useDevice()
  const [head, setHead] = useState<PinHead | null>()
  useEffect(() => {
    if (device === null) return undefined
    let late = false
    readPinHead(device, id).then(
      (read) => !late && setHead(read),
      // The device reports storage errors itself.
      () => !late && setHead(null),
    )
    return () => {
      late = true
    }
  }, [device, id])
  return head
}

/** True once the first rows are rendered: the rest of a list loads after that. */
export const useDrawn = (head: PinHead | null | undefined): boolean => {
  const [drawn, setDrawn] = useState(false)
  useEffect(() => (head ? onIdle(() => setDrawn(true)) : undefined), [head])
  return drawn || head === null
}
