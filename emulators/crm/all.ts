import type { CrmEmulator, CrmEmulatorOptions } from './core/types.ts'
import { startHubspotEmulator } from './hubspot/emulator.ts'
import { startSalesloftEmulator } from './salesloft/emulator.ts'

/** In the order of the Integrations screen; `prefix` is of the CRM's settings. */
export const crmEmulators: readonly {
  name: string
  prefix: string
  start: (options: CrmEmulatorOptions) => Promise<CrmEmulator>
}[] = [
  { name: 'HubSpot', prefix: 'HUBSPOT', start: startHubspotEmulator },
  { name: 'Salesloft', prefix: 'SALESLOFT', start: startSalesloftEmulator },
]
