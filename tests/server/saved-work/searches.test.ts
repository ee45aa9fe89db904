import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { harbour, southern, startTestApp, type TestApp } from '../../kit/app.ts'
import { colleagues, memberOf } from '../../kit/saved-work.ts'

const builders = { category: 'company', filters: { industry: ['Construction'] } }
let number = 0
const fresh = (what = 'Builders'): string => `${what} ${(number += 1)}`

describe('saved searches', () => {
  let test: TestApp
  let team: ReturnType<typeof colleagues>
  beforeAll(async () => {
    test = await startTestApp({ companies: 200, people: 400 })
    team = colleagues(test)
  })
  afterAll(() => test.close())

  const save = (body: object = {}, member = team.sam) =>
    member.write('POST', '/search/save', { ...builders, name: fresh(), ...body })

  it('store the town that they are near', async () => {
    const near = { lat: -31.95, lng: 115.86, town: 'AU/WA/Perth', withinKm: 25 }
    const { body } = await save({ metadata: { near } })
    expect(body.metadata).toEqual({ near })
    const changes = { metadata: { near: { lat: -33, lng: 151 } } }
    const patched = await team.sam.write('PATCH', `/search/saved/${body.id}`, {
      baseVersion: 1,
      changes,
    })
    expect(patched.body.search.metadata).toEqual({})
  })

  it('store AND, non-empty filters and the prompt, without the user’s location', async () => {
    const { status, body } = await save({
      name: '  Perth builders ',
      filters: { industry: ['Construction'], technographics: ['Xero', 'MYOB'], keywords: [] },
      operators: { technographics: 'AND', industry: 'OR', keywords: 'AND' },
      excluded: { company_type: ['Government (local)'], revenue: [] },
      metadata: { includeUnknown: ['revenue'], near: { lat: -31.95, lng: 115.87 } },
      coreAISearchPromptText: 'builders in Perth',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      kind: 'dynamic',
      name: 'Perth builders',
      category: 'company',
      filters: { industry: ['Construction'], technographics: ['Xero', 'MYOB'] },
      operators: { technographics: 'AND' },
      excluded: { company_type: ['Government (local)'] },
      metadata: { includeUnknown: ['revenue'] },
      coreAISearchPromptText: 'builders in Perth',
      isOwner: true,
      ownerId: 'user_sam',
      shared: false,
      version: 1,
      newSince: 0,
    })
    expect(Object.keys(body.filters)).toEqual(['industry', 'technographics'])
    expect(Object.keys(body.excluded)).toEqual(['company_type'])
    expect(Object.keys(body.operators)).toEqual(['technographics'])
    const rows = await test.db.asOrg(harbour.id, (trx) =>
      trx.selectFrom('saved_item').selectAll().execute(),
    )
    expect(JSON.stringify(rows)).not.toContain('115.87')
  })

  it('show how many records they find now', async () => {
    const { body } = await save()
    const found = await test.ask('POST', '/records', { ...builders, size: 1 })
    expect(body.count).toBe(found.body.total)
    expect((await team.sam.read(`/search/saved/${body.id}`)).body).toEqual(body)
  })

  it('are created once per device id', async () => {
    const id = crypto.randomUUID()
    const name = fresh()
    const first = await save({ id, name })
    const again = await save({ id, name: 'Another name' })
    expect(again.status).toBe(201)
    expect(again.body).toEqual(first.body)
    const all = await team.sam.read('/search/saved')
    expect(all.body.filter((search: { id: string }) => search.id === id)).toHaveLength(1)
  })

  it('need a unique name per owner and category, ignoring case; 409 carries the other’s id', async () => {
    const name = fresh()
    const { body } = await save({ name })
    const conflict = await save({ name: name.toUpperCase() })
    expect(conflict.status).toBe(409)
    expect(conflict.body).toMatchObject({ code: 'name-taken', conflictingId: body.id })
    expect((await save({ name, category: 'people' })).status).toBe(201)
    expect((await save({ name }, team.kim)).status).toBe(201)
    const other = await save()
    const renamed = await team.sam.write('PUT', `/search/saved/${other.body.id}/rename`, { name })
    expect(renamed.body).toMatchObject({ code: 'name-taken', conflictingId: body.id })
    await team.sam.write('DELETE', `/search/saved/${body.id}`)
    expect((await save({ name })).status).toBe(201)
  })

  it('need names of 1 to 80 characters and known filters', async () => {
    for (const name of ['', '   ', 'x'.repeat(81)]) expect((await save({ name })).status).toBe(422)
    const wrong = await save({ filters: { shoe_size: ['44'] } })
    expect(wrong.body).toMatchObject({ code: 'invalid-filter' })
  })

  it('keep filters about people inactive on the Companies tab (decision 004)', async () => {
    const { status, body } = await save({
      filters: { industry: ['Construction'], seniority: ['Director'] },
    })
    expect(status).toBe(201)
    expect(body.filters.seniority).toEqual(['Director'])
    expect(body.count).toBe((await save()).body.count)
  })

  it('are private until their owner shares them', async () => {
    const { body } = await save()
    const path = `/search/saved/${body.id}`
    for (const member of [team.kim, team.alex]) expect((await member.read(path)).status).toBe(404)
    const unknown = await team.kim.read(`/search/saved/${crypto.randomUUID()}`)
    const hidden = await team.kim.read(path)
    expect({ ...hidden.body, instance: '', requestId: '' }).toEqual({
      ...unknown.body,
      instance: '',
      requestId: '',
    })
    await team.sam.write('POST', `${path}/share`, { shared: true })
    expect((await team.kim.read(path)).body).toMatchObject({ isOwner: false, ownerId: 'user_sam' })
    await team.sam.write('POST', `${path}/share`, { shared: false })
    expect((await team.kim.read(path)).status).toBe(404)
  })

  it('of other members can be changed by admins only, and only if shared', async () => {
    const { body } = await save({ shared: true })
    const path = `/search/saved/${body.id}`
    const attempts = (member: typeof team.kim) =>
      Promise.all([
        member.write('PUT', `${path}/rename`, { name: fresh() }),
        member.write('PATCH', path, { baseVersion: 1, changes: { search: 'x' } }),
        member.write('PUT', `${path}/update`, { ...builders, name: fresh(), version: 1 }),
        member.write('POST', `${path}/share`, { shared: false }),
        member.write('DELETE', path),
      ])
    for (const { status, body: problem } of await attempts(team.kim))
      expect([status, problem.code]).toEqual([403, 'role-forbidden'])
    expect((await team.alex.write('PUT', `${path}/rename`, { name: fresh('Ours') })).status).toBe(
      200,
    )
    expect((await team.alex.write('DELETE', path)).status).toBe(204)
    const elsewhere = memberOf(test, { orgId: southern.id, role: 'admin' })
    for (const { status } of await attempts(elsewhere)) expect(status).toBe(404)
  })

  it('are replaced only at the version that the caller saw; otherwise 409 returns the current one', async () => {
    const { body } = await save()
    const path = `/search/saved/${body.id}/update`
    const next = { ...builders, name: body.name, filters: { revenue: ['1-10M'] } }
    const done = await team.sam.write('PUT', path, { ...next, version: 1 })
    expect(done.body).toMatchObject({ version: 2, filters: { revenue: ['1-10M'] } })
    const late = await team.sam.write('PUT', path, { ...next, search: 'late', version: 1 })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({
      code: 'version-conflict',
      version: 2,
      current: { id: body.id, version: 2, filters: { revenue: ['1-10M'] } },
    })
  })

  it('keep every field that a change does not name', async () => {
    const { body } = await save({ coreAISearchPromptText: 'builders' })
    const patched = await team.sam.write('PATCH', `/search/saved/${body.id}`, {
      baseVersion: 1,
      changes: { search: 'x' },
    })
    const { version: _, count: __, updatedAt: ___, ...before } = body
    expect(patched.body.search).toMatchObject({ ...before, search: 'x' })
  })

  it('merge changes of fields and report overwritten values', async () => {
    const { body } = await save({ shared: true, search: 'first' })
    const path = `/search/saved/${body.id}`
    const patch = (member: typeof team.sam, changes: object) =>
      member.write('PATCH', path, { baseVersion: 1, changes })
    await patch(team.sam, {
      filters: { industry: ['Construction'], revenue: ['1-10M'] },
      search: 'from sam',
    })
    const merged = await patch(team.alex, {
      name: fresh('Renamed'),
      filters: { industry: ['Construction'], company_size: ['11-50'] },
      search: 'from alex',
    })
    expect(merged.body.search).toMatchObject({
      version: 3,
      search: 'from alex',
      filters: { industry: ['Construction'], revenue: ['1-10M'], company_size: ['11-50'] },
    })
    expect(merged.body.overruled).toEqual([
      {
        field: 'search',
        yours: 'from alex',
        theirs: 'from sam',
        by: 'user_sam',
        at: expect.stringMatching(/Z$/),
      },
    ])
    const versions = await test.db.asOrg(harbour.id, (trx) =>
      trx
        .selectFrom('saved_version')
        .select(['version', 'by_user', 'overruled'])
        .where('item_id', '=', body.id)
        .orderBy('version')
        .execute(),
    )
    expect(versions.map((row) => [row.version, row.by_user, row.overruled.length])).toEqual([
      [1, 'user_sam', 0],
      [2, 'user_sam', 0],
      [3, 'user_alex', 1],
    ])
    const future = await team.sam.write('PATCH', path, { baseVersion: 9, changes: {} })
    expect(future.body.code).toBe('version-conflict')
  })

  it('return 410 for changes after deletion, and can be restored as new', async () => {
    const { body } = await save({ shared: true })
    const path = `/search/saved/${body.id}`
    expect((await team.alex.write('DELETE', path)).status).toBe(204)
    expect((await team.sam.write('DELETE', path)).status).toBe(204)
    const late = await team.sam.write('PATCH', path, { baseVersion: 1, changes: { search: 'x' } })
    expect([late.status, late.body.code, late.body.deletedBy]).toEqual([
      410,
      'deleted',
      'user_alex',
    ])
    expect((await save({ id: body.id })).status).toBe(410)
    const newId = crypto.randomUUID()
    const restored = await team.sam.write('POST', `${path}/restore`, {
      newId,
      changes: { search: 'x' },
    })
    expect(restored.status).toBe(201)
    expect(restored.body).toMatchObject({
      id: newId,
      name: body.name,
      filters: body.filters,
      search: 'x',
      shared: false,
      version: 1,
    })
    expect((await team.kim.write('DELETE', `/search/saved/${crypto.randomUUID()}`)).status).toBe(
      404,
    )
  })

  it('count new records since the caller’s last look', async () => {
    const { body } = await save({ shared: true })
    const path = `/search/saved/${body.id}`
    await test.db.asOrg(harbour.id, (trx) =>
      trx
        .updateTable('saved_seen')
        .set({ total: body.count - 4 })
        .where('item_id', '=', body.id)
        .execute(),
    )
    expect((await team.sam.read(path)).body.newSince).toBe(4)
    expect((await team.kim.read(path)).body.newSince).toBe(0)
    expect((await team.sam.write('POST', `${path}/seen`)).body.newSince).toBe(0)
    expect((await team.sam.read(path)).body.newSince).toBe(0)
  })

  it('count nothing as new for the member who widened them', async () => {
    const { body } = await save({ filters: { company_size: ['51-200'] } })
    const path = `/search/saved/${body.id}`
    const wider = { filters: { company_size: ['11-50', '51-200'] } }
    const patched = await team.sam.write('PATCH', path, { baseVersion: 1, changes: wider })
    expect(patched.body.search.count).toBeGreaterThan(body.count)
    expect(patched.body.search.newSince).toBe(0)
    expect((await team.sam.read(path)).body.newSince).toBe(0)
    const whole = { ...patched.body.search, filters: {}, version: 2 }
    const updated = await team.sam.write('PUT', `${path}/update`, whole)
    expect(updated.body.count).toBeGreaterThan(patched.body.search.count)
    expect((await team.sam.read(path)).body.newSince).toBe(0)
  })

  it('show the five last changed in the quick view', async () => {
    const nia = memberOf(test, { userId: 'user_nia', orgId: southern.id, role: 'basic_member' })
    const names: string[] = []
    for (let n = 0; n < 7; n++) names.push((await save({ name: `Nia ${n}` }, nia)).body.name)
    const quick = await nia.read('/search/saved/quick-view')
    expect(quick.body.map((search: { name: string }) => search.name)).toEqual(
      names.slice(2).toReversed(),
    )
    expect(Object.keys(quick.body[0]).sort()).toEqual([
      'category',
      'count',
      'id',
      'name',
      'newSince',
    ])
  })

  it('are limited to 200 per user', async () => {
    const lee = memberOf(test, { userId: 'user_lee', role: 'basic_member' })
    await test.db.asOrg(harbour.id, (trx) =>
      trx
        .insertInto('saved_item')
        .values(
          Array.from({ length: 200 }, (_, n) => ({
            org_id: harbour.id,
            id: crypto.randomUUID(),
            kind: 'dynamic' as const,
            category: 'company' as const,
            name: `n${n}`,
            name_key: `n${n}`,
            owner_id: 'user_lee',
            shared: false,
            content: JSON.stringify({}),
            seq: 0,
          })),
        )
        .execute(),
    )
    const full = await save({}, lee)
    expect([full.status, full.body.errors[0].code]).toEqual([422, 'too-many'])
    expect((await save()).status).toBe(201)
  })

  it('start from the empty search with the country', async () => {
    const { body } = await team.sam.read('/search/new/new')
    expect(body).toMatchObject({ kind: 'new', id: 'new', filters: { country: ['AU'] } })
    expect((await team.sam.read('/search/new/x')).status).toBe(404)
    expect((await team.sam.read('/search/planets/new')).status).toBe(404)
  })
})

describe('recent searches', () => {
  let test: TestApp
  let team: ReturnType<typeof colleagues>
  beforeAll(async () => {
    test = await startTestApp({ companies: 20, people: 20 })
    team = colleagues(test)
  })
  beforeEach(() =>
    test.db.asOrg(harbour.id, async (trx) => {
      await trx.deleteFrom('recent_search').execute()
    }),
  )
  afterAll(() => test.close())

  const create = (body: object = {}, member = team.sam) =>
    member.write('POST', '/search/recent/new', { ...builders, ...body })
  const all = async (member = team.sam): Promise<{ rid: string }[]> =>
    (await member.read('/search/recent')).body

  it('are created by the first change, updated by later ones, and private', async () => {
    const { body } = await create()
    expect(body).toEqual({ rid: expect.any(String), action: 'created' })
    const updated = await team.sam.write('PUT', `/search/recent/${body.rid}/update`, {
      ...builders,
      filters: { revenue: ['1-10M'] },
    })
    expect(updated.body).toEqual({ rid: body.rid, action: 'updated' })
    expect(await all()).toMatchObject([{ rid: body.rid, filters: { revenue: ['1-10M'] } }])
    expect(await all(team.alex)).toEqual([])
    expect((await team.alex.read(`/search/recent/${body.rid}`)).status).toBe(404)
    const theirs = await team.alex.write('PUT', `/search/recent/${body.rid}/update`, builders)
    expect(theirs.status).toBe(404)
  })

  it('are created once per device id', async () => {
    const rid = crypto.randomUUID()
    await create({ rid })
    expect((await create({ rid })).body).toEqual({ rid, action: 'created' })
    expect(await all()).toHaveLength(1)
  })

  it('are limited to 50 without the oldest; a change restores a dropped one', async () => {
    const rids: string[] = []
    for (let n = 0; n < 52; n++) rids.push((await create({ search: `s ${n}` })).body.rid)
    expect((await all()).map(({ rid }) => rid)).toEqual(rids.slice(2).toReversed())
    const quick = await team.sam.read('/search/recent/quick-view')
    expect(quick.body).toHaveLength(5)
    await team.sam.write('PUT', `/search/recent/${rids[0]}/update`, builders)
    expect((await all()).map(({ rid }) => rid)).toEqual([rids[0], ...rids.slice(3).toReversed()])
  })

  it('become saved searches with a name', async () => {
    const { body } = await create({ filters: { revenue: ['1-10M'] } })
    const newId = crypto.randomUUID()
    const saved = await team.sam.write('POST', `/search/recent/${body.rid}/convert-to-save`, {
      name: 'Small ones',
      newId,
    })
    expect(saved.status).toBe(201)
    expect(saved.body).toMatchObject({
      id: newId,
      name: 'Small ones',
      filters: { revenue: ['1-10M'] },
    })
    expect(await all()).toEqual([])
    const other = await create()
    const conflict = await team.sam.write(
      'POST',
      `/search/recent/${other.body.rid}/convert-to-save`,
      {
        name: 'Small ones',
      },
    )
    expect(conflict.body.code).toBe('name-taken')
    expect(await all()).toHaveLength(1)
  })

  it('are deleted once, and repeats change nothing', async () => {
    const { body } = await create()
    for (let n = 0; n < 2; n++)
      expect((await team.sam.write('DELETE', `/search/recent/${body.rid}`)).status).toBe(204)
    expect(await all()).toEqual([])
    expect((await team.alex.write('DELETE', `/search/recent/${body.rid}`)).status).toBe(404)
  })
})
