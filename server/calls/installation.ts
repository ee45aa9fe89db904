import type { installationEndpoints } from '../../contract/org/installation.ts'
import { readStatus, type StatusParts } from '../installation/status.ts'
import type { Context, Handlers } from '../platform/http/context.ts'
import { checkOperator } from '../sources/store.ts'

export const installationHandlers = (parts: {
  status: StatusParts
  faults(): Promise<string[]>
}): Handlers<keyof typeof installationEndpoints> => {
  const asOperator = (context: Context): Promise<void> =>
    context.inOrg((trx) => checkOperator(trx, context))
  return {
    installation: async (_, context) => {
      await asOperator(context)
      return readStatus(parts.status)
    },
    installationFaults: async (_, context) => {
      await asOperator(context)
      return { faults: await parts.faults() }
    },
  }
}
