import { useEffect } from 'react'
import type { LatLng } from '../../offline/pin-search.ts'
import { useLocal } from '../../shared/offline/device.tsx'
import { setRound } from '../../shared/visits/round.ts'
import type { PinDocs } from './use-pinned-records.ts'

/** Makes a list that is sorted by distance the round, for what comes after a visit. */
export const useRound = (
  position: LatLng | null,
  docs: PinDocs | null,
  ids: readonly string[] | null,
): void => {
  const { name } = useLocal().device
  useEffect(
    () =>
      setRound(
        position === null || docs === null || ids === null
          ? null
          : { device: name, position, docs, ids },
      ),
    [name, position, docs, ids],
  )
}
