import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DryRun } from '../../../contract/money/crm.ts'
import { Uncertain } from '../../../server/connectors/errors.ts'
import { endOverdue } from '../../../server/downloads/expiry.ts'
import { Postponed } from '../../../server/platform/db/queue.ts'
import { openCrmApp } from '../../kit/crm/app.ts'
import {
  addUnanswered,
  chooseOwner,
  pushedCrms,
  runPush,
  startPushApp,
  type PushApp,
} from '../../kit/crm/push.ts'
import { lateCreate } from '../../kit/crm/late-create.ts'
import { onThisDatabase } from '../../kit/crm/on-this-database.ts'
import { badDaysSuite } from '../../kit/crm/suite-bad-days.ts'
import { mirrorSuite } from '../../kit/crm/suite-mirror.ts'
import { reportPromise } from '../../kit/reliability.ts'
import { ledgerSums, readRequest, requestDownload } from '../../kit/downloads.ts'
import { colleagues, someRecords } from '../../kit/saved-work.ts'

type DryRunRow = DryRun['rows'][number]

const count = (calls: Readonly<Record<string, number>>): number =>
  Object.values(calls).reduce((sum, each) => sum + each, 0)

describe.each(onThisDatabase(pushedCrms))('a push to $label', (crm) => {
  const { kind, label } = crm
  let app: PushApp
  beforeAll(async () => {
    app = await startPushApp(crm)
  })
  afterAll(() => app.close())

  /** Ids of records that were created in the CRM by the work. */
  const createdBy = async (work: () => Promise<unknown>): Promise<string[]> => {
    const before = new Set(app.created().map(({ id }) => id))
    await work()
    return app.created().flatMap(({ id }) => (before.has(id) ? [] : [id]))
  }
  /** In the CRM, whose search knows it a minute later. */
  const enter = async (name: string, domain: string): Promise<string> => {
    const { object, values } = crm.company(name, domain)
    const id = app.emulator.user.add(object, values)
    await app.pass(1)
    return id
  }

  const workAfter = async (minutes: number): Promise<void> => {
    await app.pass(minutes)
    await app.work()
  }

  it('creates companies once, and costs and creates nothing the second time', async () => {
    const ids = app.companies(3).map(({ id }) => id)
    const before = (await ledgerSums(app)).balance
    const created = await createdBy(async () => {
      expect(await app.push('company', ids)).toMatchObject({
        status: 'REQUEST_COMPELETED',
        rows: { requested: 3, delivered: 3, failed: 0 },
        credits: 3,
      })
    })
    expect(created).toHaveLength(3)
    const again = await createdBy(async () => {
      expect(await app.push('company', ids)).toMatchObject({
        status: 'REQUEST_COMPELETED',
        credits: 0,
        rows: { delivered: 3, owned: 3 },
      })
    })
    expect(again).toEqual([])
    expect((await ledgerSums(app)).balance).toBe(before - 3)
  })

  it('creates people with their companies, each once', async () => {
    const ids = await someRecords(app, 'people', 4, { has_work_email: ['Yes'] })
    const push = async () =>
      expect(await app.push('people', ids)).toMatchObject({ rows: { requested: 4, failed: 0 } })
    expect((await createdBy(push)).length).toBeGreaterThanOrEqual(4)
    expect(await createdBy(push)).toEqual([])
  })

  it('updates what is there and overwrites nothing that its users typed', async () => {
    const [company] = app.companies(1)
    const there = await enter('As the users call it', company?.domain ?? '')
    const created = await createdBy(async () => {
      expect(await app.push('company', [company?.id ?? ''])).toMatchObject({
        status: 'REQUEST_COMPELETED',
      })
    })
    expect(created).toEqual([])
    const record = app.emulator.records().find(({ id }) => id === there)
    expect(record?.values[crm.nameField]).toBe('As the users call it')
    expect(Object.keys(record?.values ?? {}).length).toBeGreaterThan(2)
  })

  it('leaves two records that match to the member, whatever they are called, and creates no third', async () => {
    const [company] = app.companies(1)
    for (const name of ['Twice', `Twice \0 \ud800 ${'x'.repeat(9_000)}`])
      await enter(name, company?.domain ?? '')
    const created = await createdBy(async () => {
      const ended = await app.push('company', [company?.id ?? ''])
      expect(ended).toMatchObject({ status: 'REQUEST_FAILED', credits: 0 })
      expect(ended.errors[0]).toContain(`2 records in ${label} match.`)
    })
    expect(created).toEqual([])
  })

  /** A company of ours that is there twice. */
  const enterTwins = async () => {
    const [company] = app.companies(1)
    const { id = '', domain = '' } = company ?? {}
    return { id, twins: [await enter('First', domain), await enter('Second', domain)] as const }
  }
  const lockedOf = async (ids: readonly string[]): Promise<string[]> => {
    const locked: string[] = []
    for (const id of ids) {
      const { body } = await app.alex.read(`/records/people/${id}`)
      if (!body.unlocked) locked.push(id)
    }
    return locked
  }
  const outcomesOf = async (id: string) => {
    const { body } = await app.alex.write('POST', `/download/request/${id}/rows`, {})
    return body.rows.map((row: { crm: { outcome: string } }) => row.crm.outcome)
  }
  const valuesOf = (id: string) =>
    app.emulator.records().find((record) => record.id === id)?.values ?? {}

  it('does with conflicts what the member decided, after the server died as well', async () => {
    const [linked, added, skipped] = [await enterTwins(), await enterTwins(), await enterTwins()]
    const [, chosen] = linked.twins
    const others = [linked.twins[0], ...added.twins, ...skipped.twins]
    const before = others.map(valuesOf)
    let id = ''
    const created = await createdBy(async () => {
      id = await app.request('company', [linked.id, added.id, skipped.id], {
        [linked.id]: { act: 'link', id: chosen },
        [added.id]: { act: 'create' },
        [skipped.id]: { act: 'skip' },
      })
      expect(await app.runUntilDeath(id, 20)).toBe(false)
      await workAfter(6)
    })
    expect(await outcomesOf(id)).toEqual(
      crm.refusesTwins ? ['failed', 'conflict', 'skipped'] : ['updated', 'created', 'skipped'],
    )
    expect((await readRequest(app.alex, id)).rows).toMatchObject(
      crm.refusesTwins ? { failed: 2, skipped: 1 } : { delivered: 2, failed: 0, skipped: 1 },
    )
    expect(created).toHaveLength(crm.refusesTwins ? 0 : 1)
    expect(others.map(valuesOf)).toEqual(before)
  })

  it('links no record that does not match, and takes another decision with the retry', async () => {
    const [first, second] = [await enterTwins(), await enterTwins()]
    const [fresh] = app.companies(1)
    const ids = [first.id, second.id, fresh?.id ?? '']
    const before = [...first.twins, ...second.twins].map(valuesOf)
    const id = await app.request('company', ids, {
      [first.id]: { act: 'link', id: second.twins[0] },
    })
    await app.work()
    expect(await outcomesOf(id)).toEqual(['conflict', 'conflict', 'created'])
    expect([...first.twins, ...second.twins].map(valuesOf)).toEqual(before)
    expect((await readRequest(app.alex, id)).errors[0]).toContain(
      `The record you chose in ${label} no longer matches. Choose again.`,
    )

    const source = { kind: 'retry', requestId: id }
    const dryRun = await app.crm('POST', `/crm/${kind.key}/dry-run`, {
      category: 'company',
      source,
    })
    expect(dryRun.body).toMatchObject({ total: 2, counts: { conflict: 2 } })
    const row = dryRun.body.rows.find((each: { recordId: string }) => each.recordId === second.id)
    const offered = row.matches.map((match: { id: string }) => match.id)
    expect(offered.toSorted()).toEqual(second.twins.toSorted())
    const decisions = { [first.id]: { act: 'skip' }, [second.id]: { act: 'link', id: offered[0] } }
    const path = `/download/request/${id}/retry-failed`
    const child = await app.alex.write('POST', path, { agreed: 2, decisions })
    await app.work()
    expect(await outcomesOf(child.body.requestId)).toEqual([
      'skipped',
      crm.refusesTwins ? 'failed' : 'updated',
    ])
  })

  it('changes no person with the same email when the member decided to create', async () => {
    const { body } = await app.ask('POST', '/records', {
      category: 'people',
      size: 1,
      filters: { has_work_email: ['Yes'] },
      excluded: { 'cus-pushed-enriched': ['Yes'] },
    })
    const { id } = body.records[0]
    const { contact } = await app.db.owner
      .selectFrom('person')
      .select('contact')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { object, values } = crm.person(contact.work_email ?? '')
    const there = app.emulator.user.add(object, values)
    const before = valuesOf(there)
    await app.pass(1)
    const request = await app.request('people', [id], { [id]: { act: 'create' } })
    await app.work()
    expect(['created', 'conflict']).toContain((await outcomesOf(request))[0])
    expect(valuesOf(there)).toEqual(before)
  })

  it.each([
    ['whose answer is lost', { kind: 'lost', method: 'POST', times: 1 }],
    ['that is done and answered with an error', { kind: 'committed-then-500', times: 1 }],
    ['that is refused before it is done', { kind: 'failing', times: 1 }],
  ] as const)('makes one record of a create %s', async (_, fault) => {
    const [company] = app.companies(1)
    const created = await createdBy(async () => {
      const id = await app.request('company', [company?.id ?? ''])
      app.emulator.faults.begin(fault)
      for (let time = 0; time < 3; time += 1) {
        await app.work()
        await app.pass(6)
      }
      await app.work()
      app.emulator.faults.clear()
      expect(await readRequest(app.alex, id)).toMatchObject({ rows: { delivered: 1 }, credits: 1 })
    })
    expect(created).toHaveLength(1)
  })

  // The others take a create with the same key once, so they may get it again at once.
  it.each([label].filter((each) => each === 'Pipedrive' || each === 'Salesforce'))(
    'looks for a create without an answer only when %s has had its time, and sends it once',
    async () => {
      const [company] = app.companies(1)
      const late = lateCreate(app.parts.now)
      const created = await createdBy(async () => {
        const id = await app.request('company', [company?.id ?? ''])
        const push = () =>
          runPush(app, id, (each) => ({ ...each, connector: late.around(each.connector) }))
        for (let time = 0, delivered = 0; time < 40 && delivered === 0; time += 1) {
          await push().catch((error: unknown) => {
            if (!(error instanceof Postponed)) throw error
          })
          delivered = (await readRequest(app.alex, id)).rows.delivered
          await app.pass(0.5)
        }
        expect(await readRequest(app.alex, id)).toMatchObject({
          rows: { delivered: 1 },
          credits: 1,
        })
      })
      expect([created.length, late.creates.length]).toEqual([1, 1])
      expect(Math.min(...late.looks)).toBeGreaterThanOrEqual(late.overAt())
    },
  )

  it('goes on in the same run after a limit that ends within a minute', async () => {
    const [company] = app.companies(1)
    const id = await app.request('company', [company?.id ?? ''])
    app.emulator.faults.begin({ kind: 'throttle', times: 1 })
    await app.work()
    expect(await readRequest(app.alex, id)).toMatchObject({ rows: { delivered: 1 } })
    const { run } = await app.db.owner
      .selectFrom('download_request')
      .select('run')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(run).toBe(1)
  })

  it.each([label].filter((each) => each === pushedCrms[0]?.label))(
    'is not overdue while it looks for answers of %s again and again',
    async () => {
      const [company] = app.companies(1)
      const id = await app.request('company', [company?.id ?? ''])
      let calls = 0
      await runPush(app, id, (each) => ({
        ...each,
        connector: {
          ...each.connector,
          write: async (...call) => {
            calls += 1
            if (calls === 2) await passDeadline(id)
            if (calls <= 2) throw new Uncertain('no answer')
            await endOverdue(app.db, app.files)
            return each.connector.write(...call)
          },
        },
      }))
      expect(await readRequest(app.alex, id)).toMatchObject({
        status: 'REQUEST_COMPELETED',
        rows: { delivered: 1 },
      })
    },
  )
  const passDeadline = (id: string) =>
    sql`update download_request set deadline_at = now() - interval '1 second' where id = ${id}::uuid`.execute(
      app.db.owner,
    )

  it('waits for a limit of the CRM without failing', async () => {
    const [company] = app.companies(1)
    const id = await app.request('company', [company?.id ?? ''])
    const end = app.emulator.faults.begin({ kind: 'throttle', limit: 'budget' })
    await app.work()
    end()
    expect(await readRequest(app.alex, id)).toMatchObject({
      status: 'CREDIT_VALIDATION_COMPLETED',
      attempt: 1,
    })
    await app.pass(25 * 60)
    await app.work()
    expect(await readRequest(app.alex, id)).toMatchObject({ rows: { delivered: 1 } })
  })

  it.each([label].filter((each) => each === 'Salesforce'))(
    'says until when it waits for a limit of %s',
    async () => {
      const [company] = app.companies(1)
      const id = await app.request('company', [company?.id ?? ''])
      expect((await readRequest(app.alex, id)).waitsUntil).toBeUndefined()
      const end = app.emulator.faults.begin({ kind: 'throttle', limit: 'budget' })
      await app.work()
      end()
      const { waitsUntil } = await readRequest(app.alex, id)
      expect(Date.parse(waitsUntil)).toBeGreaterThan(app.parts.now())
      await app.pass(61)
      await app.work()
      const ended = await readRequest(app.alex, id)
      expect([ended.rows.delivered, ended.waitsUntil]).toEqual([1, undefined])
    },
  )

  it('makes one record and one charge of each, wherever the server dies', async () => {
    const requests: string[] = []
    const created = await createdBy(async () => {
      for (let survived = false, k = 1; !survived; k += 11) {
        const [company] = app.companies(1)
        const id = await app.request('company', [company?.id ?? ''])
        requests.push(id)
        // A refresh whose answer dies with the server needs an admin; that is tested with the tokens.
        await app.crm('POST', `/crm/${kind.key}/mapping`)
        survived = await app.runUntilDeath(id, k)
        await workAfter(6)
      }
      // Some CRMs may still do a lost call ten minutes later, and its push waits for that.
      for (let time = 0; time < 3; time += 1) await workAfter(20)
    })
    expect(requests.length).toBeGreaterThan(5)
    for (const id of requests)
      expect(await readRequest(app.alex, id)).toMatchObject({ rows: { delivered: 1, failed: 0 } })
    expect(created).toHaveLength(requests.length)
    expect(await ledgerSums(app)).toMatchObject({ reserved: 0 })
  })

  it('sends nothing that an earlier request stored', async () => {
    const [left, company] = app.companies(2)
    const created = await createdBy(async () => {
      await addUnanswered(app, left?.id ?? '')
      expect(await app.push('company', [company?.id ?? ''])).toMatchObject({
        status: 'REQUEST_COMPELETED',
      })
    })
    expect(created).toHaveLength(1)
    const sent = await app.push('company', [left?.id ?? ''])
    expect(sent).toMatchObject({ status: 'REQUEST_COMPELETED', rows: { delivered: 1 } })
    expect(JSON.stringify(app.emulator.records())).not.toContain('as stored')
  })

  it('looks for two creates without an answer in as many calls as for one', async () => {
    const [company, ...others] = app.companies(4)
    const callsFor = async (unanswered: number): Promise<number> => {
      for (const { id } of others.splice(0, unanswered)) await addUnanswered(app, id)
      const before = count(app.emulator.audit().calls)
      expect(await app.push('company', [company?.id ?? ''])).toMatchObject({
        status: 'REQUEST_COMPELETED',
      })
      return count(app.emulator.audit().calls) - before
    }
    // Of the first push, some calls are for the connection.
    await callsFor(0)
    expect(await callsFor(2)).toBe(await callsFor(1))
  })

  it('ends with the sentence of a CRM that refuses it', async () => {
    const [company] = app.companies(1)
    const id = await app.request('company', [company?.id ?? ''])
    const end = app.emulator.faults.begin({ kind: 'failing', status: 403 })
    await app.work()
    end()
    expect(await readRequest(app.alex, id)).toMatchObject({
      status: 'REQUEST_FAILED',
      credits: 0,
      reason: expect.stringContaining(`${label} refused:`),
    })
  })

  // The emulators of the others take any owner.
  it.each([label].filter((each) => each === 'HubSpot' || each === 'Salesforce'))(
    'ends in words when the owner of the records leaves %s in the middle',
    async () => {
      const [company] = app.companies(1)
      const id = await app.request('company', [company?.id ?? ''])
      let comeBack = () => {}
      const created = await createdBy(async () => {
        await runPush(app, id, (each) => ({
          ...each,
          connector: {
            ...each.connector,
            write: (...call) => {
              comeBack = app.emulator.user.archive('ana@harbour.example')
              return each.connector.write(...call)
            },
          },
        }))
        await app.work()
      })
      comeBack()
      expect(created).toEqual([])
      expect(await readRequest(app.alex, id)).toMatchObject({
        status: 'REQUEST_FAILED',
        credits: 0,
        reason: expect.stringMatching(
          new RegExp(`^(An owner you chose|Ana Wu) is no longer (active )?in ${label}\\.`),
        ),
      })
    },
  )

  it.each([label].filter((each) => each === pushedCrms[0]?.label))(
    'beyond a member’s cap creates nothing in %s, and says how many credits it needs',
    async () => {
      const setCap = (cap: number | null) =>
        app.alex.write('PUT', '/customer/members/user_alex/cap', { cap, disabled: [] })
      const ids = app.companies(3).map((company) => company.id)
      const id = await app.request('company', ids)
      await setCap(2)
      const created = await createdBy(() => app.work())
      const ended = await readRequest(app.alex, id)
      await setCap(null)
      expect(created).toEqual([])
      expect(ended).toMatchObject({ status: 'INSUFFICIENT_CREDITS', credits: 0, needed: 3 })
    },
  )

  it('does what the dry run said, which writes nothing', async () => {
    const [fresh, there, twice] = app.companies(3)
    await enter('As the users call it', there?.domain ?? '')
    for (let time = 0; time < 2; time += 1) await enter('Twice', twice?.domain ?? '')
    const ids = [fresh, there, twice].map((company) => company?.id ?? '')
    const source = { kind: 'ids', ids }
    const path = `/crm/${kind.key}/dry-run`
    const before = app.emulator.records()
    const { body } = await app.crm('POST', path, { category: 'company', source })
    expect(body).toMatchObject({
      total: 3,
      next: null,
      counts: { created: 1, updated: 1, unchanged: 0, conflict: 1, skipped: 0, suppressed: 0 },
      problems: [],
    })
    expect(body.calls).toBeGreaterThan(0)
    // Nothing of them is unlocked.
    expect(body.rows.map(({ changes }: { changes: unknown[] }) => changes.length)).toEqual([
      0, 0, 0,
    ])
    expect(app.emulator.records()).toEqual(before)
    const prices = body.rows.map(({ outcome, credits }: DryRunRow) => [outcome, credits])
    expect(Object.fromEntries(prices)).toEqual({ created: 1, updated: 1, conflict: 1 })
    expect(await app.push('company', ids)).toMatchObject({
      status: 'REQUEST_PARTIALLY_COMPLETED',
      rows: { delivered: 2, failed: 1 },
      credits: 2,
    })
    const again = await app.crm('POST', path, { category: 'company', source })
    expect(again.body.counts).toMatchObject({ unchanged: 2, conflict: 1 })
    expect(again.body.rows.map(({ credits }: DryRunRow) => credits)).toEqual([1])
  })

  it.each([label].filter((each) => each === 'Salesforce' || each === 'Pipedrive'))(
    'says in a dry run how much of the daily limit of %s is left, and when it resets',
    async () => {
      const source = { kind: 'ids', ids: app.companies(3).map(({ id }) => id) }
      const run = async () => {
        const path = `/crm/${kind.key}/dry-run`
        const { body } = await app.crm('POST', path, { category: 'company', source })
        return { units: body.dailyUnits, left: body.dailyLeft, resets: body.dailyResetsAt }
      }
      const before = await run()
      expect(before.left).toBeGreaterThan(before.units)
      app.emulator.faults.begin({ kind: 'budget', left: 21_000 })
      const after = await run()
      app.emulator.faults.begin({ kind: 'budget', left: 100_000 })
      expect(after.units).toBe(before.units)
      expect(after.left).toBeLessThan(before.left / 2)
      // Salesforce's limit is of the last 24 hours.
      expect(after.resets?.slice(10)).toBe(label === 'Pipedrive' ? 'T00:10:00.000Z' : undefined)
    },
  )

  // Salesloft's industry is text.
  it.each([label].filter((each) => each !== 'Salesloft'))(
    'writes the choice that an admin chose for a value, and says when %s no longer has it',
    async () => {
      const path = `/crm/${kind.key}/mapping`
      const { body } = await app.crm('POST', path)
      const { mapping, fields, facts } = body
      const { from, to } = mapping.company.fields.find(
        (each: { from: string }) => each.from === 'industry',
      )
      const [choice] = fields.company.find(({ name }: { name: string }) => name === to).choices
      const { values } = facts.company.find(({ key }: { key: string }) => key === from)
      const save = (chosen: string) =>
        app.crm('PUT', path, {
          mapping: {
            ...mapping,
            company: {
              ...mapping.company,
              fields: mapping.company.fields.map((each: { from: string }) =>
                each.from === from
                  ? {
                      ...each,
                      choices: Object.fromEntries(values.map((value: string) => [value, chosen])),
                    }
                  : each,
              ),
            },
          },
        })
      expect((await save(choice.value)).body.problems).toEqual([])
      const [company] = app.companies(1)
      const [id] = await createdBy(() => app.push('company', [company?.id ?? '']))
      const record = app.emulator.records().find((each) => each.id === id)
      expect(Object.values(record?.values ?? {}).map(String)).toContain(choice.value)
      const { problems } = (await save('no such choice')).body
      await app.crm('PUT', path, { mapping })
      expect(problems).toEqual([expect.stringMatching(/no longer has what you chose for Industry/)])
    },
  )

  it.each([label].filter((each) => each === 'HubSpot'))(
    'writes by the mapping it began with while an admin saves the next versions, and all of them stay',
    async () => {
      const path = `/crm/${kind.key}/mapping`
      const { mapping } = (await app.crm('POST', path)).body
      const save = async (constants: object[]) => {
        const company = { ...mapping.company, constants }
        const { body } = await app.crm('PUT', path, { mapping: { ...mapping, company } })
        expect(body.problems).toEqual([])
      }
      const [before, after] = ['PARTNER', 'VENDOR'].map((value) => [{ to: 'type', value }])
      await save(before ?? [])
      const [first, second, next] = app.companies(3).map(({ id }) => id)
      const id = await app.request('company', [first ?? '', second ?? ''])
      const created = await createdBy(async () => {
        await runPush(app, id, ({ connector, ...crm }) => ({
          ...crm,
          connector: {
            ...connector,
            limits: { ...connector.limits, write: 1, inFlight: 1 },
            write: async (api, writes) => {
              const answers = await connector.write(api, writes)
              await save(after ?? [])
              return answers
            },
          },
        }))
        await app.push('company', [next ?? ''])
      })
      await save([])
      expect(created.map((each) => valuesOf(each)['type'])).toEqual([
        'PARTNER',
        'PARTNER',
        'VENDOR',
      ])
      const versions = await app.db.owner
        .selectFrom('crm_mapping')
        .select(['version', 'mapping'])
        .orderBy('version')
        .execute()
      expect(versions.slice(-4).map(({ mapping }) => mapping?.company.constants)).toEqual([
        before,
        after,
        after,
        [],
      ])
    },
  )

  it.each([label].filter((each) => each === 'HubSpot'))(
    'writes by the mapping it was accepted with after a limit of %s postponed it, and by the newest when retried',
    async () => {
      const path = `/crm/${kind.key}/mapping`
      const { mapping } = (await app.crm('POST', path)).body
      const save = (constants: object[]) =>
        app.crm('PUT', path, {
          mapping: { ...mapping, company: { ...mapping.company, constants } },
        })
      const typeOf = (value: string) => [{ to: 'type', value }]
      const ids = app.companies(2).map((company) => company.id)
      await save(typeOf('PARTNER'))
      const [waiting, failing] = await Promise.all(ids.map((id) => app.request('company', [id])))
      const created = await createdBy(async () => {
        const end = app.emulator.faults.begin({ kind: 'throttle', limit: 'budget' })
        await app.work()
        end()
        await save(typeOf('VENDOR'))
        await app.pass(25 * 60)
        await runPush(app, waiting ?? '', (each) => each)
        const refuse = app.emulator.faults.begin({ kind: 'failing', status: 403 })
        await app.work()
        refuse()
        expect(await readRequest(app.alex, failing ?? '')).toMatchObject({
          status: 'REQUEST_FAILED',
        })
        await app.alex.write('POST', `/download/request/${failing}/retry`, { agreed: 1 })
        await app.work()
      })
      await save([])
      expect(created.map((each) => valuesOf(each)['type'])).toEqual(['PARTNER', 'VENDOR'])
    },
  )

  it('says in a dry run that an admin has switched pushes off for the member', async () => {
    const set = (disabled: string[]) =>
      app.alex.write('PUT', '/customer/members/user_alex/cap', { cap: null, disabled })
    const source = { kind: 'ids', ids: [app.companies(1)[0]?.id] }
    await set(['push'])
    const { status, body } = await app.crm('POST', `/crm/${kind.key}/dry-run`, {
      category: 'company',
      source,
    })
    await set([])
    expect([status, body.code]).toEqual([403, 'role-forbidden'])
  })

  badDaysSuite(crm, () => app)

  mirrorSuite(crm, () => app)

  it('never called before a limit ended, made no double and deleted nothing', () => {
    expect(app.emulator.audit()).toMatchObject({ doubles: 0, early: 0, deletes: 0, secrets: 0 })
    reportPromise({
      promise: 'I20',
      check: `records that pushes created in ${label} under lost answers, limits and deaths of the server`,
      volume: app.created().length,
      goal: 5_000,
      figures: { doubled: 0, early: 0 },
    })
  })

  it.each([label].filter((each) => each === 'HubSpot'))(
    'writes nothing into another account of %s that an admin connected after it was requested, and says which',
    async () => {
      const before = await ledgerSums(app)
      const ids = app.companies(2).map((company) => company.id)
      const id = await app.request('company', ids)
      await app.db.owner.updateTable('crm_connection').set({ account_id: 'elsewhere' }).execute()
      await app.connect()
      const created = await createdBy(() => app.work())
      expect(created).toEqual([])
      const { body } = await app.crm('POST', '/crm/integrations')
      const { accountName } = body.integrations[0].connection
      expect(await readRequest(app.alex, id)).toMatchObject({
        status: 'REQUEST_FAILED',
        credits: 0,
        rows: { requested: 2, delivered: 0 },
        reason: `HubSpot was connected to “${accountName}” after this push was requested, so we stopped. Retry to push there.`,
      })
      expect(await ledgerSums(app)).toEqual(before)
      await chooseOwner(app)
      const again = await createdBy(async () => {
        await app.alex.write('POST', `/download/request/${id}/retry`, { agreed: 2 })
        await app.work()
      })
      expect(again).toHaveLength(2)
      expect(await readRequest(app.alex, id)).toMatchObject({ rows: { delivered: 2 }, credits: 2 })
    },
  )

  /** Sends one record at a time, and is disconnected after the second that is no person's company. */
  const pushUntilDisconnected = (id: string, category: 'company' | 'people') => {
    let written = 0
    return runPush(app, id, ({ connector, ...crm }) => ({
      ...crm,
      connector: {
        ...connector,
        limits: { ...connector.limits, write: 1, inFlight: 1 },
        write: async (api, writes) => {
          const answers = await connector.write(api, writes)
          if (writes.some(({ object }) => (object === 'company') === (category === 'company')))
            written += 1
          if (written === 2) await app.crm('POST', `/crm/${kind.key}/disconnect`)
          return answers
        },
      },
    }))
  }

  it('reveals and charges the people it sent before the CRM was disconnected', async () => {
    const people = await someRecords(app, 'people', 40, { has_work_email: ['Yes'] })
    const locked = await lockedOf(people)
    const ids = locked.slice(0, 3)
    const before = (await ledgerSums(app)).balance
    const id = await app.request('people', ids)
    await pushUntilDisconnected(id, 'people')
    expect(await readRequest(app.alex, id)).toMatchObject({ credits: 2, rows: { requested: 3 } })
    expect(await lockedOf(ids)).toHaveLength(1)
    expect(await ledgerSums(app)).toEqual({ balance: before - 2, reserved: 0 })
    await app.connect()
  })

  it('charges the companies that the CRM took before it was disconnected, and no others', async () => {
    const companies = app.companies(3)
    // The first of them is updated.
    await enter('As the users call it', companies[0]?.domain ?? '')
    const before = (await ledgerSums(app)).balance
    const id = await app.request(
      'company',
      companies.map((company) => company.id),
    )
    await pushUntilDisconnected(id, 'company')
    expect(await readRequest(app.alex, id)).toMatchObject({ credits: 2, rows: { requested: 3 } })
    expect(await ledgerSums(app)).toEqual({ balance: before - 2, reserved: 0 })
    await app.connect()
  })

  it('ends in words when the CRM is disconnected meanwhile', async () => {
    const [company, unanswered] = app.companies(2)
    const id = await app.request('company', [company?.id ?? ''])
    await addUnanswered(app, unanswered?.id ?? '')
    await app.crm('POST', `/crm/${kind.key}/disconnect`)
    await app.work()
    expect(await readRequest(app.alex, id)).toMatchObject({
      status: 'REQUEST_FAILED',
      credits: 0,
      reason: `${label} isn’t connected. An admin can connect it under Integrations.`,
    })
    const source = { kind: 'ids', ids: [company?.id] }
    const later = await requestDownload(app.alex, { type: kind.key, category: 'company', source })
    expect(later.body).toMatchObject({ code: 'crm-away' })
    const keys = await app.db.owner.selectFrom('crm_key').select('value').execute()
    expect(keys).toEqual([])
    const sent = await app.db.owner.selectFrom('crm_sent').select(['state', 'write']).execute()
    expect(sent.filter(({ state }) => state === 'sent' || state === 'unknown')).toEqual([])
    // Hashes of keys at most.
    expect(sent.filter(({ write }) => 'write' in write)).toEqual([])
  })
})

const [first] = pushedCrms

describe('a push of a member without a user in the CRM', () => {
  const open = async () => {
    if (first === undefined) throw new Error('There is no CRM to push to.')
    const app = await openCrmApp(first.kind, first.start, { companies: 20 })
    await app.connect()
    return { ...app, alex: colleagues(app).alex, kind: first.kind, label: first.label }
  }
  let app: Awaited<ReturnType<typeof open>>
  let ids: string[]
  beforeAll(async () => {
    app = await open()
    ids = await someRecords(app, 'company', 1)
  })
  afterAll(() => app.close())

  const ask = (type: string, decisions?: object) => {
    const source = { kind: 'ids', ids }
    return requestDownload(app.alex, { type, category: 'company', source, decisions })
  }

  it('ends with what is missing, and costs nothing', async () => {
    const { body } = await ask(app.kind.key)
    await app.work()
    expect(await readRequest(app.alex, body.requestId)).toMatchObject({
      status: 'REQUEST_FAILED',
      credits: 0,
      reason: `${app.label} has no active user with your email. An admin can choose an owner for your records under Map fields.`,
    })
  })

  it('refuses decisions that it cannot follow, with a pointer; a download refuses all', async () => {
    const skip = { act: 'skip' }
    const many = Array.from({ length: 1_001 }, () => [crypto.randomUUID(), skip])
    const [id = ''] = ids
    const { key } = app.kind
    for (const [type, decisions, pointer] of [
      [key, { [id]: { act: 'link' } }, `/decisions/${id}/id`],
      [key, { [id]: { act: 'merge' } }, `/decisions/${id}/act`],
      [key, { me: skip }, '/decisions/me'],
      [key, Object.fromEntries(many), '/decisions'],
      ['DOWNLOAD', { [id]: skip }, '/decisions'],
    ] as const) {
      const { status, body } = await ask(type, decisions)
      expect([status, body.code, body.errors[0].pointer]).toEqual([422, 'invalid-input', pointer])
    }
  })
})
