import { median } from '../support/timing.ts'
import { dropDevice, newDevice, withBrowser, type Device } from './device.ts'
import { slow4g, type Line, type Quality } from '../support/line.ts'
import { open, type Conditions, type Opening, type Watched } from './opening.ts'

/** The middle of some openings of one kind, in ms; null where half of them or more never got there. */
export type Start = {
  fcp: number | null
  /** The first control can be used. */
  usable: number | null
  /** The first row of a list. */
  content: number | null
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

/**
 * Opens an address again and again: cold over slow 4G on copies of `empty`, and then on copies of `installed` with the line as
 * it is, refused and silent. Every opening has a browser process of its own.
 */
export async function measureStarts(
  watched: Watched,
  line: Line,
  devices: { empty: Device; installed: Device },
  runs: number,
): Promise<Starts> {
  const openings = async (
    from: Device,
    quality: Quality,
    conditions: Conditions,
  ): Promise<Start> => {
    const all: Opening[] = []
    for (let run = 0; run < runs; run += 1) {
      const device = newDevice(from)
      await line.become(quality)
      all.push(await withBrowser(device, ({ context }) => open(context, watched, conditions)))
      dropDevice(device)
    }
    await line.become('free')
    return startOf(all)
  }
  const { empty, installed } = devices
  return {
    cold: await openings(empty, slow4g, { ...PHONE, awaitWorker: true }),
    warm: await openings(installed, 'free', PHONE),
    offline: await openings(installed, 'refused', PHONE),
    blackhole: await openings(installed, 'silent', PHONE),
    offlineUnthrottled: await openings(installed, 'refused', { ...PHONE, cpu: 1 }),
  }
}

function startOf(all: readonly Opening[]): Start {
  const middle = (pick: (opening: Opening) => number | null): number | null => {
    const value = median(all.map((one) => pick(one) ?? Infinity))
    return Number.isFinite(value) ? Math.round(value) : null
  }
  return {
    fcp: middle((one) => one.fcp),
    usable: middle((one) => one.stood['usable'] ?? null),
    content: middle((one) => one.stood['content'] ?? null),
    worker: middle((one) => one.worker),
  }
}
