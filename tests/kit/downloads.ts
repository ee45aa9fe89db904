import type { LightMyRequestResponse } from 'fastify'
import { parse } from 'csv-parse/sync'
import { plainText } from '../../server/platform/formula-guard.ts'
import { harbour, type TestApp } from './app.ts'
import { growthPlan } from './fixtures/plans.ts'
import type { Member } from './saved-work.ts'

export const requestDownload = (member: Member, body: object) =>
  member.write('POST', '/download/request', { category: 'people', agreed: 10_000, ...body })

export const readRequest = async (member: Member, id: string) =>
  (await member.read(`/download/request/${id}`)).body

/** By its link alone, as a browser does. */
export const fetchFile = async (
  test: TestApp,
  member: Member,
  id: string,
  what = 'file',
): Promise<LightMyRequestResponse> => {
  const { body } = await member.write('POST', `/download/request/${id}/link`, { what })
  return test.app.inject({ url: body.url })
}

export const rowsIn = (csv: string): Record<string, string>[] => {
  const [headers = [], ...rows]: string[][] = parse(csv, { bom: true, record_delimiter: '\r\n' })
  return rows.map((row) =>
    Object.fromEntries(headers.map((header, at) => [header, plainText(row[at] ?? '')])),
  )
}

export const startPaidPlan = async (test: TestApp, credits = 600): Promise<void> => {
  await test.db.asOrg(harbour.id, async (trx) => {
    const { data } = await trx.selectFrom('subscription').select('data').executeTakeFirstOrThrow()
    await trx
      .updateTable('subscription')
      .set({
        data: JSON.stringify({ ...data, ...growthPlan(credits, '2026-04-01T00:00:00Z') }),
      })
      .execute()
  })
}

export const ledgerSums = async (test: TestApp) => {
  const { body } = await test.ask('GET', '/credits')
  return { balance: body.balance, reserved: body.reserved }
}
