import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/lib/ports.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

let folder = ''
let children: ChildProcess[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldbook-start-'))
})
afterEach(async () => {
  await Promise.all(
    children.map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    }),
  )
  children = []
  rmSync(folder, { recursive: true, force: true })
})

const start = async (env: Record<string, string>): Promise<{ code: number; stderr: string }> => {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      FIELDBOOK_DATA: join(folder, 'data'),
      PORT: String(await freePort()),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  children.push(child)
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, stderr }
}

const sentence = (text: RegExp) => ({
  code: 1,
  stderr: expect.stringMatching(new RegExp(`^(?!.*\\n.)(?=.*${text.source}).*\\.\\n$`, 's')),
})

describe('a refused start prints one sentence and ends with code 1', () => {
  it('when the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' ? address?.port : undefined
    expect(await start({ PORT: String(port) })).toEqual(sentence(/Port \d+ is in use/))
    other.close()
  })

  it('when a running Fieldbook uses the data folder', async () => {
    const owner = spawn(
      process.execPath,
      ['tests/kit/claim-data-folder.ts', join(folder, 'data')],
      { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] },
    )
    children.push(owner)
    await once(owner.stdout, 'data')
    expect(await start({})).toEqual(sentence(new RegExp(`in use by process ${owner.pid}`)))
  })

  it('when the disk is almost full', async () => {
    expect(await start({ FIELDBOOK_MIN_FREE_MB: '999999999' })).toEqual(
      sentence(/has \d+ MB left and Fieldbook needs 999999999 MB/),
    )
  })

  it('when the data folder is no folder', async () => {
    writeFileSync(join(folder, 'data'), '')
    expect(await start({})).toEqual(sentence(/cannot be written to/))
  })

  it("when Clerk's emulator would serve other machines", async () => {
    expect(await start({ HOST: '0.0.0.0' })).toEqual(
      sentence(/HOST=0\.0\.0\.0, which other machines reach: set Clerk's keys/),
    )
    expect(await start({ PUBLIC_ORIGIN: 'https://fieldbook.example' })).toEqual(
      sentence(/PUBLIC_ORIGIN=https:\/\/fieldbook\.example, which other machines reach/),
    )
  })

  it.each([
    ['Clerk', { CLERK_SECRET_KEY: 'sk_test_a' }, /CLERK_PUBLISHABLE_KEY is not/],
    ['PostgreSQL', { PGHOST: 'db.example' }, /PGDATABASE and PGUSER are not/],
    ['an address', { DATABASE_URL: 'db.example' }, /DATABASE_URL must look like/],
    ['a port', { PORT: 'http' }, /PORT must be a port number/],
  ])('when the environment is incomplete: %s', async (_what, env, text) => {
    expect(await start(env)).toEqual(sentence(text))
  })
})
