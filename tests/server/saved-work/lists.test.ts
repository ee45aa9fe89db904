import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { southern, startTestApp, type TestApp } from '../../kit/app.ts'
import { colleagues, memberOf, someRecords, type Member } from '../../kit/saved-work.ts'

let number = 0
const fresh = (what = 'Accounts'): string => `${what} ${(number += 1)}`

describe('lists', () => {
  let test: TestApp
  let team: ReturnType<typeof colleagues>
  let companies: string[]
  beforeAll(async () => {
    test = await startTestApp({ companies: 300, people: 600 })
    team = colleagues(test)
    companies = await someRecords(test, 'company', 60)
  })
  afterAll(() => test.close())

  const make = async (body: object = {}, member: Member = team.sam) =>
    member.write('POST', '/lists', { name: fresh(), category: 'company', ...body })
  const members = (id: string, body: object, member: Member = team.sam) =>
    member.write('POST', `/lists/${id}/members`, body)
  const page = async (id: string, body: object = {}, member: Member = team.sam) =>
    (await member.write('POST', `/lists/${id}/records`, body)).body
  const found = async (body: object, member: Member = team.sam) =>
    (await member.write('POST', '/records', { category: 'company', size: 100, ...body })).body
  const idsOf = (body: { records: { id: string }[] }): string[] => body.records.map(({ id }) => id)

  it('are created once per device id, with their first records', async () => {
    const id = crypto.randomUUID()
    const recordIds = companies.slice(0, 3)
    const first = await make({ id, recordIds })
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      kind: 'static',
      count: 3,
      newSince: 0,
      version: 1,
      isOwner: true,
      shared: false,
    })
    expect((await make({ id, recordIds: companies.slice(0, 9) })).body).toEqual(first.body)
    expect((await team.sam.read('/lists')).body[0]).toEqual(first.body)
  })

  it('hold records as sets and leave out unknown ids', async () => {
    const { body } = await make()
    const added = await members(body.id, {
      add: [...companies.slice(0, 4), companies[0], crypto.randomUUID()],
    })
    expect(added.body).toMatchObject({ added: 4, removed: 0, unknown: 1, count: 4 })
    const again = await members(body.id, {
      add: companies.slice(2, 6),
      remove: [companies[0], companies[2], companies[59]],
    })
    expect(again.body).toMatchObject({ added: 2, removed: 1, unknown: 0, count: 5 })
    expect(new Set(idsOf(await page(body.id)))).toEqual(new Set(companies.slice(1, 6)))
    const people = await someRecords(test, 'people', 2)
    expect((await members(body.id, { add: people })).body).toMatchObject({ added: 0, unknown: 2 })
  })

  it('can be paged, selected from the front and counted for every option', async () => {
    const { body } = await make({ recordIds: companies })
    const sorting = [{ field: 'name', order: 'asc' }]
    const all = idsOf(await page(body.id, { size: 100, sorting }))
    expect(idsOf(await page(body.id, { size: 10, from: 40, sorting }))).toEqual(all.slice(40, 50))
    const ask = async (what: string, more: object) =>
      (await team.sam.write('POST', `/lists/${body.id}/${what}`, more)).body
    expect(await ask('ids', { first: 12, sorting })).toEqual({ total: 60, ids: all.slice(0, 12) })
    const inAu = await page(body.id, { filters: { country: ['AU'] } })
    const counted = await ask('counts', { identifiers: ['country'] })
    expect(counted).toMatchObject({ total: 60, counts: { country: { AU: inAu.total } } })
    const deep = await team.sam.write('POST', `/lists/${body.id}/records`, {
      from: 9_990,
      size: 25,
    })
    expect(deep).toMatchObject({ status: 422, body: { code: 'page-too-deep' } })
  })

  it('can be filled with a search’s first results, and that can be undone', async () => {
    const { body } = await make({ recordIds: companies.slice(0, 2) })
    const criteria = { filters: { country: ['AU'] } }
    const total = (await found(criteria)).total
    const first = await found({ ...criteria, sorting: [{ field: 'name', order: 'asc' }] })
    const added = await team.sam.write('POST', `/lists/${body.id}/members/found`, {
      ...criteria,
      first: 20,
      sorting: [{ field: 'name', order: 'asc' }],
    })
    const memberIds = idsOf(await page(body.id, { size: 100 }))
    for (const id of idsOf(first).slice(0, 20)) expect(memberIds).toContain(id)
    expect(added.body.count).toBe(memberIds.length)
    expect(total).toBeGreaterThan(20)
    const undone = await team.sam.write('POST', `/lists/${body.id}/members/take-back`, {
      change: added.body.change,
    })
    expect(undone.body).toEqual({ removed: added.body.added, count: 2 })
    expect(new Set(idsOf(await page(body.id)))).toEqual(new Set(companies.slice(0, 2)))
  })

  it('hold 10,000 records at most and refuse larger changes completely', async () => {
    const { body } = await make()
    await test.db.asOrg('org_harbour', async (trx) => {
      await trx.updateTable('saved_item').set({ size: 9_998 }).where('id', '=', body.id).execute()
    })
    const full = await members(body.id, { add: companies.slice(0, 3) })
    expect([full.status, full.body.errors[0].code]).toEqual([422, 'too-many'])
    expect((await members(body.id, { add: companies.slice(0, 2) })).body.count).toBe(10_000)
    const batch = await members(body.id, { add: Array.from({ length: 1001 }, () => companies[0]) })
    expect(batch.status).toBe(422)
  })

  it('return each record once, in any order and with any filters', async () => {
    const { body } = await make({ recordIds: companies })
    const sorting = [{ field: 'name', order: 'asc' }]
    const read: string[] = []
    let cursor: string | null | undefined
    while (cursor !== null) {
      const next = await page(body.id, { size: 7, sorting, ...(cursor && { cursor }) })
      expect(next.total).toBe(60)
      read.push(...idsOf(next))
      cursor = next.cursor
    }
    expect(new Set(read)).toEqual(new Set(companies))
    expect(read).toHaveLength(60)
    const filters = { company_size: ['11-50', '51-200'] }
    const narrowed = await page(body.id, { size: 100, filters })
    const among = (await found({ filters: { ...filters, 'cus-list': [body.id] } })).total
    expect(narrowed.total).toBe(among)
    expect(among).toBeGreaterThan(0)
    expect(among).toBeLessThan(60)
  })

  it('continue after the last record of a page when others are removed meanwhile', async () => {
    const { body } = await make({ recordIds: companies })
    const whole = idsOf(await page(body.id, { size: 100 }))
    const first = await page(body.id, { size: 10 })
    await members(body.id, { remove: whole.slice(2, 6) })
    const second = await page(body.id, { size: 10, cursor: first.cursor })
    expect(idsOf(second)).toEqual(whole.slice(10, 20))
    const wrong = await team.sam.write('POST', `/lists/${body.id}/records`, { cursor: 'nowhere' })
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([422, '/cursor'])
  })

  it('narrow searches by cus-list, chosen, combined and excluded, and are named on records', async () => {
    const first = (await make({ name: fresh('One'), recordIds: companies.slice(0, 5) })).body
    const second = (await make({ name: fresh('Two'), recordIds: companies.slice(3, 8) })).body
    const total = async (body: object): Promise<number> => (await found(body)).total
    expect(await total({ filters: { 'cus-list': [first.id] } })).toBe(5)
    expect(await total({ filters: { 'cus-list': [first.id, second.id] } })).toBe(8)
    const operators = { 'cus-list': 'AND' }
    expect(await total({ filters: { 'cus-list': [first.id, second.id] }, operators })).toBe(2)
    const rest = (await total({})) - 5
    expect(await total({ excluded: { 'cus-list': [first.id] } })).toBe(rest)
    const both = await found({ filters: { 'cus-list': [first.id, second.id] }, operators })
    for (const record of both.records)
      expect(record.lists).toEqual(expect.arrayContaining([first.name, second.name]))
    expect(both.querySentence).toBe(`Companies in the list ${first.name} and ${second.name}`)
    const labels = await team.sam.write('POST', '/search/filter/options/labels', {
      identifier: 'cus-list',
      values: [first.id],
    })
    expect(labels.body.labels).toEqual({ [first.id]: first.name })
    const inTwo = await page(second.id, { filters: { 'cus-list': [first.id] } })
    expect(new Set(idsOf(inTwo))).toEqual(new Set(companies.slice(3, 5)))
  })

  it('that are private are invisible to other members, also as filters', async () => {
    const name = fresh('Private')
    const { body } = await make({ name, recordIds: companies.slice(0, 5) })
    for (const member of [team.kim, team.alex]) {
      expect((await member.read(`/lists/${body.id}`)).status).toBe(404)
      expect((await members(body.id, { remove: companies }, member)).status).toBe(404)
      expect((await found({ filters: { 'cus-list': [body.id] } }, member)).total).toBe(0)
      const shown = await found({ filters: { company_id: companies.slice(0, 5) } }, member)
      const options = await member.read(
        '/search/filter/options/search?identifier=cus-list&size=100',
      )
      expect(
        JSON.stringify([shown, options.body, (await member.read('/lists')).body]),
      ).not.toContain(name)
    }
    await team.sam.write('PATCH', `/lists/${body.id}`, {
      baseVersion: 1,
      changes: { shared: true },
    })
    expect((await found({ filters: { 'cus-list': [body.id] } }, team.kim)).total).toBe(5)
    const options = await team.kim.read(
      `/search/filter/options/search?identifier=cus-list&searchTerm=${encodeURIComponent(name)}`,
    )
    expect(options.body.records).toEqual([{ value: body.id, label: name, count: 5 }])
    expect((await members(body.id, { remove: companies }, team.kim)).status).toBe(403)
    expect((await members(body.id, { remove: [companies[0]] }, team.alex)).body.count).toBe(4)
  })

  it('of the dynamic kind run as saved searches, read as lists and work as filters', async () => {
    const search = await team.sam.write('POST', '/search/save', {
      name: fresh('Builders'),
      category: 'company',
      filters: { industry: ['Construction'] },
    })
    const { id, count } = search.body
    const list = await team.sam.read(`/lists/${id}`)
    expect(list.body).toMatchObject({ kind: 'dynamic', count })
    expect((await page(id)).total).toBe(count)
    const au = { country: ['AU'] }
    const narrowed = (await page(id, { filters: au })).total
    expect(narrowed).toBe((await found({ filters: { ...au, 'cus-list': [id] } })).total)
    expect(narrowed).toBe((await found({ filters: { ...au, industry: ['Construction'] } })).total)
    expect((await members(id, { add: companies.slice(0, 1) })).status).toBe(422)
    const loop = await team.sam.write('PATCH', `/search/saved/${id}`, {
      baseVersion: 1,
      changes: { filters: { 'cus-list': [id] } },
    })
    expect(loop.body.search.count).toBe(0)
  })

  it('for suppression are created by admins, seen by all, and hide their records and people', async () => {
    const denied = await make({ kind: 'suppression' })
    expect([denied.status, denied.body.code]).toEqual([403, 'role-forbidden'])
    const before = await found({})
    const hidden = companies.slice(50, 55)
    const hiddenName = (await found({ filters: { company_id: hidden.slice(0, 1) } })).records[0]
      .name
    const staff = (await found({ category: 'people', filters: { company_id: hidden } })).total
    const people = (await found({ category: 'people' })).total
    expect(staff).toBeGreaterThan(0)
    const { body } = await make({ kind: 'suppression', recordIds: hidden }, team.alex)
    expect(body).toMatchObject({ kind: 'suppression', shared: true, count: 5 })
    expect((await found({})).total).toBe(before.total - 5)
    expect((await found({ filters: { company_id: hidden } })).total).toBe(0)
    const quick = await team.sam.read(
      `/search/autocomplete/companies?q=${encodeURIComponent(hiddenName)}`,
    )
    expect(quick.body).toEqual({ success: true, total: 0, records: [] })
    expect((await found({ category: 'people' })).total).toBe(people - staff)
    const { body: counts } = await team.sam.write('POST', '/records/counts', {
      category: 'company',
      identifiers: ['country'],
    })
    expect(counts.total).toBe(before.total - 5)
    const [company] = (await page(body.id)).records
    const suggested = await team.sam.read(
      `/search/autocomplete/companies?q=${encodeURIComponent(company.name)}`,
    )
    expect(idsOf(suggested.body)).not.toContain(company.id)
    expect(new Set(idsOf(await page(body.id)))).toEqual(new Set(hidden))
    const southerner = memberOf(test, { orgId: southern.id, role: 'admin' })
    expect((await found({}, southerner)).total).toBe(before.total)
    for (const act of [
      members(body.id, { remove: hidden }),
      team.sam.write('DELETE', `/lists/${body.id}`),
    ])
      expect((await act).status).toBe(403)
    const unshared = await team.alex.write('PATCH', `/lists/${body.id}`, {
      baseVersion: 1,
      changes: { shared: false },
    })
    expect(unshared.body.list.shared).toBe(true)
    await members(body.id, { remove: hidden.slice(0, 2) }, team.alex)
    expect((await found({})).total).toBe(before.total - 3)
    await team.alex.write('DELETE', `/lists/${body.id}`)
    expect((await found({})).total).toBe(before.total)
  })

  it('merge concurrent renames, and 409 names the list with the same name', async () => {
    const { body } = await make({ shared: true })
    const path = `/lists/${body.id}`
    const [sams, alexs] = [fresh('Sam'), fresh('Alex')]
    await team.sam.write('PATCH', path, { baseVersion: 1, changes: { name: sams } })
    const later = await team.alex.write('PATCH', path, { baseVersion: 1, changes: { name: alexs } })
    expect(later.body).toMatchObject({
      list: { name: alexs, version: 3 },
      overruled: [{ field: 'name', yours: alexs, theirs: sams, by: 'user_sam' }],
    })
    const other = await make()
    const conflict = await team.sam.write('PATCH', `/lists/${other.body.id}`, {
      baseVersion: 1,
      changes: { name: alexs },
    })
    expect(conflict.body).toMatchObject({ code: 'name-taken', conflictingId: body.id })
  })

  it('deleted by an admin are restored as new with all records (journey 10)', async () => {
    const { body } = await make({ shared: true, recordIds: companies.slice(0, 12) })
    const path = `/lists/${body.id}`
    await team.alex.write('DELETE', path)
    const late = await team.sam.write('PATCH', path, { baseVersion: 1, changes: { name: fresh() } })
    expect([late.status, late.body.code]).toEqual([410, 'deleted'])
    expect((await members(body.id, { add: companies.slice(0, 1) })).status).toBe(410)
    expect((await found({ filters: { 'cus-list': [body.id] } })).total).toBe(0)
    const name = fresh('Back')
    const restored = await team.sam.write('POST', `${path}/restore`, { name })
    expect(restored.body).toMatchObject({ name, count: 12, isOwner: true, shared: false })
    expect(new Set(idsOf(await page(restored.body.id)))).toEqual(new Set(companies.slice(0, 12)))
    expect((await team.kim.write('DELETE', path)).status).toBe(204)
  })

  it('count records that other members added since the caller’s last look', async () => {
    const { body } = await make({ shared: true, recordIds: companies.slice(0, 2) })
    await members(body.id, { add: companies.slice(2, 3) })
    await members(body.id, { add: companies.slice(3, 6) }, team.alex)
    const readNewSince = async (member: Member): Promise<number> =>
      (await member.read(`/lists/${body.id}`)).body.newSince
    expect([await readNewSince(team.sam), await readNewSince(team.kim)]).toEqual([3, 0])
    expect((await team.sam.write('POST', `/lists/${body.id}/seen`)).body.newSince).toBe(0)
    await members(body.id, { add: companies.slice(6, 7) }, team.alex)
    expect(await readNewSince(team.sam)).toBe(1)
  })
})
