// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { regressions } from '../../kit/offline/regressions.ts'
import { simulate, type Findings, type Trial } from '../../kit/offline/simulation.ts'
import { reportPromise } from '../../kit/reliability.ts'

const seed = Number(process.env.FLAPS_SEED ?? Math.floor(Math.random() * 1_000_000))
const clean = { lost: 0, doubled: 0, diverged: 0, hidden: 0, unsent: 0, notes: [] }
const short = ({ lost, doubled, diverged, hidden, unsent, notes }: Findings) => ({
  lost,
  doubled,
  diverged,
  hidden,
  unsent,
  notes,
})

describe('edits on an unreliable network', () => {
  it.each(regressions())(
    'arrive once with the seed of an earlier failure: $seed',
    async (trial) => {
      expect(short(await simulate(trial))).toEqual(clean)
    },
  )

  it.each<Trial>([
    { seed, flaps: 250 },
    { seed: seed + 1, flaps: 250, locks: false },
  ])(
    'arrive exactly once, and the device shows what the server has: FLAPS_SEED=$seed',
    async (trial) => {
      const found = await simulate(trial)
      expect(short(found)).toEqual(clean)
      expect(found.drainS).toBeLessThanOrEqual(5)
      expect(found.cutAfter).toBeGreaterThan(0)
      reportPromise({
        promise: 'I8',
        check: 'simulated losses of the network under edits',
        volume: trial.flaps,
        goal: 20_000,
        seed: trial.seed,
        figures: { edits: found.edits, lost: 0, doubled: 0, diverged: 0 },
      })
    },
  )

  it('are applied twice when the server forgets idempotency keys, which proves the check', async () => {
    const found = await simulate({ seed: 1, flaps: 200, idempotent: false })
    expect(found.doubled).toBeGreaterThan(0)
  })
})
