import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { importingRoutes } from '../../../server/routes/imports.ts'
import { answerWithProblems } from '../../../server/platform/http/answers.ts'
import { claimDataFolder } from '../../../server/platform/process/data-folder.ts'
import { embeddedDatabase } from '../../kit/database.ts'
import { companies, fileOf, fixture, newFolder } from '../../kit/import.ts'

const script = fileURLToPath(new URL('../../../scripts/import.ts', import.meta.url))

const run = async (
  folder: string,
  ...args: string[]
): Promise<{ code: number | null; out: string; err: string }> => {
  const { DATABASE_URL: _, ...env } = process.env
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...env, FIELDBOOK_DATA: folder, FIELDBOOK_MIN_FREE_MB: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()))
  await once(child, 'close')
  return { code: child.exitCode, ...said }
}

// Each run is a process of its own, and some open a new database.
vi.setConfig({ testTimeout: 90_000 })

const undo: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

test('the import command opens the embedded database itself when no server runs', async () => {
  const folder = await newFolder()
  const path = join(await newFolder(), 'asx.csv')
  await copyFile(fixture('asx.csv'), path)
  const first = await run(folder, '--format', 'asx', path)
  expect(first).toMatchObject({ code: 0, err: '' })
  expect(first.out).toContain('added 8 · updated 0 · unchanged 0 · rejected 0')
  const second = await run(folder, '--format', 'asx', path)
  expect(second.out).toContain('added 0 · updated 0 · unchanged 8 · rejected 0')
})

test('the import command goes through the server that owns the data', async () => {
  const folder = await newFolder()
  const claim = claimDataFolder(folder, { minFreeBytes: 0 })
  undo.push(claim.release)
  expect(await run(folder, '--format', 'asx', fixture('asx.csv'))).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('isn’t ready yet. Try again in a moment'),
  })

  await mkdir(join(folder, 'database'))
  const db = await embeddedDatabase()
  undo.push(() => db.close())
  const app = fastify()
  undo.push(() => app.close())
  answerWithProblems(app, () => 'http://localhost')
  await app.register(
    importingRoutes({
      db,
      controlToken: 'the token',
      dataFolder: folder,
      found: () => Promise.resolve(),
    }),
  )
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  claim.publish({ url, token: 'the token' })

  const leads = await run(
    folder,
    '--format',
    'csv',
    '--mapping',
    fixture('leads-mapping.json'),
    fixture('leads.csv'),
  )
  expect(leads).toMatchObject({ code: 0, err: '' })
  expect(leads.out).toContain('3 rows of leads.csv (Leads of the fair, as of 2026-02-28)')
  expect(await companies(db)).toHaveLength(3)

  const dry = await run(folder, '--format', 'asx', '--dry-run', fixture('asx.csv'))
  expect(dry.out).toContain('Dry run, nothing written: 8 rows of asx.csv')
  expect(await companies(db)).toHaveLength(3)

  const wrong = await run(folder, '--format', 'gleif', fixture('asx.csv'))
  expect(wrong).toMatchObject({ code: 1, out: '' })
  expect(wrong.err.trim().split('\n')).toEqual([expect.stringContaining('(--format asx')])

  await app.close()
  expect(await run(folder, '--format', 'asx', fixture('asx.csv'))).toMatchObject({
    code: 1,
    err: expect.stringContaining('isn’t responding. Is it still running?'),
  })
})

test('the import command answers an invalid request with one sentence and exit code 1, and --help with help', async () => {
  const folder = await newFolder()
  const help = await run(folder, '--help')
  expect(help).toMatchObject({ code: 0, err: '' })
  for (const format of ['csv', 'asx', 'pdl', 'gleif', 'abn-bulk'])
    expect(help.out).toContain(format)
  const missing = await run(folder, '--format', 'csv', '/nowhere/at-all.csv')
  expect(missing).toMatchObject({
    code: 1,
    out: '',
    err: 'Can’t find the file /nowhere/at-all.csv.\n',
  })
  expect(await run(folder, '--format', 'csv', '--frobnicate', 'x')).toMatchObject({
    code: 1,
    out: '',
  })
  const empty = await run(folder, '--format', 'csv', await fileOf(''))
  expect(empty).toMatchObject({ code: 1, err: 'This file is empty.\n' })
})
