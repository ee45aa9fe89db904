import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { openDatabase, type Database } from '../../server/platform/db/db.ts'
import { onServer, templateOn } from './postgres-template.ts'
import { runFolder } from './run-folder.ts'

/** PGlite, or a new database on the server of TEST_DATABASE_URL. */
export const freshDatabase = async (): Promise<Database> => {
  const server = process.env.TEST_DATABASE_URL
  return server === undefined ? embeddedDatabase() : onPostgres(server)
}

/** A database that an earlier release left, migrated by this one. `dump` has its tables and rows as SQL. */
export const releasedDatabase = async (dump: string): Promise<Database> => {
  const server = process.env.TEST_DATABASE_URL
  if (server !== undefined) {
    const url = await createOn(server)
    await onServer(url, withRole(dump))
    return droppedAtEnd(server, url, await openDatabase({ url }))
  }
  await holdCode()
  const folder = mkdtempSync(join(runFolder(), 'database-'))
  await copyEmptyDatabase(folder)
  const db = await PGlite.create({ dataDir: folder })
  await db.exec('drop schema public cascade; create schema public')
  await db.exec(withRole(dump))
  await db.close()
  return removedAtEnd(folder, await openDatabase({ folder, isThrowaway: true }))
}

/** Roles belong to a server, not to a database; a dump has none. */
const withRole = (dump: string): string => `
  do $$ begin
    if not exists (select 1 from pg_roles where rolname = 'fieldbook_app') then
      create role fieldbook_app nologin nobypassrls;
    end if;
  end $$;
  grant usage on schema public to fieldbook_app;
  ${dump}`

/** Migrating takes four times as long as opening a copy. */
export const embeddedDatabase = async (): Promise<Database> => {
  await holdCode()
  const folder = mkdtempSync(join(runFolder(), 'database-'))
  await copyEmptyDatabase(folder)
  return removedAtEnd(folder, await openDatabase({ folder, isThrowaway: true }))
}

const removedAtEnd = (folder: string, db: Database): Database => ({
  ...db,
  close: async () => {
    await db.close()
    rmSync(folder, { recursive: true, force: true })
  },
})

/** For PGlite; opening it runs no migration. */
export const copyEmptyDatabase = async (folder: string): Promise<void> =>
  cpSync(await emptyDatabase(runFolder()), folder, { recursive: true })

const emptyDatabase = async (run: string): Promise<string> => {
  const folder = join(run, 'empty-database')
  if (existsSync(folder)) return folder
  const making = mkdtempSync(`${folder}-`)
  await (await openDatabase({ folder: making, isThrowaway: true })).close()
  await dropTemplates(making)
  try {
    renameSync(making, folder)
  } catch (error) {
    // Another process created it first.
    if (!existsSync(folder)) throw error
    rmSync(making, { recursive: true, force: true })
  }
  return folder
}

/** Nothing is created from them, and they are half of the files to copy. */
const dropTemplates = async (dataDir: string): Promise<void> => {
  const db = await PGlite.create({ dataDir })
  await db.exec('update pg_database set datistemplate = false')
  for (const name of ['template0', 'template1']) await db.exec(`drop database ${name}`)
  await db.close()
}

let code: WebAssembly.Module | undefined

/** The threads of a process share compiled code while something holds it: a second database starts in a third of the CPU time. */
const holdCode = async (): Promise<void> => {
  const pglite = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  code ??= await WebAssembly.compile(readFileSync(join(pglite, 'pglite.wasm')))
}

/** Migrating takes five times as long as copying a migrated database. */
const onPostgres = async (server: string): Promise<Database> => {
  const template = await templateOn(server, async (url) => (await openDatabase({ url })).close())
  const url = await createOn(server, template)
  return droppedAtEnd(server, url, await openDatabase({ url }))
}

const createOn = async (server: string, template = 'template0'): Promise<string> => {
  const name = `fieldbook_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name} template ${template}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

const droppedAtEnd = (server: string, url: string, db: Database): Database => ({
  ...db,
  close: async () => {
    await db.close()
    await onServer(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`)
  },
})
