import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CrmEmulator, CrmEmulatorOptions } from '../../emulators/crm/core/types.ts'
import { startThrowawayPostgres, survivesKills } from '../../scripts/lib/throwaway-postgres.ts'
import { connectorKinds } from '../../server/connectors/registry.ts'
import { openDatabase, type Database } from '../../server/platform/db/db.ts'
import { chance } from '../../tests/kit/chance.ts'
import { openTokens } from '../support/organisation.ts'
import { makeOrganisation, openAdmin, userId } from './admin.ts'
import { openClock } from './clock.ts'
import { openDice } from './dice.ts'
import { judge, type Verdict } from './judge.ts'
import { pushRows, type Course } from './push.ts'
import { makeRows } from './rows.ts'
import { openProcess } from './server.ts'
import { openServer } from './serving.ts'

export type Trial = {
  emulator: {
    name: string
    prefix: string
    start: (options: CrmEmulatorOptions) => Promise<CrmEmulator>
  }
  rows: number
  kills: number
  seed: number
  /** Where PostgreSQL's programs are. */
  programs: string
  say: (text: string) => void
}

export type Found = Verdict &
  Course & {
    rows: number
    /** By the CRM's clock, with all pauses. */
    crmSeconds: number
    seconds: number
    calls: number
    faults: Readonly<Record<string, number>>
    byPath: Readonly<Record<string, number>>
  }

/** One CRM, with a database and an emulator of its own. */
export const runTrial = async (trial: Trial): Promise<Found> => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbook-bench-crm-'))
  const postgres = await startThrowawayPostgres(trial.programs, survivesKills)
  try {
    const db = await openDatabase({ url: postgres.url })
    try {
      return await runOn(trial, db, postgres.url, join(folder, 'files'))
    } finally {
      await db.close()
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const runOn = async (
  { emulator: { prefix, start }, rows: count, kills, seed, say }: Trial,
  db: Database,
  url: string,
  files: string,
): Promise<Found> => {
  const kind = connectorKinds.find(({ settings }) => settings === prefix)
  if (!kind) throw new Error(`No connector of ${prefix}.`)
  const rows = await makeRows(db, count)
  await makeOrganisation(db)
  const random = chance(seed)
  const { limits } = kind.open({ clientId: '', clientSecret: '' })
  const clock = openClock()
  let onCall = (): void => undefined
  const dice = openDice({
    chance: random,
    settleMs: limits.settleMs,
    hasBatches: limits.write > 1,
    onCall: () => onCall(),
  })
  const emulator = await start({ wait: clock.wait, drawFault: dice.draw })
  const { jwk, tokenOf } = await openTokens()
  const parts = { jwk, files, settings: { [prefix]: emulator.settings } }
  const app = await openServer(db, parts, clock)
  const admin = openAdmin(app, await tokenOf(userId))
  const skipTo = (until: number): void => {
    const ms = until - clock.now()
    if (ms <= 0) return
    emulator.advance(ms)
    clock.skipTo(clock.skipped() + ms)
  }
  const server = openProcess({ ...parts, url }, clock, {
    onDeath: async (killedAt) => {
      // It would end by itself half a minute later.
      await db.owner.updateTable('job').set({ lease_until: null, holder: null }).execute()
      // The next server cannot know of a limit that this one had no time to store.
      if (killedAt - dice.limitedAt() < 1_000) skipTo(clock.now() + limitMs)
    },
    onIdle: (until) => {
      // What the CRM does late is done in between.
      skipTo(Math.min(until, clock.nextEnd() ?? until))
    },
  })
  try {
    await admin.connect(kind)
    await admin.chooseOwner(kind)
    dice.start()
    const [began, crmBegan] = [performance.now(), clock.now()]
    const course = await pushRows({
      db,
      admin,
      kind,
      rows,
      kills,
      chance: random,
      clock,
      dice,
      emulator,
      server,
      say,
      skipTo,
      afterCalls: (count, act) => {
        let left = count
        onCall = () => {
          left -= 1
          if (left >= 0) return
          onCall = () => undefined
          act()
        }
      },
    })
    const crmSeconds = (clock.now() - crmBegan) / 1000
    const seconds = (performance.now() - began) / 1000
    const verdict = await judge(db, emulator, [...rows.company, ...rows.people])
    return {
      ...verdict,
      ...course,
      rows: count,
      crmSeconds,
      seconds,
      calls: dice.calls(),
      faults: dice.faults(),
      byPath: emulator.audit().calls,
    }
  } finally {
    await server.stop()
    await app.close()
    await emulator.close()
  }
}

/** Longer than any CRM's limit of calls. */
const limitMs = 65_000
