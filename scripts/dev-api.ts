import { createDemo } from '../demo/demo.ts'
import { startServer, type ClerkConnection } from '../server/main.ts'
import { openLog } from '../server/platform/process/log.ts'
import type { ConnectorSettings } from '../server/connectors/port.ts'
import type { PaymentsConnection } from '../server/platform/vendors/payments.ts'
import { envOrRefusal } from './lib/startup-checks.ts'
import { demoOptions } from './lib/demo-users.ts'
import { drainOnShutdown, exitWithoutDatabase } from './lib/shutdown.ts'
import { sentenceFor } from './lib/sentences.ts'

/** Restarts when a file of the server changes, while the emulators and the pages continue. */
const say = (line: string): void => void process.stdout.write(`${line}\n`)

try {
  const env = envOrRefusal()
  const server = await startServer({
    env,
    clerk: JSON.parse(process.env['FIELDBOOK_DEV_CLERK'] ?? '') as ClerkConnection,
    payments: JSON.parse(
      process.env['FIELDBOOK_DEV_STRIPE'] ?? 'null',
    ) as PaymentsConnection | null,
    crms: JSON.parse(process.env['FIELDBOOK_DEV_CRMS'] ?? '{}') as Record<
      string,
      ConnectorSettings
    >,
    demo: createDemo({ ...demoOptions(env), isLiving: false }),
    dist: null,
    log: openLog(env.logLevel ?? 'warn'),
    onProgress: say,
    onDatabaseLost: exitWithoutDatabase,
  })
  drainOnShutdown(server.close, say)
  say('The API is ready')
} catch (error) {
  process.stderr.write(`${sentenceFor(error)}\n`)
  process.exitCode = 1
}
