import { median } from '../support/timing.ts'
import { dropDevice, newDevice, withBrowser, type Device } from './device.ts'
import { slow4g, type Line, type Quality } from '../../tests/kit/network.ts'
import { open, type Conditions, type Opening, type Watched } from './opening.ts'

/** The middle of some openings of one kind, in ms; null where half of them or more never got there. */
export type Start = {
  fcp: number | null
  /** Cold: the first control can be pressed. Kept: the first record of a list can. */
  usable: number | null
  /** Kept: the app itself has drawn that record, and every control answers; until then the screen is shown as it was left. */
  live: number | null
  /** The service worker is active. */
  worker: number | null
}

export type Starts = {
  /** On a device that holds nothing, over a slow line. */
  cold: Start
  warm: Start
  offline: Start
  blackhole: Start
  /** As offline, at this machine's own speed. */
  offlineUnthrottled: Start
}

const PHONE: Conditions = { cpu: 4, limitMs: 40_000, awaitWorker: false }

/** What is opened, on which devices and over which line. */
export type Side = {
  /** On a device that holds nothing. */
  cold: Watched
  /** On one that holds everything. */
  kept: Watched
  line: Line
  devices: { empty: Device; installed: Device }
}

/**
 * Opens both sides in turn, so that both meet the same machine: cold over slow 4G on copies of `empty`, and then on copies of
 * `installed` with the line as it is, refused and silent. Every opening has a browser process of its own.
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
      open(context, cold ? side.cold : side.kept, conditions),
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
    const value = median(all.map((one) => pick(one) ?? Infinity))
    return Number.isFinite(value) ? Math.round(value) : null
  }
  return {
    fcp: middle((one) => one.fcp),
    usable: middle((one) => one.stood['usable'] ?? null),
    live: middle((one) => one.stood['live'] ?? null),
    worker: middle((one) => one.worker),
  }
}
