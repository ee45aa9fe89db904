import { useState } from 'react'
import { mayLocate } from '../../shared/position/locate.ts'
import { PositionDialog } from '../../shared/position/position-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { radii, type ListState } from './list-state.ts'
import type { Locating } from './use-near.ts'

/** Sorts by distance from the device. The first time on a device it asks, and says what happens with the position. */
export const Nearby = ({
  locating: { near, busy, trouble, locate },
  onChange,
  disabledReason,
}: {
  locating: Locating
  onChange: (nearest: ListState['nearest']) => void
  disabledReason: string | undefined
}) => {
  const [explaining, setExplaining] = useState(false)
  const sort = async (): Promise<void> => {
    if (!(await locate())) return
    setExplaining(false)
    onChange({ withinKm: null })
  }
  return (
    <>
      {near === null ? (
        <Button
          size="sm"
          icon="map-pin"
          busy={busy && !explaining}
          disabledReason={disabledReason}
          onClick={() => (mayLocate() ? void sort() : setExplaining(true))}
        >
          Nearest first
        </Button>
      ) : (
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
                onSelect: () => onChange({ withinKm }),
              })),
            },
            {
              items: [
                { label: 'Update my location', icon: 'target', onSelect: () => void locate() },
                {
                  label: 'Stop sorting by distance',
                  icon: 'close',
                  onSelect: () => onChange(null),
                },
              ],
            },
          ]}
        />
      )}
      {trouble !== null && !explaining && (
        <span role="alert" className="self-center text-13 text-danger">
          {trouble}
        </span>
      )}
      <PositionDialog
        open={explaining}
        busy={busy}
        trouble={trouble}
        onOpenChange={setExplaining}
        onAgree={() => void sort()}
      />
    </>
  )
}

const radiusLabel = (km: number | null): string =>
  km === null ? 'Any distance' : `Within ${km} km`
