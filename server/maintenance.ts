import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import type { Database } from './platform/db/db.ts'
import type { Maintenance } from './platform/http/maintenance.ts'
import { Refusal } from './platform/refusal.ts'

export const MaintenanceCommand = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('on'),
    text: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
    until: z.nullable(z.iso.datetime({ offset: true })),
  }),
  z.object({ do: z.literal('off') }),
  z.object({ do: z.literal('show') }),
])
export type MaintenanceCommand = z.infer<typeof MaintenanceCommand>

/** The words of `on` without any. */
export const standardText = 'Please check back in a few minutes.'

export const operateMaintenance = async (
  db: Database,
  command: MaintenanceCommand,
): Promise<string[]> => {
  if (command.do === 'on') {
    const { text } = command
    const until = command.until === null ? null : new Date(command.until)
    await db.owner
      .insertInto('maintenance')
      .values({ text, until })
      .onConflict((conflict) => conflict.column('single').doUpdateSet({ text, until }))
      .execute()
  }
  if (command.do === 'off') await db.owner.deleteFrom('maintenance').execute()
  return linesOf(await readMaintenance(db))
}

const linesOf = (maintenance: Maintenance | null): string[] => {
  if (maintenance === null) return ['Maintenance is off.']
  const { text, until } = maintenance
  const time = until === null ? '' : ` until ${inThisZone.format(new Date(until))}`
  return [`Maintenance is on${time}: ${text}`]
}

const inThisZone = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeStyle: 'short' })

/**
 * The next time of a clock in this machine's time zone, such as 14:00, or a moment in ISO 8601; in ISO 8601. Throws a Refusal.
 */
export const readUntil = (text: string, now: Date): string => {
  const moment = z.safeParse(z.iso.datetime({ offset: true }), text)
  if (moment.success) return new Date(moment.data).toISOString()
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  if (hour === undefined || minute === undefined)
    throw new Refusal(
      `--until ${text} is no time. Use 14:00, or a moment such as 2026-03-03T14:00:00+08:00.`,
    )
  const next = new Date(now)
  next.setHours(Number(hour), Number(minute), 0, 0)
  if (next <= now) next.setDate(now.getDate() + 1)
  return next.toISOString()
}

const readMaintenance = async (db: Database): Promise<Maintenance | null> => {
  const row = await db.owner.selectFrom('maintenance').select(['text', 'until']).executeTakeFirst()
  return row === undefined ? null : { text: row.text, until: row.until?.toISOString() ?? null }
}

export type MaintenanceState = {
  current(): Maintenance | null
  /** Keeps the last answer if the database is away. */
  read(): Promise<void>
  start(): void
  stop(): void
}

const everyMs = 2_000

/**
 * The setting, or else what the command has stored. On PostgreSQL another process may store it, so it is read every two seconds; the
 * embedded database belongs to this process, which reads after each command.
 */
export const followMaintenance = async (parts: {
  db: Database
  setting: Maintenance | null
  log?: Pick<FastifyBaseLogger, 'warn'> | undefined
}): Promise<MaintenanceState> => {
  const { db, setting, log } = parts
  let stored: Maintenance | null = null
  let timer: NodeJS.Timeout | undefined
  const read = async (): Promise<void> => {
    try {
      stored = await readMaintenance(db)
    } catch (error) {
      log?.warn({ err: error }, 'reading maintenance failed')
    }
  }
  const readAgain = (): void => {
    timer = setTimeout(() => void read().then(readAgain), everyMs)
    timer.unref()
  }
  await read()
  return {
    current: () => setting ?? stored,
    read,
    start: () => {
      if (db.kind === 'postgres') readAgain()
    },
    stop: () => clearTimeout(timer),
  }
}
