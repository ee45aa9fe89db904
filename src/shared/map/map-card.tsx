import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { recordLink } from '../../../contract/links.ts'
import type { Category, RecordView } from '../../../contract/records/records.ts'
import { haversine, kmOf, type Point } from '../../../contract/search/distance.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useApi } from '../../lib/use-api.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { useLive } from '../offline/device.tsx'
import { useStorageRefusal } from '../offline/read-failure.ts'
import { findCachedRecord } from '../records/cached-records.ts'
import type { Placed } from './map-data.ts'
import { CardWays } from '../visits/card-ways.tsx'
import { formatDistance, spotOf, townOf } from '../visits/locations.ts'
import type { Visited } from '../visits/visit-sheet.tsx'

/** The record of a pressed point. Of several at the same point, the others follow. */
export const MapCard = ({
  category: usual,
  records,
  at,
  from,
  onStep,
  onOpen,
  onVisit,
  onClose,
}: {
  category: Category
  records: readonly Placed[]
  at: number
  /** The user, where known. */
  from: Point | null
  onStep: (at: number) => void
  onOpen: (id: string) => void
  onVisit: (about: Visited) => void
  onClose: () => void
}) => {
  const card = useRef<HTMLElement>(null)
  const shown = records[at]
  const category = shown?.category ?? usual
  const view = useView(category, shown?.id ?? '')
  const noVisitReason = useStorageRefusal()
  useEffect(() => card.current?.focus({ preventScroll: true }), [shown?.id])
  if (shown === undefined) return null
  const { id, name, lat, lng } = shown
  const office = view && spotOf(view, { lat, lng })?.location
  const about = [
    townOf(office),
    from === null
      ? ''
      : formatDistance({ km: kmOf(haversine(from, lat, lng)), approx: office?.approx === true }),
  ]
  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-label={name}
      className="absolute inset-x-2 bottom-2 z-1 flex flex-col gap-2 rounded-md border border-line bg-card p-3 shadow-overlay sm:max-w-80"
    >
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1">
          <Link
            href={recordLink(category, id)}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return
              event.preventDefault()
              onOpen(id)
            }}
            className="line-clamp-2 text-16 font-semibold hover:underline"
          >
            {name}
          </Link>
          <p className="tabular text-13 text-ink-soft">
            {about.filter((part) => part !== '').join(' · ')}
          </p>
        </div>
        <IconButton icon="close" size="sm" label="Close" onClick={onClose} />
      </div>
      <p className="flex flex-wrap gap-2">
        {view && <CardWays record={view} office={office} />}
        <Button
          size="sm"
          icon="visit"
          aria-label={`Log visit to ${name}`}
          disabledReason={noVisitReason}
          onClick={() => onVisit({ category, recordId: id, name })}
        >
          Log visit
        </Button>
        <Button size="sm" icon="eye" aria-label={`Open ${name}`} onClick={() => onOpen(id)}>
          Open
        </Button>
      </p>
      {records.length > 1 && (
        <p className="flex items-center justify-between gap-2 text-13 text-ink-soft">
          <span className="tabular">
            {at + 1} of {records.length} at this point
          </span>
          <Button size="sm" variant="quiet" onClick={() => onStep((at + 1) % records.length)}>
            Next
          </Button>
        </p>
      )}
    </article>
  )
}

/** From this device, otherwise from the server; undefined until then. */
const useView = (category: Category, id: string): RecordView | undefined => {
  const api = useApi()
  const offline = useOffline()
  const row = useLive((device) => findCachedRecord(device, id), [id])
  const { data } = useQuery<RecordView>({
    queryKey: ['record', category, id],
    queryFn: ({ signal }) =>
      category === 'company' ? api.company({ id }, { signal }) : api.person({ id }, { signal }),
    enabled: row === null && !offline,
  })
  return row?.view ?? data
}
