import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { usePosition } from '../position/position.ts'
import type { Visited } from '../visits/visit-sheet.tsx'
import { MapCard } from './map-card.tsx'
import {
  areaOf,
  sayAll,
  sayShown,
  type Area,
  type Bounds,
  type FoundOnMap,
  type Shown,
} from './map-data.ts'
import { useCanvas } from './use-canvas.ts'
import { WhereAmI } from './where-am-i.tsx'

type Props = {
  shown: Shown
  /** Undefined while they load. */
  found: FoundOnMap | undefined
  /** Loads them again, where that failed. */
  onRetry?: (() => void) | undefined
  /** The circle that the list is narrowed to. */
  area?: Area | null
  /** Narrows the list to a circle, or widens it again; without it, the map offers neither. */
  onArea?: (area: Area | null) => void
  onOpen: (id: string) => void
  onVisit: (about: Visited) => void
}

/** The records of a list on a map. The list stays beside it: everything that the map does, the list does too. */
export const RecordMap = (props: Props) => {
  const { shown, found, onRetry } = props
  const [drawsMaps] = useState(hasWebGl)
  return (
    <section aria-label="Map" className="flex min-w-0 flex-col gap-1">
      {drawsMaps ? (
        <>
          <Drawing {...props} />
          <p role="status" className="tabular text-13 text-ink-soft">
            {found && sayShown(shown, found)}
            {onRetry && (
              <>
                We couldn’t load the positions.{' '}
                <Button size="sm" onClick={onRetry}>
                  Try again
                </Button>
              </>
            )}
          </p>
        </>
      ) : (
        <p className="rounded-md border border-line bg-sunken px-4 py-3 text-14 text-ink-soft">
          This browser can’t draw a map. The list has the same {sayAll(shown)}.
        </p>
      )}
    </section>
  )
}

const hasWebGl = (): boolean => document.createElement('canvas').getContext('webgl2') !== null

const Drawing = ({ shown, found, onRetry, area = null, onArea, onOpen, onVisit }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const me = usePosition()
  const [pressed, setPressed] = useState<readonly string[]>([])
  const [at, setAt] = useState(0)
  const [bounds, setBounds] = useState<Bounds | null>(null)
  const show = (ids: readonly string[]): void => {
    setPressed(ids)
    setAt(0)
  }
  const label = `Map of ${sayAll(shown)}. The list has the same ${sayAll(shown)}.`
  const { canvas, notice, trouble, retry } = useCanvas(box, label, show, setBounds)
  const points = found?.points
  useEffect(() => {
    if (canvas !== null && points !== undefined)
      canvas.draw({ points, isRoute: shown === 'stops', area, me })
  }, [canvas, points, shown, area, me])
  const chosen = pressed.flatMap((id) => points?.find((point) => point.id === id) ?? [])
  const next = bounds && areaOf(bounds)
  if (trouble)
    return (
      <p className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-sunken px-4 py-3 text-14 text-ink-soft">
        We couldn’t load the map. The list has the same {sayAll(shown)}. The map opens offline once
        you’ve opened it online.
        <Button size="sm" onClick={retry}>
          Try again
        </Button>
      </p>
    )
  return (
    <>
      <div className="relative min-h-72 flex-1 overflow-hidden rounded-md border border-line bg-sunken">
        <div className="absolute inset-0">
          <div ref={box} className="h-full" />
        </div>
        {(canvas === null || (found === undefined && onRetry === undefined)) && (
          <span className="absolute inset-0 grid place-items-center">
            <Spinner />
          </span>
        )}
        {canvas !== null && (
          <>
            <div className="absolute top-2 right-2 flex flex-col gap-1">
              <OnMapButton icon="plus" label="Zoom in" onClick={() => canvas.zoomBy(1)} />
              <OnMapButton icon="minus" label="Zoom out" onClick={() => canvas.zoomBy(-1)} />
              <WhereAmI onFound={canvas.centreOn} />
            </div>
            {onArea !== undefined && (
              <div className="absolute top-2 left-2 flex flex-col items-start gap-1">
                <Button
                  size="sm"
                  icon="search"
                  // The map must not show through.
                  className="aria-disabled:text-ink-faint aria-disabled:opacity-100!"
                  disabledReason={
                    next === null
                      ? 'Zoom in: an area is at most 100 km around its middle.'
                      : undefined
                  }
                  onClick={() => onArea(next)}
                >
                  Search this area
                </Button>
                {area !== null && (
                  <Button size="sm" icon="close" onClick={() => onArea(null)}>
                    Clear area
                  </Button>
                )}
              </div>
            )}
          </>
        )}
        {chosen.length > 0 && (
          <MapCard
            category={shown === 'stops' ? 'company' : shown}
            records={chosen}
            at={at}
            from={me}
            onStep={setAt}
            onOpen={onOpen}
            onVisit={onVisit}
            onClose={() => {
              show([])
              box.current?.querySelector('canvas')?.focus()
            }}
          />
        )}
      </div>
      <AreaNote area={area} next={next} isOffered={onArea !== undefined} />
      <p className="text-12 text-ink-faint">{notice}</p>
    </>
  )
}

const OnMapButton = (props: { icon: 'plus' | 'minus'; label: string; onClick: () => void }) => (
  <IconButton variant="plain" {...props} />
)

const AreaNote = ({
  area,
  next,
  isOffered,
}: {
  area: Area | null
  next: Area | null
  isOffered: boolean
}): ReactNode => {
  if (!isOffered) return null
  const km = area?.withinKm ?? next?.withinKm
  if (km === undefined) return null
  return (
    <p className="tabular text-13 text-ink-soft">
      {area === null
        ? `“Search this area” takes the circle that fits the map: ${km} km around its middle.`
        : `Within ${km} km of the dashed circle’s middle.`}
    </p>
  )
}
