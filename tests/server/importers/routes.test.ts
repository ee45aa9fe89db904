import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { importingRoutes, type ImportMessage } from '../../../server/routes/imports.ts'
import { answerWithProblems } from '../../../server/platform/http/answers.ts'
import type { Database } from '../../../server/platform/db/db.ts'
import { freshDatabase } from '../../kit/database.ts'
import { clear, companies, fixture, newFolder } from '../../kit/import.ts'

let db: Database
let app: FastifyInstance
let folder: string
let foundAt: number[] = []
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  await clear(db)
  foundAt = []
  folder = await newFolder()
  app = fastify()
  answerWithProblems(app, () => 'http://localhost')
  await app.register(
    importingRoutes({
      db,
      controlToken: 'the token',
      dataFolder: folder,
      found: async () => {
        foundAt.push((await companies(db)).length)
      },
    }),
  )
  return () => app.close()
})

const defaultQuery = 'format=asx&name=asx.csv&modified=2026-03-02'

const send = async (body: string | Buffer, query = defaultQuery, token = 'the token') =>
  app.inject({
    method: 'POST',
    url: `/_control/import?${query}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    payload: body,
  })

const messages = (text: string): ImportMessage[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ImportMessage)

test('imports an uploaded file with progress per line and the summary last, and keeps no copy', async () => {
  const response = await send(await readFile(fixture('asx.csv')))
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toContain('application/x-ndjson')
  const said = messages(response.body)
  expect(said.slice(0, -1).every((message) => 'progress' in message)).toBe(true)
  expect(said.at(-1)).toMatchObject({ summary: { file: 'asx.csv', added: 8, rejected: 0 } })
  expect(await companies(db)).toHaveLength(8)
  // Search catches up after the last batch and before the summary.
  expect(foundAt).toEqual([8])
  expect(await readdir(join(folder, 'imports'))).toEqual([])
})

test('writes nothing in a dry run, with the rejected rows in the data folder', async () => {
  const table = 'Name,ABN\nKauri,\nRimu,123\n'
  const query = 'format=csv&name=leads.csv&modified=2026-03-02'
  const dry = messages((await send(table, `${query}&dryRun=true`)).body).at(-1)
  expect(dry).toMatchObject({ summary: { added: 1, rejected: 1, dryRun: true } })
  expect(await companies(db)).toEqual([])
  const real = messages((await send(table, query)).body).at(-1)
  expect(real).toMatchObject({
    summary: { rejectFile: join(folder, 'imports', 'leads.rejected.csv') },
  })
})

test('accepts a mapping', async () => {
  const mapping = encodeURIComponent(
    JSON.stringify({ columns: { Wer: 'name' }, constants: { country: 'NZ' } }),
  )
  await send('Wer\nKauri\n', `format=csv&name=a.csv&modified=2026-03-02&mapping=${mapping}`)
  expect(await companies(db)).toMatchObject([{ name: 'Kauri', hq: { country: 'NZ' } }])
})

test('reads nothing without the right token', async () => {
  for (const token of ['', 'the tokem', 'the token and more'])
    expect((await send('x', defaultQuery, token)).statusCode).toBe(401)
  const bare = await app.inject({
    method: 'POST',
    url: `/_control/import?${defaultQuery}`,
    payload: 'x',
  })
  expect(bare.statusCode).toBe(401)
  await expect(readdir(join(folder, 'imports'))).rejects.toThrow('ENOENT')
})

test('refuses another machine even with the token', async () => {
  const response = await app.inject({
    method: 'POST',
    url: `/_control/import?${defaultQuery}`,
    headers: { authorization: 'Bearer the token', 'content-type': 'application/octet-stream' },
    payload: 'x',
    remoteAddress: '203.0.113.7',
  })
  expect(response.statusCode).toBe(401)
})

test('answers an invalid request and an unreadable file with a sentence', async () => {
  expect((await send('x', 'format=asx')).statusCode).toBe(400)
  expect((await send('x', 'format=asx&name=../../etc&modified=2026-03-02')).statusCode).toBe(400)
  const wrong = await send('Symbol,Security\nKQ,Kauri\n')
  expect(wrong.statusCode).toBe(400)
  expect(wrong.json()).toMatchObject({
    code: 'malformed',
    detail: expect.stringContaining("is not the ASX's list"),
  })
  const mapping = await send(
    'Name\nKauri\n',
    `format=csv&name=a.csv&modified=2026-03-02&mapping=${encodeURIComponent('{"columns":{"Name":"nome"}}')}`,
  )
  expect(mapping.json()).toMatchObject({ detail: expect.stringContaining("the field 'nome'") })
  expect(await readdir(join(folder, 'imports'))).toEqual([])
})

test('reports an error after the start of the answer as its last line', async () => {
  const response = await send(
    `Name\n${'Kauri\n'.repeat(100)}"open\n`,
    'format=csv&name=a.csv&modified=2026-03-02',
  )
  expect(response.statusCode).toBe(200)
  expect(messages(response.body).at(-1)).toEqual({
    refused: 'The quotation mark opened on line 102 is never closed.',
  })
  expect(await companies(db)).toEqual([])
})

test('runs one import at a time, and accepts the next afterwards', async () => {
  const body = await readFile(fixture('asx.csv'))
  const [first, second] = await Promise.all([send(body), send(body)])
  expect([first.statusCode, second.statusCode].toSorted()).toEqual([200, 409])
  expect((await send(body)).statusCode).toBe(200)
})
