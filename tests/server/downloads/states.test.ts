import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { statusLabels } from '../../../contract/money/downloads.ts'
import { endOverdue } from '../../../server/downloads/expiry.ts'
import type { Run, Target } from '../../../server/downloads/ports.ts'
import { harbour, startTestApp, type TestApp } from '../../kit/app.ts'
import { requestDownload, ledgerSums, startPaidPlan, readRequest } from '../../kit/downloads.ts'
import { colleagues, someRecords, type Member } from '../../kit/saved-work.ts'

type Deliver = (run: Run) => Promise<null>

describe('a request', () => {
  let test: TestApp
  let alex: Member
  let people: string[]
  let next = 0
  let deliver: Deliver
  const crm: Target = { ends: 'REQUEST_COMPELETED', deliver: (run) => deliver(run) }
  beforeAll(async () => {
    test = await startTestApp({
      companies: 120,
      people: 600,
      parts: { targets: { HS_INTEGRATION: crm } },
    })
    alex = colleagues(test).alex
    await startPaidPlan(test, 200)
    people = await someRecords(test, 'people', 100, { has_email: ['Yes'] })
  })
  afterAll(() => test.close())
  beforeEach(() => {
    deliver = () => Promise.resolve(null)
  })

  const ask = async (n: number, type = 'DOWNLOAD') => {
    const ids = people.slice(next, next + n)
    next += n
    const { body } = await requestDownload(alex, { type, source: { kind: 'ids', ids } })
    return { id: body.requestId as string, ids, status: body.status as string }
  }
  const statusOf = async (id: string) => (await readRequest(alex, id)).status
  const effectOf = async (work: () => Promise<void>) => {
    const before = await ledgerSums(test)
    await work()
    const after = await ledgerSums(test)
    return { balance: after.balance - before.balance, reserved: after.reserved - before.reserved }
  }
  const inOrg = (statement: ReturnType<typeof sql>) =>
    test.db.asOrg(harbour.id, async (trx) => void (await statement.execute(trx)))
  const hurry = () =>
    test.db.owner
      .updateTable('job')
      .set({ run_at: sql<Date>`now()` })
      .execute()
  const untilGivenUp = async () => {
    for (let n = 0; n < 3; n++) {
      await test.work()
      await hurry()
    }
    await test.work()
  }
  const fails: Deliver = () => Promise.reject(new Error('the CRM is down'))
  const failsRows =
    (...rows: number[]): Deliver =>
    async (run) => {
      await run.reportOutcomes(
        rows.map((row) => ({ row, outcome: 'failed' as const, reason: 'No such owner.' })),
      )
      return null
    }

  it('is accepted without changing the balance', async () => {
    let accepted = ''
    expect(
      await effectOf(async () => {
        accepted = (await ask(2)).status
      }),
    ).toEqual({ balance: 0, reserved: 0 })
    expect(accepted).toBe('REQUEST_ACCEPTED')
    await test.work()
  })

  it('reserves its price while its rows are delivered, as CREDIT_VALIDATION_COMPLETED', async () => {
    const seen: unknown[] = []
    deliver = async (run) => {
      await run.progress(1)
      const { body } = await alex.read(`/download/request/${run.request.id}`)
      seen.push(body.status, body.done, await ledgerSums(test))
      return null
    }
    const { balance } = await ledgerSums(test)
    const { id } = await ask(3, 'HS_INTEGRATION')
    await test.work()
    expect(seen).toEqual(['CREDIT_VALIDATION_COMPLETED', 1, { balance, reserved: 3 }])
    expect(await statusOf(id)).toBe('REQUEST_COMPELETED')
  })

  // Every final state: its cause, its status, and its effect on a price of three credits (product 2.8).
  const ends: [string, string, Deliver | null, string, number][] = [
    ['a file is written', 'DOWNLOAD', null, 'DOWNLOAD_FILE_GENERATED', -3],
    [
      'all rows reach the CRM',
      'HS_INTEGRATION',
      () => Promise.resolve(null),
      'REQUEST_COMPELETED',
      -3,
    ],
    ['some rows fail', 'HS_INTEGRATION', failsRows(2), 'REQUEST_PARTIALLY_COMPLETED', -2],
    ['no row reaches the CRM', 'HS_INTEGRATION', failsRows(1, 2, 3), 'REQUEST_FAILED', 0],
    ['it fails three times', 'HS_INTEGRATION', fails, 'REQUEST_FAILED', 0],
    [
      'it fails after one row was delivered for good',
      'HS_INTEGRATION',
      async (run) => {
        await run.reportOutcomes([{ row: 1, outcome: 'delivered' }])
        throw new Error('the CRM went away')
      },
      'REQUEST_PARTIALLY_COMPLETED',
      -1,
    ],
  ]
  it.each(ends)('ends correctly when %s (%s)', async (_, type, doing, status, balance) => {
    if (doing) deliver = doing
    let id = ''
    const effect = await effectOf(async () => {
      ;({ id } = await ask(3, type))
      await untilGivenUp()
    })
    expect(await statusOf(id)).toBe(status)
    expect(effect).toEqual({ balance, reserved: 0 })
    const request = await readRequest(alex, id)
    expect(request.credits + balance).toBe(0)
    expect(request.statusLabel).toBe(statusLabels[request.status as keyof typeof statusLabels])
    expect(request.reason ?? '').toContain(status === 'REQUEST_FAILED' ? 'You weren’t charged' : '')
  })

  it('is claimed again after its worker vanished, and the late worker cannot finish it', async () => {
    const { promise: late, resolve: goOn } = Promise.withResolvers<void>()
    const { promise: started, resolve: begin } = Promise.withResolvers<void>()
    let runs = 0
    deliver = async () => {
      runs += 1
      if (runs === 1) {
        begin()
        await late
      }
      return null
    }
    const { id } = await ask(2, 'HS_INTEGRATION')
    const effect = await effectOf(async () => {
      const first = test.work()
      await started
      await test.db.owner
        .updateTable('job')
        .set({ lease_until: sql<Date>`now() - interval '1 second'` })
        .execute()
      const second = test.app.jobs.runDue()
      await expect.poll(() => statusOf(id)).toBe('REQUEST_COMPELETED')
      goOn()
      await Promise.all([first, second])
    })
    expect(runs).toBe(2)
    expect(effect).toEqual({ balance: -2, reserved: 0 })
    expect(await readRequest(alex, id)).toMatchObject({ credits: 2, status: 'REQUEST_COMPELETED' })
  })

  it('is ended by the sweep past its deadline, even without its job, and releases its credits', async () => {
    const { id } = await ask(2, 'HS_INTEGRATION')
    deliver = fails
    await test.work()
    expect(await statusOf(id)).toBe('CREDIT_VALIDATION_COMPLETED')
    expect((await ledgerSums(test)).reserved).toBe(2)
    await inOrg(sql`delete from job`)
    await endOverdue(test.db, test.files)
    expect(await statusOf(id)).toBe('CREDIT_VALIDATION_COMPLETED')
    await inOrg(
      sql`update download_request set deadline_at = now() - interval '1 second' where id = ${id}::uuid`,
    )
    await endOverdue(test.db, test.files)
    expect(await readRequest(alex, id)).toMatchObject({
      status: 'REQUEST_FAILED',
      reason: expect.stringContaining('too long'),
      credits: 0,
    })
    expect((await ledgerSums(test)).reserved).toBe(0)
  })

  it('can be retried three times after a failure and charges each attempt at most once', async () => {
    const { id } = await ask(2, 'HS_INTEGRATION')
    const retry = () => alex.write('POST', `/download/request/${id}/retry`, { agreed: 2 })
    deliver = fails
    await untilGivenUp()
    for (const attempt of [2, 3]) {
      expect((await retry()).body).toMatchObject({
        requestId: id,
        attempt,
        status: 'REQUEST_ACCEPTED',
      })
      expect((await retry()).body.code).toBe('still-running')
      await untilGivenUp()
      expect(await readRequest(alex, id)).toMatchObject({
        status: 'REQUEST_FAILED',
        canRetry: true,
      })
    }
    expect((await retry()).body.attempt).toBe(4)
    await untilGivenUp()
    expect(await readRequest(alex, id)).toMatchObject({ status: 'REQUEST_FAILED', canRetry: false })
    expect((await retry()).body.errors[0].code).toBe('not-retryable')
    expect((await ledgerSums(test)).reserved).toBe(0)
  })

  it('is charged once if it succeeds after a failure', async () => {
    const { id } = await ask(2, 'HS_INTEGRATION')
    deliver = fails
    const effect = await effectOf(async () => {
      await untilGivenUp()
      deliver = () => Promise.resolve(null)
      await alex.write('POST', `/download/request/${id}/retry`, { agreed: 2 })
      await test.work()
    })
    expect(effect).toEqual({ balance: -2, reserved: 0 })
    expect(await statusOf(id)).toBe('REQUEST_COMPELETED')
  })

  it('gets a child request for its failed rows and stays unchanged', async () => {
    deliver = failsRows(1, 3)
    const { id, ids } = await ask(3, 'HS_INTEGRATION')
    await test.work()
    expect(await readRequest(alex, id)).toMatchObject({
      rows: { requested: 3, delivered: 1, failed: 2 },
      errors: [
        expect.stringContaining('No such owner.'),
        expect.stringContaining('No such owner.'),
      ],
      canRetryFailed: true,
    })
    deliver = () => Promise.resolve(null)
    const priceOfFailed = async () =>
      (await alex.read(`/download/request/${id}/estimate`)).body as object
    expect(await priceOfFailed()).toMatchObject({ total: 2, owned: 0, chargeable: 2 })
    const child = await alex.write('POST', `/download/request/${id}/retry-failed`, { agreed: 2 })
    expect(child).toMatchObject({
      status: 202,
      body: { parentRequestId: id, rows: { requested: 2 } },
    })
    await test.work()
    const rows = await alex.write('POST', `/download/request/${child.body.requestId}/rows`)
    expect(rows.body.rows.map((row: { recordId: string }) => row.recordId)).toEqual([
      ids[0],
      ids[2],
    ])
    expect(await readRequest(alex, child.body.requestId)).toMatchObject({
      status: 'REQUEST_COMPELETED',
      credits: 2,
    })
    expect(await priceOfFailed()).toMatchObject({ total: 2, owned: 2, chargeable: 0 })
    expect(await statusOf(id)).toBe('REQUEST_PARTIALLY_COMPLETED')
  })

  it('is retried by an admin within its owner’s cap, and its failed rows at the admin’s cost', async () => {
    const { sam } = colleagues(test)
    const limit = (cap: number | null, disabled: string[] = []) =>
      alex.write('PUT', '/customer/members/user_sam/cap', { cap, disabled })
    await sam.read('/credits')
    await test.app.settled()
    // The last person is already owned.
    const createRequest = async () => {
      const ids = [...people.slice(next, next + 2), people[0]]
      next += 2
      const source = { kind: 'ids', ids }
      return (await requestDownload(sam, { type: 'HS_INTEGRATION', source })).body
        .requestId as string
    }
    deliver = fails
    const whole = await createRequest()
    await untilGivenUp()
    deliver = failsRows(1)
    const partly = await createRequest()
    await test.work()
    const { spent } = (await sam.read('/credits')).body.mine
    await limit(spent + 1, ['push'])
    const estimate = await alex.read(`/download/request/${whole}/estimate`)
    expect(estimate.body).toMatchObject({ chargeable: 2, capLeft: 1 })
    deliver = () => Promise.resolve(null)
    const failed = await alex.read(`/download/request/${partly}/estimate`)
    expect(failed.body).toMatchObject({ total: 1, owned: 0, chargeable: 1, capLeft: null })
    const child = await alex.write('POST', `/download/request/${partly}/retry-failed`, {
      agreed: 1,
    })
    expect(child).toMatchObject({ status: 202, body: { user: { userId: 'user_alex' } } })
    await test.work()
    expect(await readRequest(alex, child.body.requestId)).toMatchObject({ credits: 1 })
    await limit(null)
  })

  it('is retried while its file cannot be written and charged once it can', async () => {
    const { id } = await ask(2)
    const { write } = test.files
    let broken = 2
    test.files.write = (key, content) =>
      broken-- > 0 ? Promise.reject(new Error('the disk is full')) : write(key, content)
    const effect = await effectOf(untilGivenUp)
    test.files.write = write
    expect(effect).toEqual({ balance: -2, reserved: 0 })
    expect(await statusOf(id)).toBe('DOWNLOAD_FILE_GENERATED')
  })
})
