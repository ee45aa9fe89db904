import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportColumns } from '../../../contract/records/export-columns.ts'
import { harbour, southern, startTestApp, type TestApp } from '../../kit/app.ts'
import {
  bringWash,
  choosePolicy,
  expireFile,
  downloadFile,
  plantContacts,
  suppress,
  type Planted,
} from '../../kit/contact.ts'
import { requestDownload, ledgerSums, readRequest } from '../../kit/downloads.ts'
import { colleagues, memberOf, type Member } from '../../kit/saved-work.ts'

const columns = exportColumns.people.map(({ key }) => key)

describe('contact details of a locked person', () => {
  let test: TestApp
  let alex: Member
  let people: Planted[]
  beforeAll(async () => {
    test = await startTestApp({ companies: 20, people: 80 })
    ;({ alex } = colleagues(test))
    people = await plantContacts(test, ['listed', 'mobile', 'all', 'direct'])
  })
  afterAll(() => test.close())

  const of = (kind: number, from: number, n: number): Planted[] =>
    people.filter((_, at) => at % 4 === kind).slice(from, from + n)
  const numbersOf = (some: readonly Planted[]): string[] =>
    some.flatMap(({ contact }) => Object.values(contact))
  const download = async (some: readonly Planted[], agreed: number) => {
    const source = { kind: 'ids', ids: some.map(({ id }) => id) }
    const answer = await requestDownload(alex, { source, agreed, columns })
    await test.work()
    return answer
  }
  const estimateOf = async (some: readonly Planted[]) => {
    const source = { kind: 'ids', ids: some.map(({ id }) => id) }
    return (await alex.write('POST', '/records/estimate', { category: 'people', source })).body
  }
  const shown = (text: string, some: readonly Planted[]): string[] =>
    numbersOf(some).filter((value) => text.includes(value))

  it('are left out of a file that is rebuilt after listed numbers became visible', async () => {
    const some = of(0, 0, 6)
    await choosePolicy(alex, 'hide')
    const before = await ledgerSums(test)
    const { status, body } = await download(some, 0)
    expect(status).toBe(202)
    expect(await readRequest(alex, body.requestId)).toMatchObject({
      credits: 0,
      rows: { delivered: 6 },
    })
    expect(shown((await downloadFile(test, alex, body.requestId)).body, some)).toEqual([])
    await choosePolicy(alex, 'flag')
    await suppress(alex, [some[0]?.id ?? ''])
    const again = await downloadFile(test, alex, body.requestId)
    expect(again.statusCode).toBe(200)
    expect(again.body).toContain(some[1]?.id)
    expect(shown(again.body, some)).toEqual([])
    expect(await ledgerSums(test)).toEqual(before)
  })

  it('cost a credit although the organisation’s own check lists all their numbers', async () => {
    const some = of(1, 0, 8)
    await choosePolicy(alex, 'hide')
    expect(await estimateOf(some)).toMatchObject({ chargeable: 8, empty: 0 })
    await bringWash(alex, { listed: numbersOf(some) })
    const before = await ledgerSums(test)
    expect(await download(some, 0)).toMatchObject({ status: 409, body: { code: 'price-changed' } })
    expect(await ledgerSums(test)).toEqual(before)
  })

  it('do not change an estimate if the organisation’s own check lists their numbers', async () => {
    const some = [...of(1, 8, 6), ...of(3, 0, 6)]
    await choosePolicy(alex, 'hide')
    const before = await estimateOf(some)
    expect(before).toMatchObject({ chargeable: 12, empty: 0 })
    for (const person of some) {
      await bringWash(alex, { listed: numbersOf([person]) })
      expect(await estimateOf([person])).toMatchObject({ chargeable: 1, empty: 0 })
    }
    expect(await estimateOf(some)).toEqual(before)
  })

  it('are in a rebuilt file once the organisation has paid', async () => {
    const some = of(0, 8, 2)
    await choosePolicy(alex, 'hide')
    const { body } = await download(some, 0)
    await choosePolicy(alex, 'flag')
    const [paid, locked] = some
    const ids = [paid?.id ?? '']
    const reveal = await alex.write('POST', '/records/reveal', {
      category: 'people',
      ids,
      agreed: 1,
    })
    expect(reveal.body).toMatchObject({ charged: 1 })
    await expireFile(test, harbour.id, body.requestId)
    const again = (await downloadFile(test, alex, body.requestId)).body
    expect(shown(again, some)).toEqual([paid?.contact.mobile])
    expect(again).toContain(locked?.id)
  })

  it('are complete in the file of the request that pays', async () => {
    const some = of(2, 0, 3)
    const { body } = await download(some, 3)
    expect(await readRequest(alex, body.requestId)).toMatchObject({ credits: 3 })
    expect(shown((await downloadFile(test, alex, body.requestId)).body, some)).toEqual(
      numbersOf(some),
    )
  })

  it('are hidden from the application role, even in a query without an unlock check', async () => {
    const [someone] = of(2, 5, 1)
    const id = someone?.id ?? ''
    for (const query of [
      sql`select contact from person where id = ${id}::uuid`,
      sql`select contact->>'mobile' from person where id = ${id}::uuid`,
      sql`select to_jsonb(p) from person p where id = ${id}::uuid`,
      sql`select id from person where contact->>'mobile' is not null limit 1`,
      sql`select * from person where id = ${id}::uuid`,
    ])
      await expect(test.db.asOrg(harbour.id, (trx) => query.execute(trx))).rejects.toMatchObject({
        code: '42501',
      })
  })

  it('are visible to the organisation that unlocked the person, and to no other', async () => {
    const [someone] = of(2, 6, 1)
    const id = someone?.id ?? ''
    const other = memberOf(test, { orgId: southern.id })
    const paid = await other.write('POST', '/records/reveal', {
      category: 'people',
      ids: [id],
      agreed: 1,
    })
    expect(paid.body).toMatchObject({ charged: 1 })
    const read = (orgId: string) =>
      test.db.asOrg(orgId, async (trx) => {
        const { rows } =
          await sql`select contact from unlocked_contact where id = ${id}::uuid`.execute(trx)
        return rows
      })
    expect(await read(southern.id)).toEqual([{ contact: someone?.contact }])
    expect(await read(harbour.id)).toEqual([])
  })
})
