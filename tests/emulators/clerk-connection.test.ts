import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyWebhook } from '@clerk/backend/webhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectClerk } from '../../scripts/lib/clerk-connection.ts'
import { readEnv, type Env } from '../../server/platform/process/env.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clerk-connection-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

test('real Clerk keys start no emulator and so no inspector', async () => {
  const key = (kind: string) => [kind, 'live', btoa('clerk.customer.example$')].join('_')
  const { connection, inspector, close } = await connectClerk(
    env({ CLERK_PUBLISHABLE_KEY: key('pk'), CLERK_SECRET_KEY: key('sk') }),
  )
  await close()
  expect(inspector).toBeUndefined()
  expect(connection.proxyTarget).toBeUndefined()
  expect(existsSync(join(folder, 'clerk'))).toBe(false)
})

test("session tokens must come from the publishable key's Frontend API, or from CLERK_ISSUER", async () => {
  const key = (kind: string) => [kind, 'live', btoa('clerk.customer.example$')].join('_')
  const keys = { CLERK_PUBLISHABLE_KEY: key('pk'), CLERK_SECRET_KEY: key('sk') }
  const issuersWith = async (variables: Record<string, string>) =>
    (await connectClerk(env({ ...keys, ...variables }))).connection.issuers
  expect(await issuersWith({})).toEqual(['https://clerk.customer.example'])
  expect(await issuersWith({ CLERK_ISSUER: 'https://id.customer.example' })).toEqual([
    'https://id.customer.example',
  ])
  const CLERK_PROXY_TARGET = 'https://frontend-api.clerk.example'
  const PUBLIC_ORIGIN = 'https://fieldbook.example'
  expect(await issuersWith({ CLERK_PROXY_TARGET, PUBLIC_ORIGIN })).toEqual([
    'https://clerk.customer.example',
    'https://fieldbook.example/__clerk',
  ])
})

test('the emulator names the server it was started for, proved by the shared secret', async () => {
  const product = createServer()
  await new Promise<void>((done) => product.listen(0, '127.0.0.1', done))
  const { port } = product.address() as AddressInfo
  const received = new Promise<Request>((resolve) => {
    product.once('request', (request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        response.end()
        const headers = new Headers()
        for (const [name, value] of Object.entries(request.headers))
          headers.set(name, String(value))
        resolve(
          new Request(`http://product.example${request.url ?? ''}`, {
            method: 'POST',
            headers,
            body,
          }),
        )
      })
    })
  })
  // A server on 0.0.0.0 is reachable on this machine.
  const { connection, close } = await connectClerk(env({ PORT: String(port), HOST: '0.0.0.0' }))
  const request = await received
  expect(new URL(request.url).pathname).toBe('/api/webhooks/clerk')
  await expect(
    verifyWebhook(request, { signingSecret: connection.webhookSecrets?.[0] ?? '' }),
  ).resolves.toMatchObject({ type: 'organization.created' })
  await close()
  product.closeAllConnections()
  product.close()
})

function env(variables: Record<string, string>): Env {
  const read = readEnv({ FIELDBOOK_DATA: folder, ...variables })
  if ('problems' in read) throw new Error(read.problems.join(' '))
  return read.env
}
