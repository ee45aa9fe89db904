import { basename } from 'node:path'
import pg from 'pg'

/** Drops the run's template when the run has ended. */
export default function setup(): (() => Promise<void>) | undefined {
  const server = process.env['TEST_DATABASE_URL']
  if (server === undefined) return undefined
  return () => onServer(server, `drop database if exists ${templateName()} with (force)`)
}

let template: Promise<string> | undefined

/** The name of the run's template database on a PostgreSQL server; the first process that asks fills it, and others wait. */
export const templateOn = (server: string, fill: (url: string) => Promise<void>): Promise<string> =>
  (template ??= makeTemplate(server, fill))

const makeTemplate = async (
  server: string,
  fill: (url: string) => Promise<void>,
): Promise<string> => {
  const name = templateName()
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    // Held until the connection ends.
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${name}`)
    const url = new URL(server)
    url.pathname = `/${name}`
    if (rowCount === 0) await fill(url.href)
  } finally {
    await client.end()
  }
  return name
}

/** The folder's name has the process and a random part. */
const templateName = (): string =>
  basename(process.env['FIELDBOOK_TEST_FOLDER'] ?? '')
    .toLowerCase()
    .replaceAll(/\W/g, '_')

export const onServer = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
