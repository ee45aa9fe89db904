import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from 'uuidv7'
import type { Act } from '../../../contract/org/members.ts'
import { lockedAccount, post } from '../../../server/credits/account.ts'
import { grantAddon } from '../../../server/credits/grants.ts'
import { release, reserve, chargeAndRelease, type Charge } from '../../../server/credits/ledger.ts'
import { moveSpender } from '../../../server/credits/limits.ts'
import { spendLots } from '../../../server/credits/lots.ts'
import { sortByPrice } from '../../../server/credits/price.ts'
import type { Database } from '../../../server/platform/db/db.ts'
import { freshDatabase } from '../../kit/database.ts'
import {
  killAtStatement,
  faultsOf,
  idOf,
  newOrganisation,
  users,
  type Trx,
} from '../../kit/credits.ts'

const seed = Number(process.env['CREDITS_SEED'] ?? 20261122)
const programmes = Number(process.env['CREDITS_PROGRAMMES'] ?? 60)

/** Of the first forty, every seventh has no contact details. */
const everybody = 40
const isEmpty = (n: number): boolean => n % 7 === 0

/** A reveal is one transaction; a request reserves first and delivers later, possibly only a part. */
const act = fc.record({
  channel: fc.constantFrom<Act>('reveal', 'download', 'push', 'enrich'),
  user: fc.nat(2),
  from: fc.nat(everybody - 1),
  n: fc.integer({ min: 1, max: 12 }),
  /** None: a failure that releases the credits. */
  delivers: fc.nat(12),
  /** With the same id, in sequence and at once. */
  repeats: fc.nat(2),
  dies: fc.option(fc.nat(12), { freq: 2 }),
})
type Action = typeof act extends fc.Arbitrary<infer Value> ? Value : never

/** Actions of a group run concurrently, groups in sequence. */
const programme = fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 5,
})

const wantedOf = ({ from, n }: Action): string[] =>
  Array.from({ length: n }, (_, step) => idOf('b', (from + step) % everybody))

type Paying = {
  reveal(
    db: Database,
    org: string,
    charge: Charge,
    action: Action,
    dies: number | null,
  ): Promise<unknown>
  settled: typeof chargeAndRelease
}

const real: Paying = {
  reveal: (db, org, charge, action, dies) =>
    db.asOrg(org, (trx) =>
      killAtStatement(trx, dies, async (mine) => {
        const { chargeable } = await sortByPrice(mine, 'people', wantedOf(action))
        if (chargeable.length === 0) return
        await reserve(mine, org, charge, chargeable.length)
        await chargeAndRelease(mine, org, charge, { category: 'people', ids: chargeable })
      }),
    ),
  settled: chargeAndRelease,
}

/** Refused and killed attempts change nothing; only the first attempt is killed. */
const attempt = async (work: (dies: number | null) => Promise<unknown>, action: Action) => {
  await work(action.dies).catch(() => undefined)
  const again = Array.from(
    { length: action.dies === null ? action.repeats : action.repeats + 1 },
    () => work,
  )
  await Promise.allSettled(again.map((each) => each(null)))
}

const perform = async (
  db: Database,
  org: string,
  action: Action,
  paying: Paying,
): Promise<void> => {
  const charge: Charge = {
    id: uuidv7(),
    userId: users[action.user] ?? users[0],
    action: action.channel,
    title: '',
  }
  const within = (dies: number | null, work: (trx: Trx) => Promise<unknown>) =>
    db.asOrg(org, (trx) => killAtStatement(trx, dies, work))
  if (action.channel === 'reveal')
    return attempt((dies) => paying.reveal(db, org, charge, action, dies), action)
  // A request freezes its price.
  const { chargeable } = await db.asOrg(org, (trx) => sortByPrice(trx, 'people', wantedOf(action)))
  if (chargeable.length === 0) return
  await attempt(
    (dies) => within(dies, (trx) => reserve(trx, org, charge, chargeable.length)),
    action,
  )
  const ids = chargeable.slice(0, action.delivers)
  await attempt(
    (dies) =>
      within(dies, (trx) =>
        ids.length === 0
          ? release(trx, org, charge.id)
          : paying.settled(trx, org, charge, { category: 'people', ids }),
      ),
    action,
  )
  // The sweep ends open requests.
  await within(null, (trx) => release(trx, org, charge.id))
}

describe('one credit per unlocked record and organisation', () => {
  let db: Database
  let played = 0
  beforeAll(async () => {
    db = await freshDatabase()
    await putPeople(db)
  })
  afterAll(() => db.close())

  const play = async (groups: readonly (readonly Action[])[], paying: Paying): Promise<void> => {
    const org = `org_once_${(played += 1)}`
    await newOrganisation(db, org)
    if (played % 2 === 0)
      await db.asOrg(org, (trx) =>
        grantAddon(trx, org, { n: 50, sourceRef: 'more', title: 'Bought' }),
      )
    for (const group of groups)
      await Promise.all(group.map((action) => perform(db, org, action, paying)))
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
    `holds for every act through retries, races and crashes (seed ${seed})`,
    async () => {
      const result = await fc.check(property(real), { seed, numRuns: programmes })
      expect(result.failed ? fc.defaultReportMessage(result) : 'kept').toBe('kept')
    },
    programmes * 1000,
  )

  it('fails this check if the charge is committed before the unlock', async () => {
    const outside: Paying = {
      ...real,
      reveal: async (database, org, charge, action, dies) => {
        const entry = uuidv7()
        const { chargeable } = await database.asOrg(org, (trx) =>
          sortByPrice(trx, 'people', wantedOf(action)),
        )
        if (chargeable.length === 0) return
        await database.asOrg(org, async (trx) => {
          await reserve(trx, org, charge, chargeable.length)
          const account = await lockedAccount(trx, org)
          if (!account) return
          const n = chargeable.length
          await spendLots(trx, org, n)
          await moveSpender(trx, account, charge.userId, { reserved: -n, spent: n })
          const line = { kind: 'commit' as const, n, title: '', id: entry }
          await post(trx, account, [{ ...line, charge: { ...charge, attempt: 1 } }])
        })
        await database.asOrg(org, (trx) =>
          killAtStatement(trx, dies, (mine) =>
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

  it('fails this check if a record can be unlocked twice', async () => {
    const bare = await freshDatabase()
    await putPeople(bare)
    await sql`alter table unlock drop constraint unlock_pkey`.execute(bare.owner)
    const original = db
    db = bare
    try {
      expect(await isNoticed(real)).toBe(true)
    } finally {
      db = original
      await bare.close()
    }
  })
})

const putPeople = async (db: Database): Promise<void> => {
  for (let n = 0; n < everybody; n++)
    await sql`insert into person (id, seq, company_id, name_key, doc, contact)
      values (${idOf('b', n)}, 1, ${idOf('f', n)}, 'x', '{"name": "Someone"}',
        ${isEmpty(n) ? '{}' : `{"mobile": "+61 491 570 ${String(100 + n)}"}`}::jsonb)`.execute(
      db.owner,
    )
}
