import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chance } from '../../kit/chance.ts'
import { openDatabase, type Database } from '../../../server/platform/db/db.ts'
import { sendAll } from '../../kit/push-world.ts'
import { reportPromise } from '../../kit/reliability.ts'

const seed = Number(process.env['PUSH_SEED'] ?? 20261122)
const sends = Number(process.env['PUSH_SENDS'] ?? 1_000)

let db: Database
beforeAll(async () => {
  // One connection puts everything in one order: on several, a device may sign out while its address is on the way to the sender.
  db = await openDatabase({ folder: undefined })
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.owner.deleteFrom('push_device').execute()
})

describe(`push messages under processes that die anywhere (PUSH_SEED=${seed} PUSH_SENDS=${sends})`, () => {
  it('none is shown twice, none is missed by our fault, none goes to a device that is gone or signed out', async () => {
    const outcome = await sendAll(db, chance(seed), sends)
    if (sends > 1_000)
      process.stdout.write(`${JSON.stringify({ ...outcome, diedAt: [...outcome.diedAt] })}\n`)
    expect(outcome).toMatchObject({ secondBanners: 0, missed: 0, toGone: 0, afterSignOut: 0 })
    expect(outcome.posts).toBeGreaterThan(outcome.sends * 0.7)
    expect(outcome.crashes).toBeGreaterThan(sends / 40)
    // Before and after taking, looking up, posting, striking off, postponing, and forgetting a device.
    expect(outcome.diedAt.size).toBeGreaterThanOrEqual(8)
    reportPromise({
      promise: 'I17',
      check: 'push messages under processes that die anywhere',
      volume: sends,
      goal: 20_000,
      seed,
      figures: {
        crashes: outcome.crashes,
        secondBanners: 0,
        missed: 0,
        toGone: 0,
        afterSignOut: 0,
      },
    })
  }, 600_000)

  it('notices a sender that strikes off before it sends', async () => {
    const outcome = await sendAll(db, chance(seed), 200, 'strikes off before sending')
    expect(outcome.missed).toBeGreaterThan(0)
  })

  it('notices a device that shows without a tag', async () => {
    const outcome = await sendAll(db, chance(seed), 200, 'shows without a tag')
    expect(outcome.secondBanners).toBeGreaterThan(0)
  })

  it('notices a sender that goes on with devices that are gone', async () => {
    const outcome = await sendAll(db, chance(seed), 600, 'keeps gone devices')
    expect(outcome.toGone).toBeGreaterThan(0)
  })
})
