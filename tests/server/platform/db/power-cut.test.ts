import { beforeAll, describe, expect, it } from 'vitest'
import { cutPower, recordWrites } from '../../../kit/power/cuts.ts'
import { reportPromise } from '../../../kit/reliability.ts'

const seed = Number(process.env['POWER_SEED'] ?? Date.now() % 1_000_000)
const cuts = Number(process.env['POWER_CUTS'] ?? 2)

describe(`a power cut during writes to the embedded database (seed ${seed}, ${cuts} cuts)`, () => {
  let recorded: Awaited<ReturnType<typeof recordWrites>>
  beforeAll(async () => {
    recorded = await recordWrites(30 + cuts * 3)
  }, 240_000)

  it(
    'loses nothing acknowledged, leaves no half transaction, and the database opens',
    async () => {
      const { acked, ...found } = await cutPower(recorded, { cuts, seed })
      expect(found).toEqual({ cuts, lost: 0, torn: 0, unopened: 0 })
      reportPromise({
        promise: 'I32',
        check: 'power cuts of the embedded database that lose every write before its fsync',
        volume: cuts,
        goal: 50,
        seed,
        figures: { acked, lost: 0, torn: 0 },
      })
    },
    120_000 + cuts * 20_000,
  )

  it('fails this check if the database does not wait for the disk', async () => {
    const found = await cutPower(recorded, { cuts: 1, seed, ignoresFsync: true })
    expect(found.lost).toBeGreaterThan(0)
  }, 120_000)
})
