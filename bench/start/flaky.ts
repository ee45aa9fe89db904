import { dropDevice, newDevice, withBrowser, type Device } from './device.ts'
import type { Edge } from './edge.ts'
import { open, type Watched } from './opening.ts'

export type Flaky = { visits: number; usable: number; worker: number; broken: number; seed: number }

/**
 * Aborts a share of requests, except the page's; a user without an answer reloads. Counts visits that became usable and whose
 * worker became active, each within a minute.
 */
export async function flakyVisits(
  watched: Watched,
  edge: Edge,
  empty: Device,
  { visits, share, seed }: { visits: number; share: number; seed: number },
): Promise<Flaky> {
  const chance = randomFrom(seed)
  const found: Flaky = { visits, usable: 0, worker: 0, broken: 0, seed }
  edge.decide((_path, isPage) => {
    if (isPage || chance() >= share) return 'answer'
    found.broken += 1
    return 'break'
  })
  for (let visit = 0; visit < visits; visit += 1) {
    const device = newDevice(empty)
    const conditions = { cpu: 1, limitMs: 60_000, awaitWorker: true }
    const opening = await withBrowser(device, ({ context }) => open(context, watched, conditions))
    if (opening.stood['usable'] !== undefined) found.usable += 1
    if (opening.worker !== null) found.worker += 1
    dropDevice(device)
  }
  edge.decide(() => 'answer')
  return found
}

function randomFrom(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
