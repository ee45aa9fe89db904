import { startCrm } from '../core/emulator.ts'
import type { CrmEmulator, CrmEmulatorOptions } from '../core/types.ts'
import { definition } from './definition.ts'

/** HubSpot's API of 2026-09, and its older paths, of one account. */
export const startHubspotEmulator = (options: CrmEmulatorOptions = {}): Promise<CrmEmulator> =>
  startCrm(definition(), options)
