import { startCrm } from '../core/emulator.ts'
import type { CrmEmulator, CrmEmulatorOptions } from '../core/types.ts'
import { definition } from './definition.ts'

/** Salesforce's REST API, version 67, of one organisation. */
export const startSalesforceEmulator = (options: CrmEmulatorOptions = {}): Promise<CrmEmulator> =>
  startCrm(definition(), options)
