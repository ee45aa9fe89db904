import { useLocate } from '../../shared/position/use-locate.ts'
import { Button } from '../../ui/button.tsx'

/** Locates the device on a press: says why, and afterwards why it failed. */
export const UseMyLocation = ({ why }: { why: string }) => {
  const { trouble, busy, locate } = useLocate()
  return <LocateButton why={trouble ?? why} busy={busy} onPress={() => void locate()} />
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
