import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkBackups } from '../../../server/installation/check-backups.ts'
import { checkLedger } from '../../../server/installation/check-ledger.ts'
import { checkClock, checkDisk } from '../../../server/installation/check-machine.ts'
import {
  checkIndex,
  checkKeys,
  checkWorkers,
} from '../../../server/installation/check-processes.ts'
import {
  checkMail,
  checkPush,
  checkSources,
  checkWebhooks,
} from '../../../server/installation/check-services.ts'
import { checkSettings } from '../../../server/installation/check-settings.ts'
import { findFaults } from '../../../server/installation/doctor.ts'
import type { DoctorParts } from '../../../server/installation/doctor-parts.ts'
import { openHeartbeat } from '../../../server/installation/reports.ts'
import type { Database } from '../../../server/platform/db/db.ts'
import { readEnv } from '../../../server/platform/process/env.ts'
import { readEnvOf } from '../../kit/app-parts.ts'
import { freshDatabase } from '../../kit/database.ts'
import { harbour } from '../../kit/app.ts'

let db: Database
let parts: DoctorParts
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())
beforeEach(() => {
  parts = {
    db,
    env: readEnvOf({}),
    disk: () => Promise.resolve({ free: 60e9, size: 100e9 }),
    now: Date.now,
    billing: null,
  }
})

const hosted = {
  CLERK_PUBLISHABLE_KEY: `pk_test_${Buffer.from('clerk.harbour.example$').toString('base64')}`,
  CLERK_SECRET_KEY: 'sk_test_a',
}

describe('npm run doctor', () => {
  it('finds nothing in a new installation, and says which check could not run', async () => {
    expect(await findFaults(parts)).toEqual([])
    const faults = await findFaults({
      ...parts,
      disk: () => Promise.reject(new Error('no folder')),
    })
    expect(faults).toEqual(['We couldn’t check the disk: no folder'])
  })

  it('finds settings that are for the demo only, once the real Clerk is set', async () => {
    expect(await checkSettings({ ...parts, env: readEnvOf(hosted) })).toEqual([
      expect.stringContaining('DATABASE_URL isn’t set'),
      expect.stringContaining('PUBLIC_ORIGIN isn’t an https address'),
      expect.stringContaining('CLERK_WEBHOOK_SECRET isn’t set'),
      expect.stringContaining('VAPID_SUBJECT isn’t set'),
    ])
    const env = readEnvOf({
      ...hosted,
      DATABASE_URL: 'postgres://fieldbook:2hW8kq@db:5432/fieldbook',
      PUBLIC_ORIGIN: 'https://fieldbook.example',
      CLERK_WEBHOOK_SECRET: 'whsec_aaaa',
    })
    expect(await checkSettings({ ...parts, env })).toEqual([])
    expect(await checkSettings({ ...parts, env: { ...env, demo: true } })).toEqual([
      expect.stringContaining('FIELDBOOK_DEMO is on'),
    ])
  })

  it.each(['postgres', 'password', 'change-me', 'replace_me_now'])(
    'finds the well-known password %s of the database',
    async (password) => {
      const env = readEnvOf({ DATABASE_URL: `postgres://fieldbook:${password}@db:5432/fieldbook` })
      expect(await checkSettings({ ...parts, env })).toEqual([
        'The password of the database is a well-known one. Choose another.',
      ])
    },
  )

  it('and a start refuse secrets that are the text of an example', () => {
    const example = 'replace-me-with-a-random-string-of-32'
    for (const name of ['CRM_TOKEN_SECRET', 'FILES_LINK_SECRET', 'METRICS_TOKEN'])
      expect(readEnv({ [name]: example })).toEqual({
        problems: [`${name} is the text of an example. Use a random one: openssl rand -base64 32.`],
      })
  })

  it('finds a disk with less than a tenth or FIELDBOOK_MIN_FREE_MB left', async () => {
    const withFree = (free: number) =>
      checkDisk({ ...parts, disk: () => Promise.resolve({ free, size: 1e9 }) })
    expect(await withFree(99e6)).toEqual([
      'The disk of ./data has 99 MB left, 9 % of it. Free some space.',
    ])
    expect(await withFree(150e6)).toHaveLength(1)
    expect(await withFree(201e6)).toEqual([])
  })

  it('finds a clock that differs from the database’s by more than five seconds', async () => {
    expect(await checkClock({ ...parts, now: () => Date.now() - 60_000 })).toEqual([
      'The clock of this machine is 60 s behind the database’s. Set both by NTP.',
    ])
    expect(await checkClock({ ...parts, now: () => Date.now() + 60_000 })).toEqual([
      expect.stringContaining('60 s ahead of the database’s'),
    ])
    expect(await checkClock(parts)).toEqual([])
  })

  it('finds mail servers that do not answer, and accepts one that does', async () => {
    const server = createServer((socket) => {
      socket.write('220 mail.example ESMTP\r\n')
      socket.on('data', (data) =>
        socket.write(String(data).startsWith('QUIT') ? '221 bye\r\n' : '250 mail.example\r\n'),
      )
      socket.on('error', () => socket.destroy())
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo // a TCP server has one
    const mail = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'alerts@fieldbook.example' }
    expect(await checkMail({ ...parts, env: readEnvOf(mail) })).toEqual([])
    server.close()
    await once(server, 'close')
    expect(await checkMail({ ...parts, env: readEnvOf(mail) })).toEqual([
      expect.stringMatching(/^The mail server of SMTP_URL doesn’t accept us: .*ECONNREFUSED/),
    ])
    expect(await checkMail(parts)).toEqual([])
  })

  it('finds push messages that wait for an hour', async () => {
    await db.asOrg(harbour.id, async (trx) => {
      const id = uuidv7()
      await trx
        .insertInto('push_device')
        .values({
          org_id: harbour.id,
          id,
          user_id: 'user_alex',
          endpoint: 'https://push.example',
          p256dh: 'a',
          auth: 'a',
          label: 'Phone',
        })
        .execute()
      await sql`insert into push_outbox (org_id, run_id, device_id, message, created_at)
        values (${harbour.id}, ${uuidv7()}, ${id}, '{}', now() - interval '61 minutes')`.execute(
        trx,
      )
    })
    expect(await checkPush(parts)).toEqual([
      'Push messages waiting: 1, the oldest for 61 minutes. Look for ‘a push service’ in the log.',
    ])
    await db.owner.deleteFrom('push_outbox').execute()
    expect(await checkPush(parts)).toEqual([])
  })

  it('finds a missing, an overdue and a failed backup, and asks none of the demo', async () => {
    const check = (set: Record<string, string>) => checkBackups({ ...parts, env: readEnvOf(set) })
    const run = (hoursAgo: number, outcome: { name: string | null; reason: string | null }) =>
      db.owner
        .insertInto('backup_run')
        .values({
          id: uuidv7(),
          started_at: sql<Date>`now() - make_interval(hours => ${hoursAgo})`,
          finished_at: sql<Date>`now()`,
          location: 'backups',
          bytes: null,
          ...outcome,
        })
        .execute()
    expect(await check({})).toEqual([])
    for (const set of [hosted, { BACKUP_EVERY_HOURS: '24' }])
      expect(await check(set)).toEqual([
        'There is no backup yet. Run npm run backup, or set BACKUP_EVERY_HOURS.',
      ])
    await run(49, { name: 'fieldbook-1', reason: null })
    expect(await check({})).toEqual([])
    expect(await check(hosted)).toEqual([])
    expect(await check({ BACKUP_EVERY_HOURS: '25' })).toEqual([])
    expect(await check({ BACKUP_EVERY_HOURS: '24' })).toEqual([
      'The last backup is 49 hours old. Run npm run backup.',
    ])
    await run(1, { name: null, reason: 'The disk is full.' })
    expect(await check(hosted)).toEqual(['The last backup failed: The disk is full.'])
    await db.owner.deleteFrom('backup_run').execute()
  })

  it('finds a source that fails, and leaves out a paused one', async () => {
    const source = {
      format: 'csv',
      kind: 'upload' as const,
      location: '',
      every_hours: null,
      licence: '',
      countries: [],
      created_at: new Date(),
      failing_since: new Date('2026-03-01T12:00:00Z'),
    }
    await db.owner
      .insertInto('source')
      .values([
        { ...source, id: uuidv7(), name: 'ASIC', paused: false },
        { ...source, id: uuidv7(), name: 'NZBN', paused: true },
      ])
      .execute()
    expect(await checkSources(parts)).toEqual([
      'The source ASIC has failed since 2026-03-01. Its reason is on Sources.',
    ])
    await db.owner.deleteFrom('source').execute()
  })

  it('finds a ledger that does not add up', async () => {
    expect(await checkLedger(parts)).toEqual([])
    await db.asOrg(harbour.id, (trx) =>
      sql`insert into credit_account (org_id, posted) values (${harbour.id}, 5)`.execute(trx),
    )
    expect(await checkLedger(parts)).toEqual([
      expect.stringMatching(/^The credits of org_harbour don’t add up.*posted = sum of entries/),
    ])
    await sql`delete from credit_account`.execute(db.owner)
  })

  it('finds a Clerk whose webhooks never arrive', async () => {
    const env = readEnvOf({ ...hosted, CLERK_WEBHOOK_SECRET: 'whsec_aaaa' })
    expect(await checkWebhooks({ ...parts, env })).toEqual([
      expect.stringContaining('No webhook of Clerk arrived in 30 days'),
    ])
    await db.owner
      .insertInto('webhook_event')
      .values({ source: 'clerk', id: 'evt', type: 'user.created' })
      .execute()
    expect(await checkWebhooks({ ...parts, env })).toEqual([])
  })

  it('finds events of Stripe that no webhook brought within ten minutes', async () => {
    const seconds = Math.floor(Date.now() / 1000)
    const event = (id: string, ageSeconds: number) => ({
      id,
      type: 'invoice.paid',
      created: seconds - ageSeconds,
      data: { object: { object: 'invoice' } },
    })
    const events = [event('evt_late', 700), event('evt_new', 60), event('evt_heard', 900)]
    await db.owner
      .insertInto('webhook_event')
      .values({ source: 'stripe', id: 'evt_heard', type: 'invoice.paid' })
      .execute()
    const payments = { call: () => Promise.resolve(events) } as never
    expect(await checkWebhooks({ ...parts, billing: { payments } })).toEqual([
      expect.stringMatching(/^Events of Stripe in the last day that no webhook brought: 1\./),
    ])
    events.shift()
    expect(await checkWebhooks({ ...parts, billing: { payments } })).toEqual([])
  })
})

describe('npm run doctor with several processes', () => {
  const begin = async (given: { tick?: number; sinceBeat?: number }) => {
    const heartbeat = openHeartbeat({
      db,
      version: '1.2.3',
      build: () => 'b1',
      searchTick: () => given.tick ?? Number.MAX_SAFE_INTEGER,
      sinceBeat: () => given.sinceBeat ?? null,
    })
    await heartbeat.beat()
    return heartbeat
  }
  const register = (pid: number, given: { files?: string; seal?: string[]; ageSeconds?: number }) =>
    db.owner
      .insertInto('server_process')
      .values({
        id: uuidv7(),
        host: 'web-1',
        pid,
        process_start: '',
        connections: 17,
        seen_at: new Date(Date.now() - (given.ageSeconds ?? 0) * 1000),
        keys: JSON.stringify({
          CRM_TOKEN_SECRET: 'a',
          FILES_LINK_SECRET: given.files ?? 'a',
          VAPID_PRIVATE_KEY: 'a',
          CRM_SEAL_KEYS: given.seal ?? ['k1'],
        }),
      })
      .execute()
  beforeEach(async () => {
    await db.owner.deleteFrom('process_report').execute()
    await db.owner.deleteFrom('server_process').execute()
  })

  it('finds keys that differ, by the names of their settings, and accepts a rotation of seal keys', async () => {
    await register(1, {})
    await register(2, { seal: ['k1', 'k2'] })
    await register(3, { files: 'b', ageSeconds: 61 })
    expect(await checkKeys(parts)).toEqual([])
    await register(4, { files: 'b', seal: ['k3'] })
    expect(await checkKeys(parts)).toEqual([
      'web-1 (process 1) and web-1 (process 4) have different keys for FILES_LINK_SECRET and CRM_SEAL_KEYS. Set the same everywhere.',
    ])
  })

  it('finds a worker that no longer looks for jobs, and jobs that are late', async () => {
    await begin({ sinceBeat: 5_000 })
    expect(await checkWorkers(parts)).toEqual([])
    await begin({ sinceBeat: 90_000 })
    expect(await checkWorkers(parts)).toEqual([
      expect.stringMatching(/no longer looks for background jobs/),
    ])
    await sql`insert into job (org_id, kind, id, run_at)
      values ('org_a', 'late', ${uuidv7()}, now() - interval '16 minutes')`.execute(db.owner)
    expect((await checkWorkers(parts)).at(-1)).toMatch(
      /^Background jobs that are due: 1, the oldest for 16/,
    )
    await db.owner.deleteFrom('job').execute()
  })

  it('finds a search index that has been behind for more than two minutes', async () => {
    const behind = await begin({ tick: -1 })
    const current = await begin({})
    await current.beat()
    expect(await checkIndex(parts)).toEqual([])
    expect(behind.sinceSearch()).toBeGreaterThan(current.sinceSearch())
    await db.owner.deleteFrom('process_report').execute()
    await behind.beat()
    await sql`update process_report set search_at = beat_at - interval '3 minutes'`.execute(
      db.owner,
    )
    expect(await checkIndex(parts)).toEqual([
      expect.stringMatching(/^The search index of .+ has been behind for 3 minutes/),
    ])
  })
})
