import { join } from 'node:path'
import { crmEmulators } from '../../emulators/crm/all.ts'
import type { CrmEmulator, CrmEmulatorOptions } from '../../emulators/crm/core/types.ts'
import { readJson, writeJson } from '../../emulators/json-file.ts'
import type { ConnectorSettings } from '../../server/connectors/port.ts'
import type { Env } from '../../server/platform/process/env.ts'
import { portIsFree } from './ports.ts'

export type CrmConnections = {
  /** By the prefix of the CRM's settings. */
  settings: Readonly<Record<string, ConnectorSettings>>
  /** The emulators' pages, by the CRM's name. */
  inspectors: readonly { name: string; url: string }[]
  close: () => Promise<void>
}

/** Each CRM without keys has its emulator beside Clerk's; people who sign in with the real Clerk never push into an emulator. */
export const connectCrms = async (env: Env): Promise<CrmConnections> => {
  const settings: Record<string, ConnectorSettings> = { ...env.crms }
  if (env.clerk !== undefined) return { settings, inspectors: [], close: () => Promise.resolve() }
  const dataFolder = join(env.dataFolder, 'crm')
  const inspectors: { name: string; url: string }[] = []
  const started: CrmEmulator[] = []
  const close = async (): Promise<void> => {
    for (const emulator of started.splice(0)) await emulator.close()
  }
  try {
    for (const { name, prefix, start } of crmEmulators) {
      if (settings[prefix] !== undefined) continue
      const emulator = await startWhereItWas(prefix, start, { dataFolder, seed: 'demo' })
      started.push(emulator)
      settings[prefix] = emulator.settings
      inspectors.push({ name, url: emulator.url })
    }
  } catch (error) {
    await close()
    throw error
  }
  return { settings, inspectors, close }
}

/** Connections store the address of their account's API, so it stays the same over restarts while its port is free. */
const startWhereItWas = async (
  prefix: string,
  start: (options: CrmEmulatorOptions) => Promise<CrmEmulator>,
  options: CrmEmulatorOptions & { dataFolder: string },
): Promise<CrmEmulator> => {
  const file = join(options.dataFolder, 'ports.json')
  const ports = readJson<Record<string, number>>(file, {})
  const before = ports[prefix] ?? 0
  const port = (await portIsFree(before, '127.0.0.1')) ? before : 0
  const emulator = await start({ ...options, port })
  writeJson(file, { ...ports, [prefix]: Number(new URL(emulator.url).port) })
  return emulator
}
