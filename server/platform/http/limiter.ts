import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/db.ts'
import { ProblemError } from './problem-error.ts'

export type Budget = { key: string; perMinute: number; burst: number }

export type Limiter = {
  spend(budgets: readonly Budget[]): void
  /** Throws `rate-limited` with Retry-After; takes nothing. */
  admit(budgets: readonly Budget[]): void
  /** Also below zero. */
  take(budgets: readonly Budget[], n?: number): void
  /** Never rejects; failed saves are retried with the next. */
  save(): Promise<void>
  start(): void
  stop(): Promise<void>
}

/** `until` is when the debt is paid, ms since 1970, and `saved` the value in the database. */
type Debt = { until: number; saved: number }

const saveEveryMs = 1_000
/** A smaller debt is paid before a restart is done. */
const worthSavingMs = 2_000
/** A later time comes from a clock that was set back. */
const maxDebtMs = 2 * 60_000
const maxKeys = 100_000

/**
 * A token bucket per key, in memory. Debts of more than two seconds are saved every second, so ordinary use writes nothing and a
 * restart forgives little. Each process counts separately.
 */
export const openLimiter = async (parts: {
  db: Database
  now: () => number
  log?: Pick<FastifyBaseLogger, 'warn'>
}): Promise<Limiter> => {
  const { db, now, log } = parts
  const debts = await loadDebts(db, now())
  let saving: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  const debtOf = ({ key }: Budget): number => {
    const debt = debts.get(key)
    if (debt === undefined) return 0
    // The clock was set back, so `until` is wrong, and the caller must not wait for the old time.
    if (debt.until > now() + maxDebtMs) debt.until = now()
    return Math.max(0, debt.until - now())
  }

  const saveChanged = async (): Promise<void> => {
    const changed: [string, Debt][] = []
    for (const [key, debt] of debts) {
      if (debt.until <= now()) debts.delete(key)
      else if (debt.until !== debt.saved && debt.until > now() + worthSavingMs)
        changed.push([key, debt])
    }
    if (changed.length === 0) return
    const rows = changed.map(([key, { until }]) => ({ key, until }))
    await saveDebts(db, rows, now())
    for (const [n, [, debt]] of changed.entries()) debt.saved = rows[n]?.until ?? 0
  }
  const save = (): Promise<void> =>
    (saving ??= saveChanged()
      .catch((error: unknown) => log?.warn({ err: error }, 'saving rate limits failed'))
      .finally(() => (saving = null)))

  const admit: Limiter['admit'] = (budgets) => {
    for (const budget of budgets) {
      const waitMs = debtOf(budget) - (budget.burst - 1) * msPerCall(budget)
      if (waitMs <= 0) continue
      throw new ProblemError('rate-limited', 'Too many requests. Wait a moment and try again.', {
        retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
      })
    }
  }
  const take: Limiter['take'] = (budgets, n = 1) => {
    for (const budget of budgets) {
      const owed = Math.min(debtOf(budget) + n * msPerCall(budget), maxDebtMs)
      const until = now() + owed
      const known = debts.get(budget.key)
      if (known) known.until = until
      else debts.set(budget.key, { until, saved: 0 })
    }
    for (const oldest of debts.keys()) {
      if (debts.size <= maxKeys) return
      debts.delete(oldest)
    }
  }

  return {
    spend: (budgets) => {
      admit(budgets)
      take(budgets)
    },
    admit,
    take,
    save,
    start: () => {
      timer = setInterval(() => void save(), saveEveryMs).unref()
    },
    stop: async () => {
      clearInterval(timer)
      await saving
      await save()
    },
  }
}

const msPerCall = ({ perMinute }: Budget): number => 60_000 / perMinute

const loadDebts = async (db: Database, now: number): Promise<Map<string, Debt>> => {
  const rows = await db.owner
    .selectFrom('rate_debt')
    .selectAll()
    .where('until', '>', String(Math.floor(now)))
    .limit(maxKeys)
    .execute()
  return new Map(
    rows.map(({ key, until }) => [key, { until: Number(until), saved: Number(until) }]),
  )
}

const saveDebts = async (
  db: Database,
  rows: readonly { key: string; until: number }[],
  now: number,
): Promise<void> => {
  const keys = rows.map(({ key }) => key)
  const moments = rows.map(({ until }) => Math.round(until))
  await sql`
    with paid as (delete from rate_debt where until < ${Math.floor(now)} and key <> all(${keys}::text[]))
    insert into rate_debt (key, until)
      select * from unnest(${keys}::text[], ${moments}::bigint[])
      on conflict (key) do update set
        until = least(greatest(rate_debt.until, excluded.until), ${Math.floor(now) + maxDebtMs})`.execute(
    db.owner,
  )
}
