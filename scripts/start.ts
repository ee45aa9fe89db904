import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { followBuild } from '../server/platform/http/built-app.ts'
import type { Env } from '../server/platform/process/env.ts'
import { openLog } from '../server/platform/process/log.ts'
import { reportErrors } from '../server/platform/vendors/error-reports.ts'
import { Refusal } from '../server/platform/refusal.ts'
import { envOrRefusal, refuseEarly } from './lib/startup-checks.ts'
import { connectClerk } from './lib/clerk-connection.ts'
import { connectCrms } from './lib/crm-connection.ts'
import { connectStripe } from './lib/stripe-connection.ts'
import { demoOptions, demoUsers } from './lib/demo-users.ts'
import { drainOnShutdown, exitWithoutDatabase } from './lib/shutdown.ts'
import { stepLines } from './lib/step-lines.ts'
import { sentenceFor } from './lib/sentences.ts'
import { root, run } from './lib/tools.ts'

const began = performance.now()
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const progress = stepLines(process.stdout)

try {
  await start()
} catch (error) {
  progress.done()
  process.stderr.write(`${sentenceFor(error)}\n`)
  process.exit(1)
}

async function start(): Promise<void> {
  const env = envOrRefusal()
  await refuseEarly(env)
  const undo: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  drainOnShutdown(close, say)

  await build()
  if (env.clerk === undefined) progress.step('Starting the emulators')
  const clerk = await connectClerk(env)
  undo.push(clerk.close)
  const stripe = await connectStripe(env)
  undo.push(stripe.close)
  const crms = await connectCrms(env)
  undo.push(crms.close)
  // Imported late, so that a failing check reports at once.
  const { startServer } = await import('../server/main.ts')
  const { createDemo } = await import('../demo/demo.ts')
  const server = await startServer({
    env,
    clerk: clerk.connection,
    payments: stripe.connection,
    crms: crms.settings,
    demo: createDemo(demoOptions(env)),
    dist: join(root, 'dist'),
    log: openServerLog(env),
    onProgress: progress.step,
    onDatabaseLost: exitWithoutDatabase,
  }).catch(async (error: unknown) => {
    await close()
    throw error
  })
  undo.push(() => server.close())
  progress.done()
  farewell(env, server.origin, {
    clerk: clerk.inspector,
    stripe: stripe.inspector,
    crms: crms.inspectors,
  })
}

function openServerLog({ logLevel, sentryServerDsn: dsn }: Env): Logger {
  const level = logLevel ?? (process.stdout.isTTY ? 'warn' : 'info')
  if (dsn === undefined) return openLog(level)
  const { id: release } = followBuild(join(root, 'dist'))()
  return openLog(level, reportErrors(pino.destination(1), { dsn, release, fetch, now: Date.now }))
}

/** In a separate process: a build needs memory and settings that a server should not keep. */
async function build(): Promise<void> {
  progress.step('Building the app')
  const { code, output } = await run(process.execPath, ['scripts/build.ts'])
  if (code !== 0) throw new Refusal(`Couldn’t build the app.\n${output.trim()}`)
}

function farewell(
  env: Env,
  origin: string,
  inspectors: {
    clerk: string | undefined
    stripe: string | undefined
    crms: readonly { name: string; url: string }[]
  },
): void {
  if (env.databaseUrl === undefined)
    say(
      `Embedded database in ${env.dataFolder}. It serves one machine. Set DATABASE_URL to use a PostgreSQL server.`,
    )
  say(
    `\nFieldbook is ready after ${Math.round((performance.now() - began) / 1000)} s at ${origin}\n`,
  )
  if (inspectors.clerk !== undefined) {
    say('Sign in as')
    for (const { email, password, role } of demoUsers)
      say(`  ${email.padEnd(24)} ${password.padEnd(20)} ${role}`)
    say(`See emailed codes at ${inspectors.clerk}`)
  }
  if (inspectors.stripe !== undefined)
    say(`See payments, none of them real, at ${inspectors.stripe}`)
  for (const { name, url } of inspectors.crms) say(`See what is pushed to ${name} at ${url}`)
  say('\nPress Ctrl-C to stop.')
}
