import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { DEMO_USERS } from '../../emulators/clerk/demo.ts'
import { emulatorRefusal, refuseRealThings } from '../../emulators/clerk/guard.ts'
import { openState } from '../../emulators/clerk/state.ts'
import { openBrowser, signIn } from '../kit/clerk/browser.ts'
import { freshFolder, ORIGIN, PASSWORDS, startClerk } from '../kit/clerk/start.ts'
import { dayMs } from '../../contract/core/days.ts'

const folders: string[] = []

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

test('a folder of an earlier version opens and keeps all users signed in', async () => {
  const dataFolder = await trackFolder(freshFolder())
  const older = await startClerk({ dataFolder })
  const browser = openBrowser(() => older.url, ORIGIN)
  const { id } = await signIn(browser, DEMO_USERS.admin.email, PASSWORDS.admin)
  await older.close()
  const keys = JSON.parse(readFileSync(join(dataFolder, 'keys.json'), 'utf8')) as object
  writeFileSync(join(dataFolder, 'keys.json'), without(keys, ['webhookSecret']))
  const state = JSON.parse(readFileSync(join(dataFolder, 'state.json'), 'utf8')) as object
  const added = ['deliveries', 'privateMetadata', 'imageId', 'status', 'ip', 'lastActiveAt']
  writeFileSync(join(dataFolder, 'state.json'), without(state, added))

  const newer = await startClerk({ dataFolder })
  const again = await fetch(`${newer.url}/v1/client/sessions/${id}/tokens`, {
    method: 'POST',
    headers: { cookie: `__client=${browser.cookie('__client') ?? ''}`, origin: ORIGIN },
  })
  expect(again.status).toBe(200)
  expect(newer.secretKey).toBe(older.secretKey)
  expect(newer.webhookSecret).toMatch(/^whsec_/)
  await newer.close()
})

test('a writer killed at any moment leaves the old or the new state complete', async () => {
  const folder = await trackFolder(mkdtempSync(join(tmpdir(), 'clerk-killed-')))
  const code = `
    import { openState } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../emulators/clerk/state.ts')).href)}
    const { state, save } = openState(${JSON.stringify(folder)})
    const one = () => ({ at: 0, to: 'x'.repeat(2_000), subject: '', code: '', link: '' })
    for (let n = state.sent.length % 50; ; n = (n + 1) % 50) {
      state.sent = Array.from({ length: n + 1 }, one)
      save()
      if (n === 49) process.stdout.write('.')
    }`
  for (let kill = 0; kill < 4; kill += 1) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', code])
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(openState(folder).state.sent.length).toBeGreaterThan(0)
  }
})

test('a start deletes browsers unused for a month and keeps the others', async () => {
  const dataFolder = await trackFolder(freshFolder())
  const clerk = await startClerk({ dataFolder })
  const browser = openBrowser(() => clerk.url, ORIGIN)
  await signIn(browser, DEMO_USERS.admin.email, PASSWORDS.admin)
  await clerk.close()
  const clients = () => Object.keys(openState(dataFolder).state.clients).length
  for (const [days, left] of [
    [6, 1],
    [31, 0],
  ] as const) {
    await (await startClerk({ dataFolder, now: () => Date.now() + days * dayMs })).close()
    expect(clients()).toBe(left)
  }
})

test('a running emulator writes its address to a file', async () => {
  const dataFolder = await trackFolder(freshFolder())
  const clerk = await startClerk({ dataFolder })
  expect(existsSync(join(dataFolder, 'address.json'))).toBe(true)
  await clerk.close()
  expect(existsSync(join(dataFolder, 'address.json'))).toBe(false)
})

test('the emulator refuses to start beside keys of a real Clerk, but not beside its own', async () => {
  const dataFolder = await trackFolder(freshFolder())
  for (const name of ['CLERK_SECRET_KEY', 'CLERK_PUBLISHABLE_KEY'])
    await expect(startClerk({ dataFolder, env: { [name]: 'of a real instance' } })).rejects.toThrow(
      `The Clerk emulator does not start while ${name} holds a key that is not its own: unset it, or use the real Clerk.`,
    )
  const first = await startClerk({ dataFolder })
  await first.close()
  const { secretKey, publishableKey } = first
  const env = { CLERK_SECRET_KEY: secretKey, CLERK_PUBLISHABLE_KEY: publishableKey }
  await (await startClerk({ dataFolder, env })).close()
})

test('the emulator refuses to start in production unless FIELDBOOK_EMULATORS allows it', async () => {
  const dataFolder = await trackFolder(freshFolder())
  const env = { NODE_ENV: 'production' }
  await expect(startClerk({ dataFolder, env })).rejects.toThrow(
    "The Clerk emulator does not start with NODE_ENV=production: set Clerk's keys, or FIELDBOOK_EMULATORS=allow to insist.",
  )
  const allowed = await startClerk({ dataFolder, env: { ...env, FIELDBOOK_EMULATORS: 'allow' } })
  await allowed.close()
})

test.each([
  ['HOST=0.0.0.0', { HOST: '0.0.0.0' }],
  ['HOST=::', { HOST: '::' }],
  ['HOST=192.0.2.7', { HOST: '192.0.2.7' }],
  ['HOST=127.0.0.1.evil.example', { HOST: '127.0.0.1.evil.example' }],
  [
    'PUBLIC_ORIGIN=https://fieldbook.example',
    { HOST: '127.0.0.1', PUBLIC_ORIGIN: 'https://fieldbook.example' },
  ],
])(
  'the emulator refuses to start where other machines reach it (%s) unless FIELDBOOK_EMULATORS allows it',
  (named, env) => {
    expect(emulatorRefusal(env, [])).toBe(
      `The Clerk emulator does not start with ${named}, which other machines reach: set Clerk's keys, or FIELDBOOK_EMULATORS=allow to insist.`,
    )
    expect(() => refuseRealThings(env, [])).toThrow(named)
    expect(emulatorRefusal({ ...env, FIELDBOOK_EMULATORS: 'allow' }, [])).toBeUndefined()
  },
)

test.each([
  {},
  { HOST: '', PUBLIC_ORIGIN: ' ' },
  { HOST: '127.0.0.1', PUBLIC_ORIGIN: 'https://localhost:8443' },
  { HOST: 'localhost', PUBLIC_ORIGIN: 'http://127.0.0.1:3000' },
  { HOST: '::1', PUBLIC_ORIGIN: 'http://[::1]:3000' },
  { PUBLIC_ORIGIN: 'http://fieldbook.localhost:3000/' },
])('the emulator starts where only this machine reaches it: %j', (env) => {
  expect(emulatorRefusal(env, [])).toBeUndefined()
})

test('a refused start writes nothing to the folder', async () => {
  const dataFolder = await trackFolder(mkdtempSync(join(tmpdir(), 'clerk-refused-')))
  await expect(startClerk({ dataFolder, env: { CLERK_SECRET_KEY: 'real' } })).rejects.toThrow(
    'CLERK_SECRET_KEY',
  )
  expect(existsSync(join(dataFolder, 'keys.json'))).toBe(false)
})

async function trackFolder(folder: string | Promise<string>): Promise<string> {
  folders.push(await folder)
  return folder
}

function without(value: object, names: string[]): string {
  return JSON.stringify(value, (key, field: unknown) => (names.includes(key) ? undefined : field))
}
