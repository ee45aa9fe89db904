import { describe, expect, it, onTestFinished } from 'vitest'
import { openGrant, sealGrant } from '../../../server/crm/grant.ts'
import { harbour } from '../app.ts'
import { ledgerSums, readRequest, requestDownload } from '../downloads.ts'
import { runPush, type PushApp, type PushedCrm } from './push.ts'

/** How each CRM refuses an account that may not use its API. */
const withoutApi: Readonly<Record<string, { status: number; json: object; text: RegExp }>> = {
  HubSpot: {
    status: 403,
    json: { status: 'error', category: 'FORBIDDEN', message: 'The trial of this portal ended.' },
    text: /The trial of this portal ended\./,
  },
  Salesforce: {
    status: 403,
    json: [
      {
        errorCode: 'API_DISABLED_FOR_ORG',
        message: 'The REST API is not enabled for this Organization.',
      },
    ],
    text: /The REST API is not enabled for this Organization\./,
  },
  Pipedrive: {
    status: 402,
    json: { success: false, error: 'Company trial expired', errorCode: 402 },
    text: /The Pipedrive account is not paid for: Company trial expired/,
  },
  'Dynamics 365': {
    status: 403,
    json: {
      error: { code: '0x80072560', message: 'The user is not a member of the organization.' },
    },
    text: /The user is not a member of the organization\./,
  },
  Salesloft: {
    status: 403,
    json: { error: 'API access is not part of this plan' },
    text: /API access is not part of this plan/,
  },
}

/** Bad input and bad days: each in words on the connection or the row, nothing lost, nothing twice. */
export const badDaysSuite = (crm: PushedCrm, opened: () => PushApp): void => {
  const { kind, label } = crm

  describe(`bad days of ${label}`, () => {
    const connection = async () => {
      const { body } = await opened().crm('POST', '/crm/integrations')
      return body.integrations[0].connection
    }
    const begin = (fault: Parameters<PushApp['emulator']['faults']['begin']>[0]): (() => void) => {
      const end = opened().emulator.faults.begin(fault)
      onTestFinished(end)
      return end
    }
    const read = (what: 'mapping' | 'dry-run', ids: readonly string[] = [crypto.randomUUID()]) =>
      opened().crm(
        'POST',
        `/crm/${kind.key}/${what}`,
        what === 'mapping' ? {} : { category: 'company', source: { kind: 'ids', ids } },
      )
    const idsOf = (count: number) =>
      opened()
        .companies(count)
        .map(({ id }) => id)
    const retry = async (id: string) => {
      const app = opened()
      const path = `/download/request/${id}/retry`
      expect((await app.alex.write('POST', path, { agreed: 10 })).status).toBe(202)
      await app.work()
      return readRequest(app.alex, id)
    }

    it('say on the connection that the account has no API, and lose no row of a push', async () => {
      const app = opened()
      const { status, json, text } = withoutApi[label] ?? { status: 0, json: {}, text: /none/ }
      const before = await ledgerSums(app)
      const id = await app.request('company', idsOf(2))
      const end = begin({ kind: 'failing', status, body: { json } })
      await app.work()
      expect(await readRequest(app.alex, id)).toMatchObject({
        status: 'REQUEST_FAILED',
        credits: 0,
        reason: expect.stringMatching(text),
      })
      const { problem, isWorking } = await connection()
      expect([isWorking, problem]).toEqual([true, expect.stringMatching(text)])
      expect(problem).toMatch(new RegExp(`^${label} refused our last call: `))
      const { status: answered, body } = await read('dry-run')
      expect([answered, body.code]).toEqual([422, 'crm-refused'])
      expect(await ledgerSums(app)).toEqual(before)
      end()
      expect(await retry(id)).toMatchObject({ rows: { delivered: 2, failed: 0 }, credits: 2 })
      expect((await connection()).problem).toBeNull()
    })

    it('cut a refusal of a megabyte', async () => {
      const app = opened()
      const { status, json } = withoutApi[label] ?? { status: 0, json: {} }
      const long = JSON.stringify(json, (key, value: unknown) =>
        key === 'message' || key === 'error'
          ? typeof value === 'string'
            ? 'Too long. '.repeat(100_000)
            : value
          : value,
      )
      const id = await app.request('company', idsOf(1))
      const end = begin({ kind: 'failing', status, body: { json: JSON.parse(long) } })
      await app.work()
      for (const what of ['mapping', 'dry-run'] as const) {
        const { status: answered, body } = await read(what)
        expect([answered, body.code]).toEqual([422, 'crm-refused'])
        expect(body.detail.length).toBeLessThan(400)
      }
      expect((await connection()).problem.length).toBeLessThan(400)
      const ended = await readRequest(app.alex, id)
      expect(ended).toMatchObject({ status: 'REQUEST_FAILED', credits: 0 })
      expect(ended.reason.length).toBeLessThan(400)
      end()
      expect(await retry(id)).toMatchObject({ rows: { delivered: 1 } })
    })

    it('cut texts of a megabyte that its users typed', async () => {
      const app = opened()
      const [first, second] = app.companies(2)
      const long = 'Long. '.repeat(175_000)
      const enter = (name: string, domain = '') => {
        const { object, values } = crm.company(name, domain)
        return app.emulator.user.add(object, values)
      }
      enter(long, first?.domain)
      if (!crm.refusesTwins) for (const _ of [1, 2]) enter(long, second?.domain)
      await app.pass(1)
      const source = { kind: 'ids', ids: [first?.id ?? '', second?.id ?? ''] }
      const path = `/crm/${kind.key}/mapping`
      const { mapping } = (await app.crm('POST', path)).body
      const company = {
        ...mapping.company,
        fields: mapping.company.fields.map((each: object) => ({ ...each, rule: 'overwrite' })),
      }
      await app.crm('PUT', path, { mapping: { ...mapping, company } })
      // What is paid for, the dry run shows in full.
      await app.alex.write('POST', '/records/reveal', { ...source, category: 'company', agreed: 2 })
      const { status, body } = await app.crm('POST', `/crm/${kind.key}/dry-run`, {
        category: 'company',
        source,
      })
      expect(status).toBe(200)
      expect(JSON.stringify(body)).toContain('Long. Long.')
      expect(JSON.stringify(body).length).toBeLessThan(20_000)
      const id = await app.request('company', source.ids)
      await app.work()
      await app.crm('PUT', path, { mapping })
      const { rows } = (await app.alex.write('POST', `/download/request/${id}/rows`, {})).body
      expect(JSON.stringify(rows).length).toBeLessThan(5_000)
      expect(rows.map((row: { crm: { outcome: string } }) => row.crm.outcome)).toEqual([
        'updated',
        crm.refusesTwins ? 'created' : 'conflict',
      ])
    })

    // An environment is what the admin typed; the others follow token answers.
    const others = crm.address === undefined ? ['https://crm.example'] : []
    it.each(['https://10.0.0.7', 'http://169.254.169.254', ...others])(
      'send no token to %s, though a token answer named it, and say so',
      async (baseUrl) => {
        const app = opened()
        const { seal } = app.parts
        const row = await app.db.owner
          .selectFrom('crm_connection')
          .select(['id', 'generation', 'sealed_grant'])
          .where('state', '=', 'connected')
          .executeTakeFirstOrThrow()
        const context = { orgId: harbour.id, id: row.id, generation: row.generation }
        const set = (sealed: string | null) =>
          app.db.owner
            .updateTable('crm_connection')
            .set({ sealed_grant: sealed })
            .where('id', '=', row.id)
            .execute()
        const grant = openGrant(seal, row.sealed_grant ?? '', context)
        await set(sealGrant(seal, { ...grant, expiresAt: null, baseUrl }, context))
        const { status, body } = await read('mapping')
        await set(row.sealed_grant)
        expect([status, body.detail]).toEqual([
          422,
          `${label} refused: ${baseUrl} is no address of this CRM.`,
        ])
      },
    )

    it('follow no redirect, and say that the CRM isn’t answering', async () => {
      const end = begin({ kind: 'failing', status: 302, body: 'html' })
      const { status, body } = await read('mapping')
      end()
      expect([status, body.code]).toEqual([expect.any(Number), expect.stringMatching(/^crm-/)])
      expect(body.detail).toContain(label)
      await opened().pass(2)
    })

    // The others find a lost create by its key alone.
    const clocks = (
      [
        ['behind', -5],
        ['ahead', 5],
      ] as const
    ).filter(() => label === 'HubSpot' || label === 'Pipedrive')
    it.each(clocks)(
      'make one record of a lost create while its clock is five minutes %s',
      async (_, minutes) => {
        const app = opened()
        const before = app.created().length
        await app.pass(11)
        app.skew(minutes)
        onTestFinished(() => app.skew(0))
        const id = await app.request('company', idsOf(1))
        begin({ kind: 'lost', method: 'POST', times: 1 })
        for (let time = 0; time < 4; time += 1) {
          await app.work()
          await app.pass(12)
        }
        expect(await readRequest(app.alex, id)).toMatchObject({
          rows: { delivered: 1 },
          credits: 1,
        })
        expect(app.created()).toHaveLength(before + 1)
      },
    )
  })

  if (label !== 'HubSpot') return

  describe(`what an admin of ${label} changes under a push`, () => {
    const path = `/crm/${kind.key}/mapping`
    /** The change comes between the plan and the first write. */
    const pushDuring = async (change: () => unknown) => {
      const app = opened()
      const ids = app.companies(1).map((company) => company.id)
      const id = await app.request('company', ids)
      await runPush(app, id, ({ connector, ...rest }) => ({
        ...rest,
        connector: {
          ...connector,
          write: (...call) => {
            change()
            return connector.write(...call)
          },
        },
      }))
      return { id, ended: await readRequest(app.alex, id) }
    }
    const save = async (change: (fields: { from: string; to: string }[]) => object[]) => {
      const app = opened()
      const { mapping } = (await app.crm('POST', path)).body
      const company = { ...mapping.company, fields: change(mapping.company.fields) }
      expect((await app.crm('PUT', path, { mapping: { ...mapping, company } })).status).toBe(200)
      return () => app.crm('PUT', path, { mapping })
    }
    const retried = async (id: string) => {
      const app = opened()
      await app.alex.write('POST', `/download/request/${id}/retry`, { agreed: 1 })
      await app.work()
      return readRequest(app.alex, id)
    }

    it('ends in words when a choice that was mapped is no longer offered, and goes on once another is chosen', async () => {
      const app = opened()
      const { body } = await app.crm('POST', path)
      const { choices } = body.fields.company.find(
        (each: { name: string }) => each.name === 'industry',
      )
      const { values } = body.facts.company.find((each: { key: string }) => each.key === 'industry')
      const [lost, other] = choices.slice(-2).map(({ value }: { value: string }) => value)
      const choose = (choice: string) =>
        save((fields) =>
          fields.map((each) =>
            each.from === 'industry'
              ? {
                  ...each,
                  choices: Object.fromEntries(values.map((text: string) => [text, choice])),
                }
              : each,
          ),
        )
      const restore = await choose(lost)
      const { id, ended } = await pushDuring(() =>
        app.emulator.faults.begin({
          kind: 'schema',
          object: 'companies',
          field: 'industry',
          change: 'retire',
          option: lost,
        }),
      )
      expect(ended).toMatchObject({
        status: 'REQUEST_FAILED',
        credits: 0,
        reason: expect.stringMatching(
          /no longer has what you chose for Industry .* Choose again\./,
        ),
      })
      await choose(other)
      expect(await retried(id)).toMatchObject({ rows: { delivered: 1 }, credits: 1 })
      await restore()
    })

    it('ends in words when the app was removed from the account, as every later push, and goes on after a new sign-in', async () => {
      const app = opened()
      const reason = 'HubSpot asks an admin to sign in again.'
      const [first, second] = app.companies(2).map((company) => company.id)
      const id = await app.request('company', [first ?? ''])
      app.emulator.user.revoke()
      await app.work()
      expect(await readRequest(app.alex, id)).toMatchObject({
        status: 'REQUEST_FAILED',
        credits: 0,
        reason,
      })
      const source = { kind: 'ids', ids: [second] }
      const later = await requestDownload(app.alex, { type: kind.key, category: 'company', source })
      expect([later.body.code, later.body.detail]).toEqual(['crm-away', reason])
      await app.connect()
      expect(await retried(id)).toMatchObject({ rows: { delivered: 1 }, credits: 1 })
    })

    it('ends in words when a field was removed, and goes on once it is mapped no longer', async () => {
      const app = opened()
      const { id, ended } = await pushDuring(() =>
        app.emulator.faults.begin({
          kind: 'schema',
          object: 'companies',
          field: 'website',
          change: 'remove',
        }),
      )
      expect(ended).toMatchObject({
        status: 'REQUEST_FAILED',
        credits: 0,
        reason: expect.stringMatching(
          /^HubSpot has no field “website” for Website\. Choose another/,
        ),
      })
      await save((fields) => fields.filter(({ to }) => to !== 'website'))
      expect(await retried(id)).toMatchObject({ rows: { delivered: 1 }, credits: 1 })
    })
  })
}
