import type { CrmEmulator, CrmEmulatorOptions } from './core/types.ts'
import { startSalesloftEmulator } from './salesloft/emulator.ts'

/** In the order of the Integrations screen; `prefix` is of the CRM's settings. */
export const crmEmulators: readonly {
  name: string
  prefix: string
  start: (options: CrmEmulatorOptions) => Promise<CrmEmulator>
}[] = [{ name: 'Salesloft', prefix: 'SALESLOFT', start: startSalesloftEmulator }]
