import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyCriteria, type Criteria } from '../../../contract/search/criteria.ts'
import type { Company, Person } from '../../../contract/records/records.ts'
import { demoWorld } from '../../../demo/world.ts'
import { saveCompanies, savePeople, withTick } from '../../../server/records/store.ts'
import { openBitmaps } from '../../../server/search/bitmap-engine.ts'
import type { SearchEngine } from '../../../server/search/engine.ts'
import type { Database } from '../../../server/platform/db/db.ts'
import { freshDatabase } from '../../kit/database.ts'
import { folderFiles } from '../../../server/platform/vendors/files.ts'
import { removePerson } from '../../../server/person-removal/person.ts'
import { loadWorld, removeCompanies } from '../../kit/market.ts'

const today = '2026-03-03'
const folders: string[] = []
let db: Database

beforeAll(async () => {
  db = await freshDatabase()
  await loadWorld(db, demoWorld({ companies: 200, people: 800, seed: 3, today }))
})
afterAll(async () => {
  await db.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbook-search-'))
  folders.push(folder)
  return folder
}

type Options = { folder?: string; workers?: number; day?: string; logged?: string[] }
const open = ({
  folder,
  workers = 0,
  day = today,
  logged = [],
}: Options = {}): Promise<SearchEngine> =>
  openBitmaps({
    db,
    folder: folder ?? null,
    workers,
    today: () => day,
    log: {
      info: (facts, text) => logged.push(`${text} ${JSON.stringify(facts)}`),
      warn: (facts, text) => logged.push(`WARN ${text} ${JSON.stringify(facts)}`),
    },
  })

const asking = (criteria: Partial<Criteria>, category: 'company' | 'people' = 'company') => ({
  category,
  criteria: { ...emptyCriteria, ...criteria },
  sorting: [],
  from: 0,
  size: 10,
})

const some = async (skip = 0): Promise<{ company: Company; person: Person }> => {
  const row = await db.owner
    .selectFrom('person')
    .innerJoin('company', 'company.id', 'person.company_id')
    .select(['company.doc as company', 'person.doc as person'])
    .orderBy('person.id')
    .offset(skip)
    .limit(1)
    .executeTakeFirstOrThrow()
  return row
}

test('the index finds every record of the database', async () => {
  const search = await open()
  expect((await search.search(asking({}))).total).toBe(200)
  expect((await search.search(asking({}, 'people'))).total).toBe(800)
  await search.close()
})

test('the index finds a changed record after a refresh under its new name only', async () => {
  const search = await open()
  const { company } = await some()
  await withTick(db, (trx, seq) =>
    saveCompanies(trx, [{ ...company, name: 'Quokka Ropeworks' }], seq),
  )
  await search.refresh()
  const found = await search.search(asking({ search: 'quokka ropeworks' }))
  expect(found.ids).toEqual([company.id])
  const byId = await search.search(asking({ filters: { company_id: [company.id] } }))
  expect(byId.total).toBe(1)
  await search.close()
})

test('the index finds a change without a refresh request', async () => {
  const search = await open()
  const { company } = await some(1)
  await withTick(db, (trx, seq) =>
    saveCompanies(trx, [{ ...company, name: 'Numbat Lighting' }], seq),
  )
  const deadline = Date.now() + 15_000
  const found = async () => (await search.search(asking({ search: 'numbat lighting' }))).total
  while ((await found()) === 0 && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await found()).toBe(1)
  await search.close()
})

test('the index updates people when their employer changes', async () => {
  const search = await open()
  const { company, person } = await some(2)
  const keywords = ['bilby conservation']
  await withTick(db, (trx, seq) => saveCompanies(trx, [{ ...company, keywords }], seq))
  await search.refresh()
  const found = await search.search(
    asking({ filters: { keywords: ['bilby'], person_id: [person.id] } }, 'people'),
  )
  expect(found.ids).toEqual([person.id])
  await search.close()
})

test('the index finds a new person by the values of an unchanged employer', async () => {
  const search = await open()
  const { company, person } = await some(3)
  const id = '01890000-0000-7000-8000-000000000001'
  await withTick(db, (trx, seq) =>
    savePeople(trx, [{ person: { ...person, id, name: 'Wren Potoroo' }, contact: {} }], seq),
  )
  await search.refresh()
  const found = await search.search(
    asking({ search: 'potoroo', filters: { company_id: [company.id] } }, 'people'),
  )
  expect(found.ids).toEqual([id])
  await search.close()
})

test('every index of several processes is built again when a person is removed, so that no snapshot holds their text', async () => {
  const { person } = await some(5)
  const id = '01890000-0000-7000-8000-00000000cafe'
  await withTick(db, (trx, seq) =>
    savePeople(trx, [{ person: { ...person, id, name: 'Quenby Canarywright' }, contact: {} }], seq),
  )
  const stored = [newFolder(), newFolder()]
  const searches = await Promise.all(stored.map((folder) => open({ folder })))
  const holdsText = (folder: string): boolean =>
    readFileSync(join(folder, 'search.snapshot')).includes('canarywright')
  expect(stored.map(holdsText)).toEqual([true, true])
  await removePerson(db, folderFiles(newFolder()), id, new Date())
  const patient = { timeout: 20_000, interval: 100 }
  await expect.poll(() => stored.map(holdsText), patient).toEqual([false, false])
  for (const search of searches) await search.close()
  expect(stored.map(holdsText)).toEqual([false, false])
})

test('a start on a snapshot from before a removal builds the index again', async () => {
  const { person } = await some(6)
  const id = '01890000-0000-7000-8000-00000000beef'
  await withTick(db, (trx, seq) =>
    savePeople(trx, [{ person: { ...person, id, name: 'Odette Phantomson' }, contact: {} }], seq),
  )
  const folder = newFolder()
  await (await open({ folder })).close()
  await removePerson(db, folderFiles(newFolder()), id, new Date())
  const search = await open({ folder })
  const holdsText = (): boolean =>
    readFileSync(join(folder, 'search.snapshot')).includes('phantomson')
  await expect.poll(holdsText, { timeout: 20_000, interval: 100 }).toBe(false)
  await search.close()
})

test('the index drops a removed company and its people from totals, options and autocomplete', async () => {
  const search = await open()
  const { company } = await some(4)
  const staff = asking({ filters: { company_id: [company.id] } }, 'people')
  expect((await search.search(staff)).total).toBeGreaterThan(0)
  const before = (await search.search(asking({}))).total
  await withTick(db, (trx, seq) => removeCompanies(trx, [company.id], seq))
  await search.refresh()
  expect((await search.search(asking({}))).total).toBe(before - 1)
  expect((await search.search(staff)).total).toBe(0)
  const { hits } = await search.autocomplete({
    category: 'company',
    criteria: emptyCriteria,
    term: company.name,
    from: 0,
    size: 10,
  })
  expect(hits.map((hit) => hit.id)).not.toContain(company.id)
  await search.close()
})

test('two processes on one database converge', async () => {
  const [first, second] = await Promise.all([open(), open()])
  const { company } = await some(5)
  await withTick(db, (trx, seq) =>
    saveCompanies(trx, [{ ...company, name: 'Dunnart Freight' }], seq),
  )
  await Promise.all([first.refresh(), second.refresh()])
  for (const search of [first, second])
    expect((await search.search(asking({ search: 'dunnart' }))).ids).toEqual([company.id])
  expect(first.tick()).toBe(second.tick())
  await Promise.all([first.close(), second.close()])
})

test('the index starts from its snapshot and replays later changes', async () => {
  const folder = newFolder()
  await (await open({ folder })).close()
  const { company } = await some(6)
  await withTick(db, async (trx, seq) => {
    await saveCompanies(trx, [{ ...company, name: 'Mallee Quarries' }], seq)
  })
  const { company: lost } = await some(60)
  await withTick(db, (trx, seq) => removeCompanies(trx, [lost.id], seq))

  const logged: string[] = []
  const again = await open({ folder, logged })
  expect(logged).toEqual([])
  expect((await again.search(asking({ search: 'mallee quarries' }))).ids).toEqual([company.id])
  expect((await again.search(asking({ filters: { company_id: [lost.id] } }))).total).toBe(0)
  await again.close()
})

/** With a changed word and valid checksums, as an older version may have written the snapshot. */
const resealed = (bytes: Buffer, from: string, to: string): Buffer => {
  const lead = 'fieldbook search'.length
  const length = bytes.readUInt32LE(lead)
  const header = JSON.parse(bytes.toString('utf8', lead + 8, lead + 8 + length))
  const rest = Buffer.from(bytes.subarray(lead + 8 + length))
  rest.write(to, rest.indexOf(from))
  const [segment] = header.segments
  const data = rest.subarray(0, segment.bytes)
  const live = rest.subarray(segment.bytes, segment.bytes + segment.liveBytes)
  segment.checksum = crc32(live, crc32(data))
  const text = Buffer.from(JSON.stringify(header))
  const sizes = Buffer.alloc(8)
  sizes.writeUInt32LE(text.length)
  sizes.writeUInt32LE(crc32(text), 4)
  return Buffer.concat([bytes.subarray(0, lead), sizes, text, rest])
}

const damages: Record<string, (bytes: Buffer) => Buffer> = {
  'a flipped bit in the data': (bytes) => {
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
    return bytes
  },
  'a flipped bit in the header': (bytes) => {
    bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40)
    return bytes
  },
  'a cut end': (bytes) => bytes.subarray(0, bytes.length - 100),
  'parts of another layout': (bytes) => resealed(bytes, 'sets.counts', 'sets.COUNTS'),
  'nothing in it': () => Buffer.alloc(0),
  'something else in it': () => Buffer.from('x'.repeat(5000)),
}

for (const [damage, spoil] of Object.entries(damages))
  test(`the index is rebuilt from a snapshot with ${damage}`, async () => {
    const folder = newFolder()
    const first = await open({ folder })
    const { total } = await first.search(asking({}))
    await first.close()
    const file = join(folder, 'search.snapshot')
    writeFileSync(file, spoil(readFileSync(file)))
    const logged: string[] = []
    const again = await open({ folder, logged })
    expect(logged[0]).toMatch(/^no search snapshot to start from/)
    expect(logged[1]).toMatch(/^search index built/)
    expect((await again.search(asking({}))).total).toBe(total)
    await again.close()
  })

test('the index is rebuilt when it is newer than its database', async () => {
  const folder = newFolder()
  const first = await open({ folder })
  await first.close()
  const clock = await db.owner.selectFrom('record_clock').select('seq').executeTakeFirstOrThrow()
  await db.owner.updateTable('record_clock').set({ seq: 1 }).execute()
  const logged: string[] = []
  const again = await open({ folder, logged })
  await db.owner.updateTable('record_clock').set({ seq: clock.seq }).execute()
  expect(logged[0]).toMatch(/^search index built/)
  await again.close()
})

test('an invalid record does not hide the others', async () => {
  const logged: string[] = []
  const search = await open({ logged })
  const { company } = await some(9)
  const id = '01890000-0000-7000-8000-000000000003'
  const tick = (broken: boolean) =>
    withTick(db, async (trx, seq) => {
      const doc = { ...company, id, name: 'Broken' }
      await saveCompanies(trx, [doc], seq)
      if (broken)
        await trx
          .updateTable('company')
          .set({ doc: JSON.stringify({ id }) })
          .where('id', '=', id)
          .execute()
      await saveCompanies(trx, [{ ...company, name: 'Pademelon Paving' }], seq)
    })
  await tick(true)
  await search.refresh()
  expect((await search.search(asking({ search: 'pademelon' }))).ids).toEqual([company.id])
  expect(logged.join()).toMatch(/WARN invalid records .*"count":1/)
  await tick(false)
  await search.refresh()
  expect((await search.search(asking({ search: 'broken' }))).ids).toEqual([id])
  await search.close()
})

test('the index opens although its snapshot cannot be written', async () => {
  const file = join(newFolder(), 'in-the-way')
  writeFileSync(file, '')
  const logged: string[] = []
  const search = await open({ folder: join(file, 'search'), logged })
  expect((await search.search(asking({}, 'people'))).total).toBeGreaterThan(0)
  expect(logged.join()).toMatch(/WARN the search snapshot could not be saved/)
  await search.close()
})

test('the index closes at once during a rebuild', async () => {
  const logged: string[] = []
  const search = await open({ workers: 1, logged })
  const building = search.expunge().catch(() => 'given up')
  await search.close()
  await building
  expect(logged.filter((line) => line.startsWith('WARN'))).toEqual([])
})

test('date-dependent filters are right on the next day', async () => {
  const folder = newFolder()
  const { person } = await some(7)
  const id = '01890000-0000-7000-8000-000000000002'
  const role_start = '2025-12-10'
  await withTick(db, (trx, seq) =>
    savePeople(trx, [{ person: { ...person, id, role_start }, contact: {} }], seq),
  )
  await (await open({ folder, day: '2026-03-03' })).close()
  const later = await open({ folder, day: '2026-03-20' })
  await later.expunge()
  const band = async (value: string) =>
    (
      await later.search(
        asking({ filters: { person_id: [id], current_role_duration: [value] } }, 'people'),
      )
    ).total
  expect([await band('<3m'), await band('3-6m')]).toEqual([0, 1])
  await later.close()
})

test('worker threads answer like the calling thread and see changes at once', async () => {
  const folder = newFolder()
  const threads = await open({ folder, workers: 2 })
  const inline = await open()
  for (const criteria of [
    {},
    { search: 'a' },
    { filters: { country: ['AU'] }, excluded: { company_size: ['1-10'] } },
  ])
    for (const category of ['company', 'people'] as const)
      expect(await threads.search(asking(criteria, category))).toEqual(
        await inline.search(asking(criteria, category)),
      )
  const { company } = await some(8)
  await withTick(db, (trx, seq) =>
    saveCompanies(trx, [{ ...company, name: 'Currawong Cartage' }], seq),
  )
  await threads.refresh()
  for (let i = 0; i < 6; i++)
    expect((await threads.search(asking({ search: 'currawong' }))).ids).toEqual([company.id])
  await Promise.all([threads.close(), inline.close()])
  const again = await open({ folder, workers: 1 })
  expect((await again.search(asking({ search: 'currawong' }))).total).toBe(1)
  await again.close()
})
