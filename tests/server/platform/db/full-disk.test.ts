import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { reportPromise } from '../../../kit/reliability.ts'
import { startTestApp, type TestApp } from '../../../kit/app.ts'
import { colleagues } from '../../../kit/saved-work.ts'

const megabyte = 1_000_000

/** In memory, little larger than a database; null if this user may not mount one. */
const mountSmallDisk = (): string | null => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  const folder = mkdtempSync(join(tmpdir(), 'fieldbook-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    // A container without the right to mount.
    rmSync(folder, { recursive: true })
    return null
  }
}

/** FULL_DISK_FOLDER names an existing small disk that is otherwise empty. */
const given = process.env['FULL_DISK_FOLDER']
const disk = given ?? mountSmallDisk()

type Disk = {
  name: string
  start: () => Promise<TestApp>
  fill: (test: TestApp) => Promise<void>
  makeRoom: (test: TestApp) => Promise<void>
}

/** For every database, without mounting: writes fail with the error of a full disk. */
const refusing: Disk = {
  name: 'whose database has no space for a new row',
  start: () => startTestApp({ companies: 0 }),
  fill: async ({ db }) => {
    await sql`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(
      db.owner,
    )
    await sql`create trigger no_room before insert on idem for each row execute function no_room()`.execute(
      db.owner,
    )
  },
  makeRoom: async ({ db }) => {
    await sql`drop trigger no_room on idem`.execute(db.owner)
  },
}

/** Test databases are created in the run's folder, which is temporarily on the small disk. */
const onDisk = async <T>(folder: string, work: () => Promise<T>): Promise<T> => {
  const { TEST_DATABASE_URL: server, FIELDBOOK_TEST_FOLDER: run } = process.env
  delete process.env['TEST_DATABASE_URL']
  process.env['FIELDBOOK_TEST_FOLDER'] = folder
  try {
    return await work()
  } finally {
    if (server !== undefined) process.env['TEST_DATABASE_URL'] = server
    if (run !== undefined) process.env['FIELDBOOK_TEST_FOLDER'] = run
  }
}

const realDisk = (folder: string): Disk => ({
  name: 'that is really full, of the embedded database',
  start: () => onDisk(folder, () => startTestApp({ companies: 0 })),
  fill: async () => {
    const { bavail, bsize } = statfsSync(folder)
    writeFileSync(join(folder, 'ballast'), Buffer.alloc(bavail * bsize - 0.2 * megabyte))
  },
  makeRoom: async () => rmSync(join(folder, 'ballast')),
})

for (const { name, start, fill, makeRoom } of [
  refusing,
  ...(disk === null ? [] : [realDisk(disk)]),
])
  it(`a full disk ${name}: writes return 507, reads continue, and no acknowledged row is lost`, async () => {
    const test = await start()
    const alex = colleagues(test).alex
    const acknowledged: string[] = []
    const writeUntilRefused = async (most: number): Promise<number> => {
      for (let tries = 0; tries < most; tries += 1) {
        const name = `${acknowledged.length} ${'x'.repeat(60)}`
        const reply = await alex.write('POST', '/lists', { name, category: 'company' })
        if (reply.status !== 201) return reply.status
        acknowledged.push(name)
      }
      return 201
    }
    const readAll = async (): Promise<string[]> => {
      const { status, body } = await alex.read('/lists')
      expect(status).toBe(200)
      return body.map((list: { name: string }) => list.name)
    }
    try {
      expect(await writeUntilRefused(20)).toBe(201)
      await fill(test)
      expect(await writeUntilRefused(20_000)).toBe(507)
      expect(await readAll()).toEqual(expect.arrayContaining(acknowledged))
      for (let again = 0; again < 5; again += 1) expect(await writeUntilRefused(1_000)).toBe(507)
      await makeRoom(test)
      expect(await writeUntilRefused(20)).toBe(201)
      const found = await readAll()
      const lost = acknowledged.filter((name) => !found.includes(name)).length
      expect([lost, found.length]).toEqual([0, acknowledged.length])
      reportPromise({
        promise: 'I32',
        check: `acknowledged rows around a disk ${name}`,
        volume: acknowledged.length,
        goal: acknowledged.length,
        figures: { lost },
      })
    } finally {
      await test.close()
    }
  }, 300_000)

afterAll(() => {
  if (disk === null || given !== undefined) return
  execFileSync('umount', ['--lazy', disk])
  rmSync(disk, { recursive: true, force: true })
})
