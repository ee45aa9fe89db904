import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantAddon } from '../../../server/credits/grants.ts'
import { release, reserve, chargeAndRelease, type Charge } from '../../../server/credits/ledger.ts'
import { assertAllowed } from '../../../server/credits/limits.ts'
import { claimRefund } from '../../../server/credits/refunds.ts'
import { accountNow } from '../../../server/credits/roll.ts'
import type { Database } from '../../../server/platform/db/db.ts'
import { freshDatabase } from '../../kit/database.ts'
import { reportPromise } from '../../kit/reliability.ts'
import {
  capped,
  killAtStatement,
  faultsOf,
  idOf,
  monthAt,
  newOrganisation,
  planCredits,
  users,
  type Trx,
} from '../../kit/credits.ts'

// CREDITS_SEQUENCES=5000 is the full volume (I1): more than 100,000 operations.
const seed = Number(process.env['CREDITS_SEED'] ?? 20261122)
const sequences = Number(process.env['CREDITS_SEQUENCES'] ?? 100)

const charge = fc.nat(7)
const command = fc.oneof(
  fc.record({
    do: fc.constant('grant' as const),
    source: fc.nat(4),
    n: fc.integer({ min: 1, max: 40 }),
  }),
  fc.record({
    do: fc.constant('reserve' as const),
    charge,
    user: fc.nat(2),
    action: fc.constantFrom('reveal' as const, 'download' as const, 'push' as const),
    n: fc.integer({ min: 0, max: 45 }),
  }),
  fc.record({ do: fc.constant('settle' as const), charge, from: fc.nat(60), n: fc.nat(30) }),
  fc.record({ do: fc.constant('release' as const), charge }),
  fc.record({ do: fc.constant('refund' as const), record: fc.nat(60) }),
  fc.record({ do: fc.constant('month' as const) }),
)
/** One to three times at once; the first process may crash in the middle. */
const arrival = fc.record({
  command,
  copies: fc.integer({ min: 1, max: 3 }),
  dies: fc.option(fc.nat(7), { freq: 4 }),
})
type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never

type Hold = { n: number; user: number; action: string; open: boolean; charged: number }

const newModel = () => ({
  posted: planCredits,
  reserved: 0,
  month: 0,
  refunds: 0,
  sources: new Set<number>(),
  holds: new Map<number, Hold>(),
  owned: new Set<number>(),
  claimed: new Set<number>(),
  spent: [0, 0, 0],
  reservedByUser: [0, 0, 0],
})
type Model = ReturnType<typeof newModel>

const recordsOf = ({ from, n }: { from: number; n: number }): number[] =>
  Array.from({ length: n }, (_, step) => (from + step) % 61)

const expected = (model: Model, command: Command): boolean => {
  switch (command.do) {
    case 'grant':
      if (!model.sources.has(command.source)) model.posted += command.n
      model.sources.add(command.source)
      return true
    case 'reserve': {
      const { charge: id, user, n, action } = command
      if (n > 0 && model.holds.has(id)) return true
      if (user === 1 && action === 'push') return false
      if (n === 0) return true
      const own = (model.spent[user] ?? 0) + (model.reservedByUser[user] ?? 0)
      if (user === 2 && own + n > capped) return false
      if (model.posted - model.reserved < n) return false
      model.reserved += n
      model.reservedByUser[user] = (model.reservedByUser[user] ?? 0) + n
      model.holds.set(id, { n, user, action, open: true, charged: 0 })
      return true
    }
    case 'settle': {
      const hold = model.holds.get(command.charge)
      if (hold && !hold.open) return true
      const fresh = new Set(recordsOf(command).filter((record) => !model.owned.has(record)))
      if (fresh.size > (hold?.n ?? 0)) return false
      if (!hold) return true
      hold.open = false
      hold.charged = fresh.size
      model.posted -= fresh.size
      model.reserved -= hold.n
      model.reservedByUser[hold.user] = (model.reservedByUser[hold.user] ?? 0) - hold.n
      model.spent[hold.user] = (model.spent[hold.user] ?? 0) + fresh.size
      for (const record of fresh) model.owned.add(record)
      return true
    }
    case 'release': {
      const hold = model.holds.get(command.charge)
      if (!hold?.open) return true
      hold.open = false
      model.reserved -= hold.n
      model.reservedByUser[hold.user] = (model.reservedByUser[hold.user] ?? 0) - hold.n
      return true
    }
    case 'refund':
      if (!model.owned.has(command.record) || model.claimed.has(command.record)) return true
      model.claimed.add(command.record)
      if (model.refunds < planCredits * 0.05) {
        model.refunds += 1
        model.posted += 1
      }
      return true
    case 'month':
      model.month += 1
      model.spent = [0, 0, 0]
      model.refunds = 0
      return true
  }
}

type Operations = {
  reserve: typeof reserve
  settle: typeof chargeAndRelease
  release: typeof release
}

const chargeOf = (model: Model, command: Command & { charge: number }): Charge => {
  const known = model.holds.get(command.charge)
  const reservation = command.do === 'reserve' ? command : known
  return {
    id: idOf('c', command.charge),
    userId: users[reservation?.user ?? 0] ?? users[0],
    action:
      reservation?.action === 'push'
        ? 'push'
        : reservation?.action === 'download'
          ? 'download'
          : 'reveal',
    title: 'Some',
  }
}

const act = (
  trx: Trx,
  org: string,
  { reserve: hold, settle: pay, release: drop }: Operations,
  command: Command,
  model: Model,
): Promise<unknown> => {
  switch (command.do) {
    case 'grant':
      return grantAddon(trx, org, {
        n: command.n,
        sourceRef: `source_${command.source}`,
        title: 'Bought',
      })
    case 'reserve': {
      const wanted = chargeOf(model, command)
      return command.n === 0
        ? assertAllowed(trx, { orgId: org, userId: wanted.userId }, wanted.action)
        : hold(trx, org, wanted, command.n)
    }
    case 'settle':
      return pay(trx, org, chargeOf(model, command), {
        category: 'people',
        ids: recordsOf(command).map((record) => idOf('a', record)),
      })
    case 'release':
      return drop(trx, org, idOf('c', command.charge))
    case 'refund':
      return claimRefund(trx, org, {
        category: 'people',
        recordId: idOf('a', command.record),
        field: 'mobile',
        userId: users[0],
      })
    case 'month':
      return accountNow(trx, org, monthAt(model.month))
  }
}

describe('the ledger under random commands', () => {
  let db: Database
  let played = 0
  let operations = 0
  beforeAll(async () => {
    db = await freshDatabase()
  })
  afterAll(() => db.close())

  const accountOf = (org: string) =>
    db.asOrg(org, (trx) => trx.selectFrom('credit_account').selectAll().executeTakeFirstOrThrow())

  const play = async (
    arrivals: readonly { command: Command; copies: number; dies: number | null }[],
    how: Operations,
  ): Promise<void> => {
    const org = `org_model_${(played += 1)}`
    await newOrganisation(db, org)
    const model = newModel()
    for (const { command: each, copies, dies } of arrivals) {
      // Other tests cover credits that expire with a month.
      const months = each.do === 'month'
      const alone = copies === 1 && dies !== null && !months
      const wanted = alone ? false : expected(model, each)
      const outcomes = await Promise.allSettled(
        Array.from({ length: copies }, (_, copy) =>
          db.asOrg(org, (trx) =>
            killAtStatement(trx, copy === 0 && !months ? dies : null, (mine) =>
              act(mine, org, how, each, model),
            ),
          ),
        ),
      )
      operations += copies
      const done = outcomes.some(({ status }) => status === 'fulfilled')
      expect({ each, done }).toEqual({ each, done: wanted })
      if (!months) continue
      const account = await accountOf(org)
      expect(account.posted).toBeLessThanOrEqual(model.posted + planCredits)
      model.posted = account.posted
    }
    const { posted, reserved } = model
    expect(await accountOf(org)).toMatchObject({ posted, reserved })
    expect(await faultsOf(db, org)).toEqual([])
  }

  const property = (how: Operations) =>
    fc.asyncProperty(fc.array(arrival, { minLength: 5, maxLength: 22 }), (arrivals) =>
      play(arrivals, how),
    )
  const real: Operations = { reserve, settle: chargeAndRelease, release }

  it(
    `equals plain arithmetic and passes its audit (seed ${seed})`,
    async () => {
      const result = await fc.check(property(real), { seed, numRuns: sequences })
      expect(result.failed ? fc.defaultReportMessage(result) : 'kept').toBe('kept')
      process.stdout.write(
        `credits: ${sequences} sequences, ${operations} operations, seed ${seed}\n`,
      )
      reportPromise({
        promise: 'I1',
        check: 'sequences of credit commands against plain arithmetic',
        volume: sequences,
        goal: 5_000,
        seed,
        figures: { operations, violations: 0 },
      })
    },
    sequences * 1000,
  )

  it('fails this check if a charge reserves twice', async () => {
    let attempt = 100
    const again: Operations = {
      ...real,
      reserve: (trx, org, input, n) => reserve(trx, org, { ...input, attempt: (attempt += 1) }, n),
    }
    expect(
      (await fc.check(property(again), { seed, numRuns: 60, endOnFailure: true })).failed,
    ).toBe(true)
  })

  it('fails this check if a release does nothing', async () => {
    const keeps: Operations = {
      ...real,
      release: () => Promise.resolve(),
    }
    expect(
      (await fc.check(property(keeps), { seed, numRuns: 60, endOnFailure: true })).failed,
    ).toBe(true)
  })
})
