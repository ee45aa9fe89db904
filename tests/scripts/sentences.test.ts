import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/lib/ports.ts'
import { sentenceFor } from '../../scripts/lib/sentences.ts'
import { openDatabase } from '../../server/platform/db/db.ts'
import { Refusal } from '../../server/platform/refusal.ts'

/** Root may write everywhere: the process becomes another user once its code is loaded, in a folder it need not find again. */
const asOrdinaryUser = `
  const { refuseUnwritable } = await import('${new URL('../../server/platform/process/data-folder.ts', import.meta.url).href}')
  const { sentenceFor } = await import('${new URL('../../scripts/lib/sentences.ts', import.meta.url).href}')
  if (process.getuid() === 0) process.setuid(65534)
  try {
    refuseUnwritable('database')
  } catch (error) {
    process.stdout.write(sentenceFor(error))
  }`

const refused = async (url: string): Promise<unknown> =>
  openDatabase({ url }).then(
    () => undefined,
    (error: unknown) => error,
  )

describe('the message of a failed start', () => {
  it("is a refusal's sentence without a stack", () => {
    expect(sentenceFor(new Refusal('Port 3000 is taken.'))).toBe('Port 3000 is taken.')
  })

  it('is a sentence when no PostgreSQL server listens', async () => {
    const url = `postgres://someone@127.0.0.1:${await freePort()}/fieldbook`
    expect(sentenceFor(await refused(url))).toBe(
      'No PostgreSQL server answers at DATABASE_URL: start it or fix the address.',
    )
  })

  it('is a sentence when a server accepts the connection but never answers', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}))
    const port = await freePort()
    await new Promise<void>((listening) => silent.listen(port, '127.0.0.1', listening))
    const url = `postgres://someone@127.0.0.1:${port}/fieldbook`
    expect(sentenceFor(await refused(url))).toBe(
      'No PostgreSQL server answers at DATABASE_URL: start it or fix the address.',
    )
    silent.close()
  }, 60_000)

  it('is a sentence when all addresses of a host fail', () => {
    const each = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    expect(sentenceFor(new AggregateError([each, each]))).toMatch(/^No PostgreSQL server answers/)
  })

  it('is a sentence when the disk is full, however deep the cause', () => {
    const full = Object.assign(new Error('write'), { code: 'ENOSPC' })
    expect(sentenceFor(new Error('copying failed', { cause: full }))).toMatch(/^The disk is full/)
  })

  it.each(['the folder', 'a file in it'])(
    'is a sentence when %s of the database belongs to another user',
    async (what) => {
      const folder = mkdtempSync(join(tmpdir(), 'fieldbook-database-'))
      chmodSync(folder, 0o755)
      mkdirSync(join(folder, 'database'))
      writeFileSync(join(folder, 'database', 'PG_VERSION'), '17')
      const [shut, open] =
        what === 'the folder'
          ? ['database', 'database/PG_VERSION']
          : ['database/PG_VERSION', 'database']
      chmodSync(join(folder, open), 0o777)
      chmodSync(join(folder, shut), 0o500)
      const args = ['--input-type=module', '-e', asOrdinaryUser]
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder })
      chmodSync(join(folder, shut), 0o700)
      rmSync(folder, { recursive: true })
      expect(stdout).toBe(
        'The database folder database cannot be written to: give this user the right to, or choose another data folder with FIELDBOOK_DATA.',
      )
    },
  )

  it('is the whole error for an unexpected one', () => {
    expect(sentenceFor(new TypeError('x is not a function'))).toMatch(
      /TypeError: x is not.*\n\s+at /,
    )
    expect(sentenceFor('odd')).toBe('odd')
  })
})
