import { readFileSync } from 'node:fs'
import { emulatorRefusal } from '../../emulators/clerk/guard.ts'
import { connectorKinds } from '../../server/connectors/registry.ts'
import { openBaseMap } from '../../server/platform/http/base-map.ts'
import { claimDataFolder } from '../../server/platform/process/data-folder.ts'
import { readEnv, type Env } from '../../server/platform/process/env.ts'
import { readSecretFiles } from '../../server/platform/process/secret-files.ts'
import { Refusal } from '../../server/platform/refusal.ts'
import { portIsFree } from './ports.ts'

export const envOrRefusal = (): Env => {
  const prefixes = connectorKinds.map(({ settings }) => settings)
  const files = readSecretFiles(process.env, prefixes, (path) => readFileSync(path, 'utf8'))
  const read = readEnv(files.variables, prefixes)
  const problems = [...files.problems, ...('problems' in read ? read.problems : [])]
  if ('problems' in read || problems.length > 0) throw new Refusal(problems.join('\n'))
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
