import type { CrmEmulator, CrmEmulatorOptions } from './core/types.ts'
import { startDynamicsEmulator } from './dynamics/emulator.ts'
import { startHubspotEmulator } from './hubspot/emulator.ts'
import { startPipedriveEmulator } from './pipedrive/emulator.ts'
import { startSalesforceEmulator } from './salesforce/emulator.ts'
import { startSalesloftEmulator } from './salesloft/emulator.ts'

/** In the order of the Integrations screen; `prefix` is of the CRM's settings. */
export const crmEmulators: readonly {
  name: string
  prefix: string
  start: (options: CrmEmulatorOptions) => Promise<CrmEmulator>
}[] = [
  { name: 'HubSpot', prefix: 'HUBSPOT', start: startHubspotEmulator },
  { name: 'Salesforce', prefix: 'SALESFORCE', start: startSalesforceEmulator },
  { name: 'Pipedrive', prefix: 'PIPEDRIVE', start: startPipedriveEmulator },
  { name: 'Dynamics 365', prefix: 'DYNAMICS', start: startDynamicsEmulator },
  { name: 'Salesloft', prefix: 'SALESLOFT', start: startSalesloftEmulator },
]
