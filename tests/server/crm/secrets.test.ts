import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startHubspotEmulator } from '../../../emulators/crm/hubspot/emulator.ts'
import { hubspot } from '../../../server/connectors/hubspot/connector.ts'
import { openGrant } from '../../../server/crm/grant.ts'
import { openLog } from '../../../server/platform/process/log.ts'
import { harbour } from '../../kit/app.ts'
import { openCrmApp } from '../../kit/crm/app.ts'
import { reportPromise } from '../../kit/reliability.ts'

it('tokens, codes and secrets of a CRM are in no row and no log line, after sign-in, refresh, failures and a disconnect', async () => {
  const lines: string[] = []
  const log = openLog('trace', { write: (line: string) => void lines.push(line) })
  const app = await openCrmApp(hubspot, startHubspotEmulator, { log })
  try {
    const secrets = new Set([app.emulator.settings.clientSecret])
    const keepTokens = async (): Promise<void> => {
      const row = await app.db.owner
        .selectFrom('crm_connection')
        .select(['id', 'generation', 'sealed_grant'])
        .executeTakeFirstOrThrow()
      const { id, generation, sealed_grant: sealed } = row
      const grant = openGrant(app.parts.seal, sealed ?? '', { orgId: harbour.id, id, generation })
      secrets.add(grant.accessToken)
      if (grant.refreshToken !== null) secrets.add(grant.refreshToken)
    }
    const readFields = () => app.crm('POST', `/crm/${hubspot.key}/mapping`)
    const stored: string[] = []
    const dump = async (): Promise<void> => {
      const { rows: tables } = await sql<{ name: string }>`
        select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(app.db.owner)
      for (const { name } of tables) {
        const { rows } = await sql<{ row: string }>`
          select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(app.db.owner)
        stored.push(...rows.map(({ row }) => row))
      }
    }

    const back = await app.leave()
    secrets.add(back['code'] ?? '')
    expect((await app.finish(back)).status).toBe(200)
    await keepTokens()
    expect((await readFields()).status).toBe(200)
    await app.pass(40)
    expect((await readFields()).status).toBe(200)
    await keepTokens()
    await dump()
    for (const fault of ['html', 'json'] as const) {
      app.emulator.faults.begin({ kind: 'failing', status: 400, body: fault })
      await app.pass(40)
      await readFields()
      app.emulator.faults.clear()
    }
    await app.crm('POST', `/crm/${hubspot.key}/disconnect`)
    await dump()

    const isSecret = (text: string): boolean => [...secrets].some((each) => text.includes(each))
    // The client's secret, the code, a refresh token and the access tokens before and after a refresh.
    expect(secrets.size).toBeGreaterThanOrEqual(5)
    expect([...secrets].filter((each) => each.length < 6)).toEqual([])
    expect(stored.filter((row) => row.includes('"connected"'))).not.toEqual([])
    expect(lines.length).toBeGreaterThan(5)
    expect([...lines, ...stored].filter(isSecret)).toEqual([])
    reportPromise({
      promise: 'I27',
      check: 'rows and log lines at trace level that hold a token, code or secret of a CRM',
      volume: secrets.size,
      goal: secrets.size,
      figures: { rows: stored.length, lines: lines.length, hits: 0 },
    })
  } finally {
    await app.close()
  }
}, 120_000)
