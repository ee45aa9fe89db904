import { parse } from 'csv-parse/sync'
import { plainText } from '../../server/platform/formula-guard.ts'
import { harbour, type TestApp } from './app.ts'
import type { Member } from './saved-work.ts'

/** Asks for people in a file; the answer of the call. */
export const askFor = (who: Member, body: object) =>
  who.write('POST', '/download/request', { category: 'people', agreed: 10_000, ...body })

/** A request as its history tells it. */
export const requestNow = async (who: Member, id: string) =>
  (await who.read(`/download/request/${id}`)).body

/** Fetches a request's file as a browser does, by its link alone. */
export const fetched = async (test: TestApp, who: Member, id: string, what = 'file') => {
  const { body } = await who.write('POST', `/download/request/${id}/link`, { what })
  return test.app.inject({ url: body.url })
}

/** The rows of a CSV file by header, as they were before formulas were made inert. */
export const rowsIn = (csv: string): Record<string, string>[] => {
  const [headers = [], ...rows]: string[][] = parse(csv, { bom: true, record_delimiter: '\r\n' })
  return rows.map((row) =>
    Object.fromEntries(headers.map((header, at) => [header, plainText(row[at] ?? '')])),
  )
}

/** Puts the first organisation on a paid plan with so many credits a month. */
export const onPaidPlan = async (test: TestApp, credits = 600): Promise<void> => {
  await test.db.asOrg(harbour.id, async (trx) => {
    const { data } = await trx.selectFrom('subscription').select('data').executeTakeFirstOrThrow()
    await trx
      .updateTable('subscription')
      .set({
        data: JSON.stringify({
          ...data,
          status: 'active',
          planBucketId: 'bkt_growth',
          metadata: {
            plan_name: 'Growth',
            bucketId: 'bkt_growth',
            seats: 1,
            credits,
            periodEnd: '2026-04-01T00:00:00Z',
          },
        }),
      })
      .execute()
  })
}

/** What the ledger of the first organisation amounts to: posted, reserved, and the sums of its entries. */
export const ledgerSums = async (test: TestApp) => {
  const { body } = await test.ask('GET', '/credits')
  return { balance: body.balance, reserved: body.reserved }
}
