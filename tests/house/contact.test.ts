import { describe, expect, it } from 'vitest'
import { fakeProject, readProject } from './project.ts'
import { contactHasFewReaders } from './rules/contact.ts'

describe('contact details', () => {
  it("are read with the owner's rights in few files", () => {
    expect(contactHasFewReaders(readProject())).toEqual([])
  })

  it.each([
    [
      'a query',
      'const { rows } = await sql<Row>`\n  select id, contact from person`.execute(owner)',
    ],
    ['a field in a query', "sql`select p.contact->>'mobile' from person p where id = ${id}`"],
    ['all columns', "db.owner.selectFrom('person').selectAll().execute()"],
    ['the column', "db.owner\n  .selectFrom('person')\n  .select(['id', 'contact'])"],
    ['a function that reads it', 'const found = await peopleByIds(db.owner, ids)'],
  ])('are noticed in another file: %s', (_, source) => {
    expect(contactHasFewReaders(fakeProject({ 'server/x/store.ts': source }))).toHaveLength(1)
  })

  it.each([
    [
      'what is unlocked',
      'sql`select p.doc, u.contact from person p join unlocked_contact u using (id)`',
    ],
    ['other columns', "db.owner.selectFrom('person').select(['id', 'doc']).execute()"],
    ['other tables', 'sql`select contact from supplier`'],
  ])('are not suspected: %s', (_, source) => {
    expect(contactHasFewReaders(fakeProject({ 'server/x/store.ts': source }))).toEqual([])
  })
})
