import { startCrm } from '../core/emulator.ts'
import type { CrmEmulator, CrmEmulatorOptions } from '../core/types.ts'
import { definition } from './definition.ts'

/** Entra ID and the Dataverse Web API 9.2 of one environment of Dynamics 365 Sales. */
export const startDynamicsEmulator = (options: CrmEmulatorOptions = {}): Promise<CrmEmulator> =>
  startCrm(definition(), options)
