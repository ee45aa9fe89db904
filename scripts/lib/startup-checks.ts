import { emulatorRefusal } from '../../emulators/clerk/guard.ts'
import { connectorKinds } from '../../server/connectors/registry.ts'
import { openBaseMap } from '../../server/platform/http/base-map.ts'
import { claimDataFolder } from '../../server/platform/process/data-folder.ts'
import { readEnv, type Env } from '../../server/platform/process/env.ts'
import { Refusal } from '../../server/platform/refusal.ts'
import { portIsFree } from './ports.ts'

export const envOrRefusal = (): Env => {
  const read = readEnv(
    process.env,
    connectorKinds.map(({ settings }) => settings),
  )
  if ('problems' in read) throw new Refusal(read.problems.join('\n'))
  return read.env
}

/** Throws a Refusal for what would stop the server after a minute of building. */
export const refuseEarly = async (env: Env): Promise<void> => {
  if (env.clerk === undefined) refuseEmulator(process.env)
  if (env.baseMapFile !== undefined) openBaseMap(env.baseMapFile)
  claimDataFolder(env.dataFolder, {
    minFreeBytes: env.minFreeBytes,
    leased: env.databaseUrl !== undefined,
  }).release()
  if (!(await portIsFree(env.port, env.host)))
    throw new Refusal(
      `Port ${env.port} is in use, or this user can’t open it. Stop the other program or set PORT.`,
    )
}

/** Without Clerk's keys the start runs the emulator, whose own keys are not loaded yet. */
const refuseEmulator = (variables: NodeJS.ProcessEnv): void => {
  const refusal = emulatorRefusal(variables, [])
  if (refusal !== undefined) throw new Refusal(refusal)
}
