import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { uploadDays, uploadLimits } from '../../../contract/money/upload-file.ts'
import { harbour, startTestApp, type TestApp } from '../../kit/app.ts'
import { alexOf, mapFile, matchFile, rowsOf, sendFile } from '../../kit/uploads.ts'
import { workbookOf } from '../../kit/hostile/workbook.ts'
import type { Member } from '../../kit/saved-work.ts'

const inline = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const file = 'Company,Website\nHarbour,https://harbour.example\nOther,https://other.example\n'

let test: TestApp
let alex: Member
beforeAll(async () => {
  test = await startTestApp({ companies: 20, people: 40 })
  alex = alexOf(test)
})
beforeEach(() => test.db.asOrg(harbour.id, (trx) => trx.deleteFrom('upload').execute()))
afterAll(() => test.close())

describe('unused uploads', () => {
  const lastUsed = (id: string, daysAgo: number) =>
    test.db.asOrg(harbour.id, (trx) =>
      trx
        .updateTable('upload')
        .set({ updated_at: sql<Date>`now() - make_interval(days => ${daysAgo}, hours => 1)` })
        .where('id', '=', id)
        .execute(),
    )
  const bytesOf = (id: string) =>
    test.db.asOrg(harbour.id, async (trx) => {
      const { rows } = await sql<{ bytes: number }>`
        select coalesce(sum(length(bytes)), 0)::int as bytes from upload_part
        where upload_id = ${id}::uuid`.execute(trx)
      return rows[0]?.bytes
    })
  const seen = async (id: string) => (await alex.read(`/exchange/uploads/${id}`)).body

  it(`lose the bytes of a matched file after ${uploadDays} days and keep its rows`, async () => {
    const { id } = await matchFile(test, alex, file)
    await lastUsed(id, uploadDays)
    const [before, rows] = [await seen(id), await rowsOf(alex, id)]
    await test.app.jobs.runTimely()
    expect(await bytesOf(id)).toBe(0)
    expect(await seen(id)).toEqual(before)
    expect(await rowsOf(alex, id)).toEqual(rows)
    const decided = await alex.write('POST', `/exchange/uploads/${id}/decide`, {
      decisions: [{ row: 1, decision: 'reject' }],
    })
    expect(decided.status).toBe(200)
  })

  it('return 410 with a hint when such a file is mapped again, and keep its rows', async () => {
    const { id } = await matchFile(test, alex, file)
    await lastUsed(id, uploadDays)
    await test.app.jobs.runTimely()
    const body = { category: 'company', columns: ['name', null] }
    const mapped = await alex.write('POST', `/exchange/uploads/${id}/map`, body)
    expect(mapped).toMatchObject({
      status: 410,
      body: { code: 'file-expired', detail: expect.stringMatching(/upload it again/) },
    })
    expect(await rowsOf(alex, id)).toHaveLength(2)
  })

  it('are deleted completely if they were never matched', async () => {
    const ids = [await sendFile(test, alex, file), await mapFile(test, alex, file)]
    for (const id of ids) await lastUsed(id, uploadDays)
    await test.app.jobs.runTimely()
    for (const id of ids) {
      expect((await alex.read(`/exchange/uploads/${id}`)).status).toBe(404)
      expect(await bytesOf(id)).toBe(0)
    }
  })

  it('stay unchanged before that', async () => {
    const { id } = await matchFile(test, alex, file)
    const fresh = await sendFile(test, alex, file)
    for (const each of [id, fresh]) await lastUsed(each, uploadDays - 1)
    await test.app.jobs.runTimely()
    for (const each of [id, fresh]) expect(await bytesOf(each)).toBe(file.length)
  })
})

describe('the upload quota of an organisation', () => {
  const announce = (size: number) =>
    alex.write('POST', '/exchange/uploads', { name: 'large.csv', size })

  it('comes with its plan: 413 states the usage, and a deletion frees space', async () => {
    const ids: string[] = []
    for (let n = 0; n < 4; n++) ids.push((await announce(uploadLimits.bytes)).body.id)
    expect(await announce(1)).toMatchObject({
      status: 413,
      body: {
        code: 'too-large',
        most: 100_000_000,
        used: 100_000_000,
        errors: [
          {
            pointer: '/size',
            code: 'no-room',
            detail:
              "Your organisation's uploads use 100 of the 100 MB in your plan, so this file doesn’t fit. Delete an upload and try again.",
          },
        ],
      },
    })
    await alex.write('DELETE', `/exchange/uploads/${ids[0]}`)
    expect((await announce(uploadLimits.bytes)).status).toBe(201)
  })

  it('counts the rows of a workbook that repeats a text, once they are matched', async () => {
    const { upload_megabytes: before } = await test.db.owner
      .selectFrom('plan')
      .select('upload_megabytes')
      .where('bucket', '=', 'bkt_trial')
      .executeTakeFirstOrThrow()
    const allow = (megabytes: number) =>
      test.db.owner
        .updateTable('plan')
        .set({ upload_megabytes: megabytes })
        .where('bucket', '=', 'bkt_trial')
        .execute()
    const workbook = workbookOf(
      { A: `<row>${inline('Company')}</row>${'<row><c t="s"><v>0</v></c></row>'.repeat(60)}` },
      { 'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(10_000)}</t></si></sst>` },
    )
    await allow(1)
    try {
      const [first, second] = [
        await mapFile(test, alex, workbook),
        await mapFile(test, alex, workbook),
      ]
      const match = (id: string) => alex.write('POST', `/exchange/uploads/${id}/match`)
      expect(await match(first)).toMatchObject({ status: 202 })
      expect(await match(second)).toMatchObject({
        status: 413,
        body: { code: 'too-large', errors: [{ pointer: '', code: 'no-room' }] },
      })
    } finally {
      await allow(before)
    }
  })

  it('holds for concurrent uploads', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => announce(uploadLimits.bytes)),
    )
    const accepted = answers.filter(({ status }) => status === 201)
    expect(accepted).toHaveLength(4)
  })
})

it('rows of an upload come in answers of at most a megabyte of cells, with at least one row each', async () => {
  const { id } = await matchFile(test, alex, `Company\n${'Firm\n'.repeat(6)}`)
  await test.db.asOrg(harbour.id, (trx) =>
    sql`update upload_row set cells = jsonb_build_array(
      repeat('é', case row when 1 then 600000 else 200000 end))`.execute(trx),
  )
  const pageOf = async (page: object) =>
    (await alex.write('POST', `/exchange/uploads/${id}/rows`, page)).body
  const pages: number[][] = []
  for (let from: number | null = 0; from !== null;) {
    const { rows, next, total } = await pageOf({ from, size: 100 })
    expect(total).toBe(6)
    pages.push(rows.map(({ row }: { row: number }) => row))
    from = next
  }
  expect(pages).toEqual([[1], [2, 3], [4, 5], [6]])
  expect(await pageOf({ from: 1, size: 1 })).toMatchObject({ rows: [{ row: 2 }], next: 2 })
})
