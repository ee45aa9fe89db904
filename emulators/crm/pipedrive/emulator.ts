import { startCrm } from '../core/emulator.ts'
import type { CrmEmulator, CrmEmulatorOptions } from '../core/types.ts'
import { definition } from './definition.ts'

/** Pipedrive's API, version 2 and what is left of version 1, of one company. */
export const startPipedriveEmulator = (
  options: CrmEmulatorOptions & {
    /** Keys of the types that the company has; absent: the usual ones. */
    activityTypes?: readonly string[]
  } = {},
): Promise<CrmEmulator> => startCrm(definition(options.activityTypes), options)
