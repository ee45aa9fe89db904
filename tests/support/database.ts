import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openDatabase, type Database } from '../../server/platform/db.ts'

/** A fresh database for one test file: PGlite in memory, or a database of its own on the server of TEST_DATABASE_URL. */
export const freshDatabase = async (): Promise<Database> => {
  const server = process.env.TEST_DATABASE_URL
  if (server === undefined) return openDatabase({ folder: undefined })
  const name = `fieldbook_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const db = await openDatabase({ url: url.href })
  return {
    ...db,
    close: async () => {
      await db.close()
      await onServer(server, `drop database ${name} with (force)`)
    },
  }
}

const onServer = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
