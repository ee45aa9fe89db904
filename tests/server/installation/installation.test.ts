import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { parse } from 'yaml'
import { uuidv7 } from 'uuidv7'
import fastify from 'fastify'
import { openMetrics, stripeRoute } from '../../../server/platform/metrics.ts'
import { metricsRoute, type MetricsParts } from '../../../server/routes/metrics.ts'
import { readFigures } from '../../../server/installation/figures.ts'
import { DatabaseAway } from '../../../server/platform/db/database-away.ts'
import { healthRoutes } from '../../../server/routes/health.ts'
import { answerWithProblems } from '../../../server/platform/http/answers.ts'
import { harbour, southern, startTestApp, type TestApp } from '../../kit/app.ts'
import { installationParts, readEnvOf } from '../../kit/app-parts.ts'

const token = 'the-token-of-prometheus-in-a-test'
const alerts = new URL('../../../docs/examples/alerts.yml', import.meta.url)

const metrics = openMetrics()
let test: TestApp
beforeAll(async () => {
  test = await startTestApp({
    companies: 0,
    parts: {
      now: Date.now,
      webhookSecrets: ['whsec_aaaa'],
      installation: installationParts({ env: readEnvOf({ METRICS_TOKEN: token }), metrics }),
    },
  })
})
afterAll(() => test.close())

const scrape = async (authorization?: string) =>
  test.app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })
const bearer = { authorization: `Bearer ${token}` }
const metricsOf = async (given: Partial<MetricsParts>) => {
  const app = fastify()
  answerWithProblems(app, () => 'http://localhost')
  const { version, build, disk } = installationParts()
  const figures = () => readFigures(test.db, Date.now)
  const registry = openMetrics().registry
  const process = { version, build, disk, figures, registry, searchTick: () => 0 }
  const idle = { connections: () => null, sinceSearch: () => 0, sinceBeat: () => null }
  await app.register(metricsRoute({ token, ...process, ...idle, ...given }))
  return app
}
const measured = async (): Promise<string> => (await scrape(`Bearer ${token}`)).body

describe('/metrics', () => {
  it('does not exist for a caller without the token, nor without METRICS_TOKEN', async () => {
    for (const wrong of [undefined, 'Bearer x', `Basic ${token}`, 'Bearer '])
      expect((await scrape(wrong)).statusCode).toBe(404)
    const without = await metricsOf({ token: undefined })
    expect((await without.inject({ url: '/metrics', headers: bearer })).statusCode).toBe(404)
  })

  it('counts requests by route pattern, with no organisation, user or address in any label', async () => {
    const list = uuidv7()
    await test.ask('GET', `/sources/${list}/runs`)
    await test.ask('GET', '/no-such-address')
    const text = await measured()
    expect(text).toMatch(/_count\{method="GET",route="\/api\/sources\/:id\/runs",status="404"\} 1/)
    expect(text).toContain('route="none",status="404"')
    for (const secret of [harbour.id, 'user_alex', list, 'no-such-address'])
      expect(text).not.toContain(secret)
  })

  it('measures jobs, ledgers, disk, clock and build at each scrape', async () => {
    await test.db.owner
      .insertInto('job')
      .values({
        org_id: harbour.id,
        kind: 'late',
        id: uuidv7(),
        run_at: new Date(Date.now() - 9e5),
      })
      .execute()
    const text = await measured()
    expect(text).toContain('fieldbook_jobs_due 1\n')
    expect(text).toMatch(/fieldbook_jobs_oldest_seconds 9\d\d/)
    expect(text).toContain('fieldbook_credits_audit_stopped 0\n')
    expect(text).toContain('fieldbook_disk_free_bytes 60000000000\n')
    expect(text).toContain('fieldbook_build_info{version="1.2.3",build="b1"} 1\n')
    expect(text).toContain('fieldbook_database_up 1\n')
    expect(text).not.toMatch(/fieldbook_backup_last_seconds \d/)
    await test.db.owner.deleteFrom('job').execute()
  })

  it('counts the runs of jobs and refused signatures of webhooks by their reason', async () => {
    await test.db.owner
      .insertInto('job')
      .values({ org_id: harbour.id, kind: 'unknown', id: uuidv7() })
      .execute()
    await test.work()
    const post = (headers: Record<string, string>) =>
      test.app.inject({ method: 'POST', url: '/api/webhooks/clerk', headers, payload: '{}' })
    const signed = { 'svix-id': 'a', 'svix-signature': 'v1,a' }
    await post({})
    await post({ ...signed, 'svix-timestamp': '1000' })
    await post({ ...signed, 'svix-timestamp': String(Math.floor(Date.now() / 1000)) })
    const text = await measured()
    expect(text).toContain('fieldbook_job_runs_total{name="unknown",outcome="failed"} 1')
    for (const reason of ['missing', 'clock', 'wrong'])
      expect(text).toContain(`_signature_failures_total{source="clerk",reason="${reason}"} 1`)
    await test.db.owner.deleteFrom('job').execute()
  })

  it('is without the figures of the database while that is away', async () => {
    let isAway = false
    const app = await metricsOf({
      figures: () => (isAway ? Promise.reject(new DatabaseAway()) : readFigures(test.db, Date.now)),
    })
    const text = async () => (await app.inject({ url: '/metrics', headers: bearer })).body
    expect(await text()).toMatch(/^fieldbook_jobs_due 0$/m)
    isAway = true
    expect(await text()).toContain('fieldbook_database_up 0\n')
    expect(await text()).not.toMatch(/^fieldbook_jobs_due /m)
  })

  it.each([
    ['/v1/customers/cus_Q1aB2cD3eF4g', '/v1/customers/:id'],
    ['/v1/payment_intents/pi_3AbC/confirm?expand=x', '/v1/payment_intents/:id/confirm'],
    ['/v1/checkout/sessions', '/v1/checkout/sessions'],
  ])('names the route of %s at Stripe %s', (path, route) => {
    expect(stripeRoute(path)).toBe(route)
  })
})

describe('the alert rules', () => {
  type Rules = { groups: { rules: { alert: string; expr: string }[] }[] }
  const rules = (parse(readFileSync(alerts, 'utf8')) as Rules).groups.flatMap(
    (group) => group.rules,
  )

  it('name only metrics that /metrics has, and together each that is no build or tick', async () => {
    await measured()
    const known = metrics.registry.getMetricsAsArray().map(({ name }) => name)
    const named = rules.flatMap(({ expr }) => expr.match(/\bfieldbook_[a-z_]+/g) ?? [])
    const withoutSuffix = (name: string): string =>
      known.includes(name) ? name : name.replace(/_(?:bucket|count|sum)$/, '')
    expect(named.map(withoutSuffix).filter((name) => !known.includes(name))).toEqual([])
    const unused = known.filter((name) => !named.some((each) => withoutSuffix(each) === name))
    expect(
      unused.filter((name) => !/build_info|ticks|_due$|_used$|_waiting$|events_total/.test(name)),
    ).toEqual([])
  })

  it('pass promtool where it is installed', () => {
    const { error } = spawnSync('promtool', ['--version'])
    if (error !== undefined) return
    for (const args of [
      ['check', 'rules', alerts.pathname],
      ['test', 'rules', alerts.pathname.replace('.yml', '-test.yml')],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
      expect([status, `${stdout}${stderr}`]).toEqual([0, expect.any(String)])
    }
  })
})

describe('/ready', () => {
  const readyWith = async (parts: { search?: 'broken'; sinceBeat?: number | null }) => {
    const app = fastify()
    answerWithProblems(app, () => 'http://localhost')
    const options = () =>
      parts.search === 'broken'
        ? Promise.reject(new Error('dead'))
        : Promise.resolve({ total: 0, options: [] })
    await app.register(
      healthRoutes({ db: test.db, search: { options }, sinceBeat: () => parts.sinceBeat ?? null }),
    )
    const answer = await app.inject('/ready')
    await app.close()
    return answer
  }

  it('is 200 with migrations done, search answering and a worker that looked lately', async () => {
    const { statusCode, body } = await readyWith({ sinceBeat: 900 })
    expect([statusCode, body]).toEqual([200, '{"status":"ready"}'])
    expect((await test.app.inject('/ready')).statusCode).toBe(200)
  })

  it('is 503 without details while search is broken, or the worker is silent', async () => {
    for (const parts of [{ search: 'broken' }, { sinceBeat: 31_000 }] as const) {
      const { statusCode, headers, body } = await readyWith(parts)
      expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
      expect(body).not.toMatch(/search|worker|migration/)
    }
  })

  it('is 503 while a migration of this release is missing', async () => {
    const newest = sql`(select max(name) from kysely_migration where name not like 'x%')`
    await sql`update kysely_migration set name = 'x' || name where name = ${newest}`.execute(
      test.db.owner,
    )
    expect((await readyWith({})).statusCode).toBe(503)
    await sql`update kysely_migration set name = substr(name, 2) where name like 'x%'`.execute(
      test.db.owner,
    )
    expect((await readyWith({})).statusCode).toBe(200)
  })
})

describe('GET /installation', () => {
  it('names processes, jobs, webhooks, disk, flags and the last backup, which is null at first', async () => {
    await test.app.heartbeat.beat()
    const { status, body } = await test.ask('GET', '/installation')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      version: '1.2.3',
      build: 'b1',
      node: process.version,
      processes: [{ pid: process.pid, version: '1.2.3', workerAt: null }],
      jobs: [],
      webhooks: [
        { source: 'clerk', lastAt: null, lastDay: 0 },
        { source: 'stripe', lastAt: null, lastDay: 0 },
      ],
      sources: { active: 0, failing: [] },
      disk: { free: 60e9, size: 100e9 },
      backup: null,
    })
    expect(body.flags.map(({ flag }: { flag: string }) => flag)).toContain('today')
    const began = new Date('2026-03-03T02:00:00Z')
    const run = { location: 'backups', started_at: began, finished_at: began }
    await test.db.owner
      .insertInto('backup_run')
      .values([
        { ...run, id: uuidv7(), name: '2026-03-03', bytes: 1_234, reason: null },
        { ...run, id: uuidv7(), name: null, bytes: null, reason: 'The disk is full.' },
      ])
      .execute()
    expect((await test.ask('GET', '/installation')).body.backup).toMatchObject({
      bytes: 1234,
      at: began.toISOString(),
      target: 'backups',
    })
    expect(await measured()).toMatch(/^fieldbook_backup_last_seconds \d/m)
  })

  it('and its faults are refused to admins of other organisations', async () => {
    for (const path of ['/installation', '/installation/faults'])
      expect(await test.ask('GET', path, undefined, { as: { orgId: southern.id } })).toMatchObject({
        status: 403,
        body: { code: 'role-forbidden' },
      })
    expect(await test.ask('GET', '/installation/faults')).toMatchObject({
      status: 200,
      body: { faults: [] },
    })
  })
})
