import { useState } from 'react'
import { locate } from '../../shared/position/locate.ts'
import { Button } from '../../ui/button.tsx'

/** Locates the device on a press: says why, and afterwards why it failed. */
export const UseMyLocation = ({ why }: { why: string }) => {
  const { unknown, busy, find } = useLocate()
  return <LocateButton why={unknown ?? why} busy={busy} onPress={find} />
}

export const LocateButton = ({
  why,
  busy,
  onPress,
}: {
  why: string
  busy: boolean
  onPress: () => void
}) => (
  <p className="flex flex-wrap items-center gap-3 text-14 text-ink-soft">
    <span role="status">{why}</span>
    <Button size="sm" icon="map-pin" busy={busy} onClick={onPress}>
      Use my location
    </Button>
  </p>
)

/** `unknown`: why the position is unknown, after a failure. */
export const useLocate = (): { unknown: string | null; busy: boolean; find: () => void } => {
  const [unknown, setUnknown] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const find = async (): Promise<void> => {
    setBusy(true)
    setUnknown(null)
    const found = await locate()
    setBusy(false)
    setUnknown(typeof found === 'string' ? found : null)
  }
  return { unknown, busy, find: () => void find() }
}
