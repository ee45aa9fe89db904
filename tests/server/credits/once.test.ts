import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from 'uuidv7'
import type { Act } from '../../../contract/org/members.ts'
import { lockedAccount, post } from '../../../server/credits/account.ts'
import { grantAddon } from '../../../server/credits/grants.ts'
import { release, reserve, settle, type Charge } from '../../../server/credits/ledger.ts'
import { moveSpender } from '../../../server/credits/limits.ts'
import { spendLots } from '../../../server/credits/lots.ts'
import { priceOf } from '../../../server/credits/price.ts'
import type { Database } from '../../../server/platform/db/db.ts'
import { freshDatabase } from '../../kit/database.ts'
import { dying, faultsOf, idOf, newOrganisation, users, type Trx } from '../../kit/credits.ts'

const seed = Number(process.env['CREDITS_SEED'] ?? 20261122)
const programmes = Number(process.env['CREDITS_PROGRAMMES'] ?? 60)

/** People there are to be paid for: of the first forty, every seventh has no contact at all. */
const everybody = 40
const isEmpty = (n: number): boolean => n % 7 === 0

/** A reveal is one transaction; a request holds first and delivers later, some of it or nothing. */
const act = fc.record({
  channel: fc.constantFrom<Act>('reveal', 'download', 'push', 'enrich'),
  user: fc.nat(2),
  from: fc.nat(everybody - 1),
  n: fc.integer({ min: 1, max: 12 }),
  /** How much of it is delivered; nothing is a failure that lets its credits go. */
  delivers: fc.nat(12),
  /** How often it is sent again under the same id, one after the other and at once. */
  repeats: fc.nat(2),
  /** Before which statement of each of its transactions the process dies, the first time. */
  dies: fc.option(fc.nat(12), { freq: 2 }),
})
type Acting = typeof act extends fc.Arbitrary<infer One> ? One : never

/** Groups race; one group follows the other. */
const programme = fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 5,
})

const wantedOf = ({ from, n }: Acting): string[] =>
  Array.from({ length: n }, (_, step) => idOf('b', (from + step) % everybody))

/** How the chargeable of one act are held, and how they are paid for and delivered. */
type Paying = {
  revealed(
    db: Database,
    org: string,
    charge: Charge,
    one: Acting,
    dies: number | null,
  ): Promise<unknown>
  settled: typeof settle
}

const real: Paying = {
  revealed: (db, org, charge, one, dies) =>
    db.asOrg(org, (trx) =>
      dying(trx, dies, async (mine) => {
        const { chargeable } = await priceOf(mine, 'people', wantedOf(one))
        await reserve(mine, org, charge, chargeable.length)
        await settle(mine, org, charge, { category: 'people', ids: chargeable })
      }),
    ),
  settled: settle,
}

/** Whatever is refused or killed changes nothing; what kills comes once, what repeats it lives. */
const attempted = async (work: (dies: number | null) => Promise<unknown>, one: Acting) => {
  await work(one.dies).catch(() => undefined)
  const again = Array.from(
    { length: one.dies === null ? one.repeats : one.repeats + 1 },
    () => work,
  )
  await Promise.allSettled(again.map((each) => each(null)))
}

const carriedOut = async (
  db: Database,
  org: string,
  one: Acting,
  paying: Paying,
): Promise<void> => {
  const charge: Charge = {
    id: uuidv7(),
    userId: users[one.user] ?? users[0],
    action: one.channel,
    title: '',
  }
  const within = (dies: number | null, work: (trx: Trx) => Promise<unknown>) =>
    db.asOrg(org, (trx) => dying(trx, dies, work))
  if (one.channel === 'reveal')
    return attempted((dies) => paying.revealed(db, org, charge, one, dies), one)
  // What was priced is frozen with the request.
  const { chargeable } = await db.asOrg(org, (trx) => priceOf(trx, 'people', wantedOf(one)))
  await attempted(
    (dies) => within(dies, (trx) => reserve(trx, org, charge, chargeable.length)),
    one,
  )
  const ids = chargeable.slice(0, one.delivers)
  await attempted(
    (dies) =>
      within(dies, (trx) =>
        ids.length === 0
          ? release(trx, org, charge.id)
          : paying.settled(trx, org, charge, { category: 'people', ids }),
      ),
    one,
  )
  // A sweep ends what is still open.
  await within(null, (trx) => release(trx, org, charge.id))
}

describe('one credit unlocks a record for the whole organisation, once', () => {
  let db: Database
  let played = 0
  beforeAll(async () => {
    db = await freshDatabase()
    await putPeople(db)
  })
  afterAll(() => db.close())

  const play = async (groups: readonly (readonly Acting[])[], paying: Paying): Promise<void> => {
    const org = `org_once_${(played += 1)}`
    await newOrganisation(db, org)
    if (played % 2 === 0)
      await db.asOrg(org, (trx) =>
        grantAddon(trx, org, { n: 50, sourceRef: 'more', title: 'Bought' }),
      )
    for (const group of groups)
      await Promise.all(group.map((one) => carriedOut(db, org, one, paying)))
    expect(await faultsOf(db, org)).toEqual([])
    const { unlocked, account } = await db.asOrg(org, async (trx) => ({
      unlocked: await trx.selectFrom('unlock').select('record_id').execute(),
      account: await trx.selectFrom('credit_account').select('reserved').executeTakeFirst(),
    }))
    expect(account).toEqual({ reserved: 0 })
    const empty = unlocked.filter(({ record_id: id }) => isEmpty(Number(id.slice(-12))))
    expect(empty).toEqual([])
  }

  const property = (paying: Paying) => fc.asyncProperty(programme, (groups) => play(groups, paying))
  const isNoticed = async (paying: Paying): Promise<boolean> =>
    (await fc.check(property(paying), { seed, numRuns: 60, endOnFailure: true })).failed

  it(
    `in every channel, through retries, races and crashes (seed ${seed})`,
    async () => {
      const result = await fc.check(property(real), { seed, numRuns: programmes })
      expect(result.failed ? fc.defaultReportMessage(result) : 'kept').toBe('kept')
    },
    programmes * 1000,
  )

  it('and it is noticed when a charge is written outside the transaction that delivers', async () => {
    const outside: Paying = {
      ...real,
      revealed: async (one, org, charge, acting, dies) => {
        const entry = uuidv7()
        const { chargeable } = await one.asOrg(org, (trx) =>
          priceOf(trx, 'people', wantedOf(acting)),
        )
        if (chargeable.length === 0) return
        await one.asOrg(org, async (trx) => {
          await reserve(trx, org, charge, chargeable.length)
          const account = await lockedAccount(trx, org)
          if (!account) return
          const n = chargeable.length
          await spendLots(trx, org, n)
          await moveSpender(trx, account, charge.userId, { held: -n, spent: n })
          const line = { kind: 'commit' as const, n, title: '', id: entry }
          await post(trx, account, [{ ...line, charge: { ...charge, attempt: 1 } }])
        })
        await one.asOrg(org, (trx) =>
          dying(trx, dies, (mine) =>
            sql`insert into unlock (org_id, category, record_id, by_user, action, entry_id)
              select ${org}, 'people', id, ${charge.userId}, 'reveal', ${entry}::uuid
              from unnest(${chargeable}::uuid[]) as asked (id) on conflict do nothing`.execute(
              mine,
            ),
          ),
        )
      },
    }
    expect(await isNoticed(outside)).toBe(true)
  })

  it('and it is noticed when nothing keeps a record from being unlocked twice', async () => {
    const bare = await freshDatabase()
    await putPeople(bare)
    await sql`alter table unlock drop constraint unlock_pkey`.execute(bare.owner)
    const kept = db
    db = bare
    try {
      expect(await isNoticed(real)).toBe(true)
    } finally {
      db = kept
      await bare.close()
    }
  })
})

const putPeople = async (db: Database): Promise<void> => {
  for (let n = 0; n < everybody; n++)
    await sql`insert into person (id, seq, company_id, name_key, doc, contact)
      values (${idOf('b', n)}, 1, ${idOf('f', n)}, 'x', '{"name": "Somebody"}',
        ${isEmpty(n) ? '{}' : `{"mobile": "+61 491 570 ${String(100 + n)}"}`}::jsonb)`.execute(
      db.owner,
    )
}
