import { useState } from 'react'
import type { LatLng } from '../../offline/pin-search.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Menu } from '../../ui/menu.tsx'
import { locateDevice } from './locate-device.ts'

export type Near = { origin: LatLng; withinKm: number | null }

const radii = [null, 5, 10, 25, 50, 100] as const

/** Sorts by distance from the device; asks first and says what happens with the position. */
export const Nearby = ({
  near,
  onChange,
  disabledReason,
}: {
  near: Near | null
  onChange: (near: Near | null) => void
  disabledReason: string | undefined
}) => {
  const [explaining, setExplaining] = useState(false)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const find = async (): Promise<void> => {
    setBusy(true)
    setTrouble(null)
    const found = await locateDevice()
    setBusy(false)
    if (typeof found === 'string') return setTrouble(found)
    setExplaining(false)
    onChange({ origin: found, withinKm: near?.withinKm ?? null })
  }
  if (near !== null)
    return (
      <>
        <Menu
          label={`Nearest first, ${radiusLabel(near.withinKm)}`}
          icon="map-pin"
          text={radiusLabel(near.withinKm)}
          size="sm"
          groups={[
            {
              heading: 'Nearest first',
              items: radii.map((withinKm) => ({
                label: radiusLabel(withinKm),
                checked: withinKm === near.withinKm,
                onSelect: () => onChange({ ...near, withinKm }),
              })),
            },
            {
              items: [
                { label: 'Update my location', icon: 'target', onSelect: () => void find() },
                {
                  label: 'Stop sorting by distance',
                  icon: 'close',
                  onSelect: () => onChange(null),
                },
              ],
            },
          ]}
        />
        {trouble !== null && (
          <span role="alert" className="self-center text-13 text-danger">
            {trouble}
          </span>
        )}
      </>
    )
  return (
    <>
      <Button
        size="sm"
        icon="map-pin"
        disabledReason={disabledReason}
        onClick={() => setExplaining(true)}
      >
        Nearest first
      </Button>
      <Dialog
        open={explaining}
        onOpenChange={setExplaining}
        size="sm"
        title="Sort by distance from you?"
        description="Your location stays on this device. We never send or store it."
        footer={
          <>
            <Button variant="quiet" onClick={() => setExplaining(false)}>
              Not now
            </Button>
            <Button variant="primary" busy={busy} onClick={() => void find()}>
              Use my location
            </Button>
          </>
        }
      >
        <FormError>{trouble}</FormError>
      </Dialog>
    </>
  )
}

const radiusLabel = (km: number | null): string =>
  km === null ? 'Any distance' : `Within ${km} km`
