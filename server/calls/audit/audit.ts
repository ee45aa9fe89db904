import { maxAuditFileRows } from '../../../contract/org/audit.ts'
import { auditCsv } from './audit-file.ts'
import { auditEntries } from './entries.ts'
import { verifyChain } from '../../audit/verify.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { dayOf } from '../../../contract/core/days.ts'

export const auditHandlers = (
  now: () => number,
): Handlers<'audit' | 'auditCheck' | 'auditFile'> => ({
  audit: async ({ from, size, ...chosen }, { inOrg }) => ({
    success: true,
    ...(await inOrg((trx) => auditEntries(trx, chosen, { from, size }))),
  }),
  auditCheck: (_, { inOrg }) => inOrg(verifyChain),
  auditFile: async (chosen, { inOrg }) => {
    const { total, entries } = await inOrg((trx) =>
      auditEntries(trx, chosen, { from: 0, size: maxAuditFileRows }),
    )
    const day = dayOf(now())
    const name = `fieldbook-audit-${day}.csv`
    return { name, csv: auditCsv(entries), rows: entries.length, total }
  },
})
