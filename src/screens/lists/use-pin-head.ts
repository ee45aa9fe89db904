import { useEffect, useState } from 'react'
import { useDevice } from '../../shared/offline/device.tsx'
import { whenIdle } from '../../lib/idle.ts'
import { readPinHead, type PinHead } from '../../offline/pin-head.ts'

/** How a list that is available offline begins: null where that is not known, undefined while it is read. */
export const usePinHead = (id: string): PinHead | null | undefined => {
  const device = useDevice()
  const [head, setHead] = useState<PinHead | null>()
  useEffect(() => {
    if (device === null) return undefined
    let late = false
    readPinHead(device, id).then(
      (read) => !late && setHead(read),
      // What the storage has to say is heard by the device itself.
      () => !late && setHead(null),
    )
    return () => {
      late = true
    }
  }, [device, id])
  return head
}

/** True once the first rows are drawn, or where there is nothing to draw at once: the rest of a list is read behind them. */
export const useDrawn = (head: PinHead | null | undefined): boolean => {
  const [drawn, setDrawn] = useState(false)
  useEffect(() => (head ? whenIdle(() => setDrawn(true)) : undefined), [head])
  return drawn || head === null
}
