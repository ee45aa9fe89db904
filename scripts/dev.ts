import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Plugin } from 'vite'
import { helpDeskPath } from '../demo/help-desk.ts'
import { bootOf } from '../server/main.ts'
import type { Boot } from '../server/platform/http/web.ts'
import { envOrRefusal, refuseEarly } from './lib/startup-checks.ts'
import { connectClerk } from './lib/clerk-connection.ts'
import { connectCrms } from './lib/crm-connection.ts'
import { connectStripe } from './lib/stripe-connection.ts'
import { demoUsers } from './lib/demo-users.ts'
import { drainOnShutdown } from './lib/shutdown.ts'
import { freePort } from './lib/ports.ts'
import { sentenceFor } from './lib/sentences.ts'
import { root } from './lib/tools.ts'

/** Vite serves the pages and proxies everything else to the API, so that pages see one origin as in production. */
const say = (line: string): void => void process.stdout.write(`${line}\n`)

try {
  await develop()
} catch (error) {
  process.stderr.write(`${sentenceFor(error)}\n`)
  process.exit(1)
}

async function develop(): Promise<void> {
  const env = envOrRefusal()
  await refuseEarly(env)
  const origin = env.publicOrigin ?? `http://localhost:${env.port}`
  const clerk = await connectClerk(env)
  const stripe = await connectStripe(env)
  const crms = await connectCrms(env)
  const apiPort = await freePort()
  const api = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', 'scripts/dev-api.ts'],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: String(apiPort),
        PUBLIC_ORIGIN: origin,
        FIELDBOOK_DEV_CLERK: JSON.stringify(clerk.connection),
        FIELDBOOK_DEV_STRIPE: JSON.stringify(stripe.connection),
        FIELDBOOK_DEV_CRMS: JSON.stringify(crms.settings),
      },
    },
  )
  const target = `http://127.0.0.1:${apiPort}`
  const vite = await createServer({
    root,
    server: {
      host: env.host,
      port: env.port,
      strictPort: true,
      proxy: {
        '/api': target,
        '/__clerk': target,
        '/__help-desk': target,
        '/health': target,
        '/ready': target,
      },
    },
    plugins: [
      bootInPage(
        bootOf(
          {
            env,
            clerk: clerk.connection,
            payments: stripe.connection,
            demo: { contactSales: helpDeskPath },
          },
          'development',
        ),
      ),
    ],
  })
  await vite.listen()
  drainOnShutdown(async () => {
    await vite.close()
    if (api.exitCode === null && api.kill('SIGTERM')) await once(api, 'exit')
    await clerk.close()
    await stripe.close()
    await crms.close()
  }, say)
  say(`\nFieldbook for development at ${origin}\n`)
  if (clerk.inspector === undefined) return
  for (const { email, password, role } of demoUsers)
    say(`  ${email.padEnd(24)} ${password.padEnd(20)} ${role}`)
  say(`See emailed codes at ${clerk.inspector}\n`)
}

function bootInPage(boot: Boot): Plugin {
  return {
    name: 'boot-in-page',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replace(
          /(id="boot">)\s*\{\s*\}\s*</,
          (_, tag: string) => `${tag}${JSON.stringify(boot).replaceAll('<', '\\u003c')}<`,
        ),
    },
  }
}
