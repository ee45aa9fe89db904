import type { LightMyRequestResponse } from 'fastify'
import { parse } from 'csv-parse/sync'
import { plainText } from '../../server/platform/formula-guard.ts'
import { harbour, type TestApp } from './app.ts'
import { growthPlan } from './fixtures/plans.ts'
import type { Member } from './saved-work.ts'

/** Requests a download of people; returns the answer. */
export const requestDownload = (member: Member, body: object) =>
  member.write('POST', '/download/request', { category: 'people', agreed: 10_000, ...body })

/** A request as the download history shows it. */
export const readRequest = async (member: Member, id: string) =>
  (await member.read(`/download/request/${id}`)).body

/** Fetches a request's file as a browser does, by its link alone. */
export const fetchFile = async (
  test: TestApp,
  member: Member,
  id: string,
  what = 'file',
): Promise<LightMyRequestResponse> => {
  const { body } = await member.write('POST', `/download/request/${id}/link`, { what })
  return test.app.inject({ url: body.url })
}

/** The rows of a CSV file by header, with the formula guard removed. */
export const rowsIn = (csv: string): Record<string, string>[] => {
  const [headers = [], ...rows]: string[][] = parse(csv, { bom: true, record_delimiter: '\r\n' })
  return rows.map((row) =>
    Object.fromEntries(headers.map((header, at) => [header, plainText(row[at] ?? '')])),
  )
}

/** Puts the first organisation on a paid plan with this many credits a month. */
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

/** The ledger of the first organisation: its balance and its reserved credits. */
export const ledgerSums = async (test: TestApp) => {
  const { body } = await test.ask('GET', '/credits')
  return { balance: body.balance, reserved: body.reserved }
}
