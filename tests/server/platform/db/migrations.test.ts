import { readdirSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../../server/platform/db/db.ts'
import { freshDatabase } from '../../../kit/database.ts'

/** What existing databases have applied: a name that changes here no longer opens them. */
const released = [
  '001-records',
  '002-organisations',
  '003-members',
  '004-saved-work',
  '005-account-intelligence',
  '006-credits',
  '007-signals',
  '008-contact-fence',
  '009-uploads',
  '010-rate-limits',
  '011-plain-names',
]

describe('the migrations that a new database applies', () => {
  let db: Database
  beforeAll(async () => {
    db = await freshDatabase()
  })
  afterAll(() => db.close())

  const applied = async () => {
    const { rows } = await sql<{ name: string }>`
      select name from kysely_migration order by timestamp, name`.execute(db.owner)
    return rows.map(({ name }) => name)
  }

  it('are the files of server/migrations, in the order of their numbers', async () => {
    const files = readdirSync(new URL('../../../../server/migrations', import.meta.url))
    expect(await applied()).toEqual(files.map((file) => file.replace(/\.ts$/, '')).sort())
    expect(files.filter((file) => !/^\d{3}-[a-z-]+\.ts$/.test(file))).toEqual([])
  })

  it('begin with those of existing databases, under the same names', async () => {
    expect((await applied()).slice(0, released.length)).toEqual(released)
  })
})
