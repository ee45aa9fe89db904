import { startCrm } from '../core/emulator.ts'
import type { CrmEmulator, CrmEmulatorOptions } from '../core/types.ts'
import { definition } from './definition.ts'

/** Salesloft's API, version 2, of one team. */
export const startSalesloftEmulator = (options: CrmEmulatorOptions = {}): Promise<CrmEmulator> =>
  startCrm(definition(), options)
