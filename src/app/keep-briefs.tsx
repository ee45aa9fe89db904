import { useQuery } from '@tanstack/react-query'
import { localDayOf } from '../../contract/core/days.ts'
import { useOffline } from '../lib/connectivity.ts'
import { useApi } from '../lib/use-api.ts'
import type { Device } from '../offline/database.ts'
import { pins } from '../offline/live.ts'
import { upcomingStops } from '../offline/stop-records.ts'
import { intelligenceQuery } from '../shared/account-fit/intelligence.ts'
import { prepareBriefs } from '../shared/day-plan/prepare-briefs.ts'
import { useLive, useLocal } from '../shared/offline/device.tsx'
import { fetchPinSignals } from '../shared/signals/pin-signals.ts'
import { useSignalPrefix } from '../shared/signals/newest-signals.ts'
import { useHasFollowUps } from '../shared/visits/use-follow-ups.ts'

const everyMs = 60 * 60_000

/** Prepares the briefs of planned stops, and the signals of offline copies: when these change, at the start, every hour, and when the server is reached again. */
export const KeepBriefs = () => {
  const api = useApi()
  const local = useLocal()
  const offline = useOffline()
  const isOn = useHasFollowUps()
  const prefix = useSignalPrefix()
  const ids = useLive(readStopIds)
  const copies = useLive(readCopies)
  // The fit is a part of the brief; its rules are persisted.
  useQuery({ ...intelligenceQuery(api), enabled: isOn && !offline && Boolean(ids) })
  useQuery({
    queryKey: ['briefs', ids, copies, prefix],
    queryFn: async () => {
      await prepareBriefs(api, local, prefix !== null)
      if (prefix) await fetchPinSignals(api, local, prefix)
      return null
    },
    enabled: isOn && !offline && ids !== undefined && copies !== undefined && prefix !== undefined,
    // Only what is due is fetched.
    staleTime: 0,
    refetchInterval: everyMs,
  })
  return null
}

const readStopIds = async (device: Device): Promise<string> =>
  (await upcomingStops(device, localDayOf(Date.now())))
    .map(({ day, recordId }) => `${day} ${recordId}`)
    .join()

const readCopies = async (device: Device): Promise<string> =>
  (await pins(device))
    .filter(({ state }) => state === 'ready')
    .map(({ id }) => id)
    .join()
