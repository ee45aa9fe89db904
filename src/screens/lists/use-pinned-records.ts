import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Criteria, Sorting } from '../../../contract/search/criteria.ts'
import type { ActivitySets } from '../../../contract/search/match.ts'
import type { RecordView } from '../../../contract/records/records.ts'
import { useDevice } from '../../shared/offline/device.tsx'
import type { PinDocument } from '../../offline/pin-docs.ts'
import type { PinHead } from '../../offline/pin-head.ts'
import { createPinReader, orderOfPin, recordsByIds, type LatLng } from '../../offline/pin-search.ts'
import type { Pin } from '../../offline/rows.ts'
import { noDistances, type Found } from './found.ts'

export type PinDocs = ReadonlyMap<string, PinDocument>

/** The documents of an offline copy; null while they load, or without a copy. */
export const usePinDocs = (pin: Pin | null): PinDocs | null => {
  const device = useDevice()
  const read = useMemo(() => device && createPinReader(device), [device])
  const [docs, setDocs] = useState<PinDocs | null>(null)
  const [id, version] =
    pin === null ? [null, ''] : [pin.id, `${pin.fetchedAt} ${pin.done} ${pin.checksum}`]
  useEffect(() => {
    if (!read || id === null) return undefined
    let late = false
    read(id)
      .then((loaded) => {
        if (!late) setDocs(loaded)
      })
      // The device reports storage errors itself.
      .catch(() => {})
    return () => {
      late = true
    }
  }, [read, id, version])
  return id === null ? null : docs
}

export type PinnedQuery = {
  criteria: Criteria
  sorting: Sorting
  origin: LatLng | null
  withinKm: number | null
  /** The members of the list on this device; null where unknown. */
  among: ReadonlySet<string> | null
  activity: ActivitySets | undefined
}

/** The records of an offline copy, filtered, counted and sorted on the device. */
export const usePinnedRecords = (
  pin: Pin | null,
  docs: PinDocs | null,
  pinnedQuery: PinnedQuery,
  /** The first records without filters, shown until the documents are loaded. */
  head: PinHead | null,
): Found => {
  const device = useDevice()
  const question = useDeferredValue(pinnedQuery)
  const category = pin?.category ?? 'company'
  const done = pin?.done ?? 0
  const order = useMemo(() => {
    const { criteria, sorting, origin, withinKm, among, activity } = question
    if (docs === null)
      return head && { ...beginning(head, among), total: Math.min(done, among?.size ?? done) }
    const found = orderOfPin(docs, {
      category,
      criteria,
      sorting,
      ...(origin === null ? {} : { position: origin }),
      ...(withinKm === null ? {} : { withinKm }),
      ...(among === null ? {} : { among }),
      ...(activity === undefined ? {} : { activity }),
    })
    return { ...found, total: found.ids.length }
  }, [docs, question, category, head, done])
  const [views, setViews] = useState<ReadonlyMap<string, RecordView>>(new Map())
  // A refresh of the copy may bring other fields.
  const fetchedAt = pin?.fetchedAt
  const [reading, setReading] = useState(fetchedAt)
  if (reading !== fetchedAt) {
    setReading(fetchedAt)
    setViews(new Map())
  }
  const [[first, last], setSeen] = useState<readonly [number, number]>([0, 0])
  const wanted = order?.ids
    .slice(first, last + 1)
    .filter((id) => !views.has(id) && (docs !== null || !head?.views.has(id)))
  const key = wanted?.join(' ') ?? ''
  useEffect(() => {
    if (device === null || key === '') return undefined
    let late = false
    recordsByIds(device, key.split(' '))
      .then((read) => {
        if (!late) setViews((before) => new Map([...before, ...read.map(byId)]))
      })
      .catch(() => {})
    return () => {
      late = true
    }
  }, [device, key])
  const need = useCallback(
    (from: number, to: number) =>
      setSeen((before) => (before[0] === from && before[1] === to ? before : [from, to])),
    [],
  )
  return {
    total: order?.total,
    ids: docs === null ? null : (order?.ids ?? null),
    at: (index) => {
      const id = order?.ids[index] ?? ''
      return views.get(id) ?? head?.views.get(id)
    },
    need,
    distances: order?.distances ?? new Map(),
    trouble: null,
    retry: () => {},
  }
}

const beginning = ({ ids }: PinHead, among: ReadonlySet<string> | null) => ({
  ids: among === null ? ids : ids.filter((id) => among.has(id)),
  distances: noDistances,
})

const byId = (view: RecordView): [string, RecordView] => [view.id, view]
