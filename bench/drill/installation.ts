import pino from 'pino'
import { createDemo } from '../../demo/demo.ts'
import { DEMO_ORGANIZATIONS } from '../../emulators/clerk/demo.ts'
import { connectClerk } from '../../scripts/lib/clerk-connection.ts'
import { connectCrms } from '../../scripts/lib/crm-connection.ts'
import { demoOptions, demoUsers } from '../../scripts/lib/demo-users.ts'
import { freePort } from '../../scripts/lib/ports.ts'
import { connectStripe } from '../../scripts/lib/stripe-connection.ts'
import { startServer } from '../../server/main.ts'
import { readEnv } from '../../server/platform/process/env.ts'
import { openBrowser, signIn } from '../../tests/kit/clerk/browser.ts'

export type Installation = {
  /** As the admin of the first organisation, who has signed in with a password. */
  ask(method: string, path: string, body?: object): Promise<unknown>
  fetchFile(path: string): Promise<Uint8Array>
  close(): Promise<void>
}

/** The product without its pages, with a small market and the emulators. */
export const startInstallation = async (at: {
  data: string
  database: string | null
}): Promise<Installation> => {
  const port = await freePort()
  const read = readEnv({
    PORT: String(port),
    FIELDBOOK_DATA: at.data,
    FIELDBOOK_DEMO: 'still',
    FIELDBOOK_MIN_FREE_MB: '0',
    ...(at.database !== null && { DATABASE_URL: at.database }),
  })
  if ('problems' in read) throw new Error(read.problems.join(' '))
  const { env } = read
  const clerk = await connectClerk(env)
  const stripe = await connectStripe(env)
  const crms = await connectCrms(env)
  const server = await startServer({
    env,
    clerk: clerk.connection,
    payments: stripe.connection,
    crms: crms.settings,
    demo: createDemo({ ...demoOptions(env), world: { companies: 300, people: 1_200, seed: 1 } }),
    dist: null,
    log: pino({ level: 'silent' }),
    onProgress: () => undefined,
    onDatabaseLost: () => process.exit(1),
  })
  const [admin] = demoUsers
  const browser = openBrowser(() => clerk.connection.proxyTarget ?? '', server.origin)
  const { id: session } = await signIn(browser, admin?.email ?? '', admin?.password ?? '')
  const tokens = `/v1/client/sessions/${session}/tokens`
  /** They expire within a minute. */
  const newToken = async (): Promise<string> => {
    const { body } = await browser.post(tokens, { organization_id: DEMO_ORGANIZATIONS.harbour.id })
    return body.jwt ?? ''
  }
  return {
    ask: async (method, path, body) => {
      const answer = await fetch(`${server.origin}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${await newToken()}`,
          ...(method !== 'GET' && {
            'content-type': 'application/json',
            'idempotency-key': crypto.randomUUID(),
          }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (!answer.ok)
        throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
      return answer.json()
    },
    fetchFile: async (path) =>
      new Uint8Array(await (await fetch(new URL(path, server.origin))).arrayBuffer()),
    close: async () => {
      await server.close()
      for (const each of [crms, stripe, clerk]) await each.close()
    },
  }
}
