import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectClerk } from '../../scripts/lib/clerk-connection.ts'
import { demoOptions } from '../../scripts/lib/demo-users.ts'
import { freePort } from '../../scripts/lib/ports.ts'
import { root, run } from '../../scripts/lib/tools.ts'
import { createDemo } from '../../demo/demo.ts'
import { startServer } from '../../server/main.ts'
import { readEnv } from '../../server/platform/process/env.ts'
import { openLog } from '../../server/platform/process/log.ts'
import { everyLimit } from '../../tests/kit/limits.ts'

export type Product = { port: number; stop: () => Promise<void> }

const few = 500
// The usual limits suit one user: two tabs that lose their network four times a second send more requests.
const limits = everyLimit(1_000_000)

export const openProduct = async (): Promise<Product> => {
  const built = await run(process.execPath, ['scripts/build.ts'])
  if (built.code !== 0) throw new Error(`The app was not built:\n${built.output}`)
  const folder = mkdtempSync(join(tmpdir(), 'fieldbook-flaps-'))
  const port = await freePort()
  const read = readEnv({ PORT: String(port), FIELDBOOK_DATA: folder })
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  const { env } = read
  const clerk = await connectClerk(env)
  const server = await startServer({
    env,
    clerk: clerk.connection,
    crms: {},
    payments: null,
    demo: createDemo({
      ...demoOptions(env),
      world: { companies: few, people: few, seed: 1 },
      isLiving: false,
    }),
    dist: join(root, 'dist'),
    log: openLog('error'),
    limits,
    onProgress: () => {},
    onDatabaseLost: () => process.exit(1),
  })
  return {
    port,
    stop: async () => {
      await server.close()
      await clerk.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
