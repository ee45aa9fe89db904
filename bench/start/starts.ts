import { median } from '../support/timing.ts'
import { dropDevice, newDevice, withBrowser, type Device } from './device.ts'
import { slow4g, type Line, type Quality } from '../../tests/kit/network.ts'
import { open, type Conditions, type Opening, type Watched } from './opening.ts'

/** Medians in ms; null where half or more did not finish. */
export type Start = {
  fcp: number | null
  /** Cold: the first control can be pressed. Warm: the first record of a list can. */
  usable: number | null
  /** Warm: the app itself has rendered that record; until then the page shows its snapshot. */
  live: number | null
  worker: number | null
}

export type Starts = {
  cold: Start
  warm: Start
  offline: Start
  blackhole: Start
  /** Like offline, without CPU throttling. */
  offlineUnthrottled: Start
}

const PHONE: Conditions = { cpu: 4, limitMs: 40_000, awaitWorker: false }

export type Side = {
  cold: Watched
  installed: Watched
  line: Line
  devices: { empty: Device; installed: Device }
}

/**
 * Alternates the sides, so that both see the same machine load: cold over slow 4G on copies of `empty`, then on copies of
 * `installed` online, refused and silent.
 */
export async function measureStarts(
  app: Side,
  floor: Side,
  runs: number,
): Promise<{ app: Starts; floor: Starts }> {
  const once = async (side: Side, kind: Kind): Promise<Opening> => {
    const { quality, conditions } = kinds[kind]
    const cold = kind === 'cold'
    const device = newDevice(cold ? side.devices.empty : side.devices.installed)
    await side.line.become(quality)
    const opening = await withBrowser(device, ({ context }) =>
      open(context, cold ? side.cold : side.installed, conditions),
    )
    await side.line.become('free')
    dropDevice(device)
    return opening
  }
  const both = async (kind: Kind): Promise<{ app: Start; floor: Start }> => {
    const seen: { app: Opening[]; floor: Opening[] } = { app: [], floor: [] }
    for (let run = 0; run < runs; run += 1) {
      seen.app.push(await once(app, kind))
      seen.floor.push(await once(floor, kind))
    }
    return { app: startOf(seen.app), floor: startOf(seen.floor) }
  }
  const measured = {
    cold: await both('cold'),
    warm: await both('warm'),
    offline: await both('offline'),
    blackhole: await both('blackhole'),
    offlineUnthrottled: await both('offlineUnthrottled'),
  }
  const of = (side: 'app' | 'floor'): Starts => ({
    cold: measured.cold[side],
    warm: measured.warm[side],
    offline: measured.offline[side],
    blackhole: measured.blackhole[side],
    offlineUnthrottled: measured.offlineUnthrottled[side],
  })
  return { app: of('app'), floor: of('floor') }
}

type Kind = keyof Starts

const kinds: Record<Kind, { quality: Quality; conditions: Conditions }> = {
  cold: { quality: slow4g, conditions: { ...PHONE, awaitWorker: true } },
  warm: { quality: 'free', conditions: PHONE },
  offline: { quality: 'refused', conditions: PHONE },
  blackhole: { quality: 'silent', conditions: PHONE },
  offlineUnthrottled: { quality: 'refused', conditions: { ...PHONE, cpu: 1 } },
}

function startOf(all: readonly Opening[]): Start {
  const middle = (pick: (opening: Opening) => number | null): number | null => {
    const value = median(all.map((opening) => pick(opening) ?? Infinity))
    return Number.isFinite(value) ? Math.round(value) : null
  }
  return {
    fcp: middle((opening) => opening.fcp),
    usable: middle((opening) => opening.stood['usable'] ?? null),
    live: middle((opening) => opening.stood['live'] ?? null),
    worker: middle((opening) => opening.worker),
  }
}
