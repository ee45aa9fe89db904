import { afterAll, beforeAll, expect, test } from 'vitest'
import { chance } from '../../kit/chance.ts'
import { freshDatabase } from '../../kit/database.ts'
import { openWalks, type Walks } from '../../kit/payments/walk.ts'
import { reportPromise } from '../../kit/reliability.ts'

/** BILLING_SEED repeats a run; `npm run bench:billing` takes many more walks. */
const seed = Number(process.env['BILLING_SEED'] ?? 18)
const count = Number(process.env['BILLING_WALKS'] ?? 12)

let walks: Walks

beforeAll(async () => {
  walks = await openWalks(await freshDatabase())
})
afterAll(() => walks.close())

test(
  `after any walk with lost, doubled and late webhooks and killed servers, plan, credits and payments agree (BILLING_SEED=${seed})`,
  async () => {
    for (let walk = 0; walk < count; walk += 1) {
      const { steps, grantedUnpaid, paidNotGranted, doubled, diverged } = await walks.walk(
        chance(seed * 100_000 + walk),
      )
      const faults = { grantedUnpaid, paidNotGranted, doubled, diverged }
      const none = { grantedUnpaid: [], paidNotGranted: [], doubled: [], diverged: [] }
      expect(faults, `walk ${walk}: ${steps.join(', ')}`).toEqual(none)
    }
    reportPromise({
      promise: 'I19',
      check: 'payments whose webhooks of Stripe are lost, doubled and late, with the server killed',
      volume: count,
      goal: 2_000,
      seed,
      figures: { doubled: 0, diverged: 0 },
    })
  },
  60_000 + count * 5_000,
)
