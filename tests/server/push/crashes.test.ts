import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chance } from '../../kit/chance.ts'
import { embeddedDatabase } from '../../kit/database.ts'
import type { Database } from '../../../server/platform/db/db.ts'
import { sendAll } from '../../kit/push-world.ts'
import { reportPromise } from '../../kit/reliability.ts'

const seed = Number(process.env['PUSH_SEED'] ?? 20261122)
const sends = Number(process.env['PUSH_SENDS'] ?? 1_000)

let db: Database
beforeAll(async () => {
  // One connection serialises everything; with several, a device may sign out while the sender reads its address.
  db = await embeddedDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.owner.deleteFrom('push_device').execute()
})

describe(`push messages in processes that crash (PUSH_SEED=${seed} PUSH_SENDS=${sends})`, () => {
  it('are never shown twice, lost through our fault, or sent to a removed device', async () => {
    const outcome = await sendAll(db, chance(seed), sends)
    if (sends > 1_000)
      process.stdout.write(`${JSON.stringify({ ...outcome, diedAt: [...outcome.diedAt] })}\n`)
    expect(outcome).toMatchObject({ secondBanners: 0, missed: 0, toExpired: 0, afterSignOut: 0 })
    expect(outcome.posts).toBeGreaterThan(outcome.sends * 0.7)
    expect(outcome.crashes).toBeGreaterThan(sends / 40)
    // Before and after claiming, posting, deleting and postponing.
    expect(outcome.diedAt.size).toBeGreaterThanOrEqual(5)
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
        toExpired: 0,
        afterSignOut: 0,
      },
    })
  }, 600_000)

  it('fail this check if the sender deletes before it posts', async () => {
    const outcome = await sendAll(db, chance(seed), 200, 'strikes off before sending')
    expect(outcome.missed).toBeGreaterThan(0)
  })

  it('fail this check if a device shows them without a tag', async () => {
    const outcome = await sendAll(db, chance(seed), 200, 'shows without a tag')
    expect(outcome.secondBanners).toBeGreaterThan(0)
  })

  it('fail this check if the sender keeps using removed devices', async () => {
    const outcome = await sendAll(db, chance(seed), 600, 'keeps gone devices')
    expect(outcome.toExpired).toBeGreaterThan(0)
  })
})
