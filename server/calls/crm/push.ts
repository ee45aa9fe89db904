import type { Field } from '../../connectors/port.ts'
import type { CrmTokens } from '../../connectors/token.ts'
import { dryRun, type DryRunParts } from '../../crm/dry-run.ts'
import { personFields } from '../../crm/describe.ts'
import { factLabels, factValues } from '../../crm/facts.ts'
import { openReading, readNow } from '../../crm/reading.ts'
import { saveMapping } from '../../crm/save-mapping.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { assertAllowed } from '../../credits/limits.ts'
import { checkCrmToken } from './check-token.ts'

type Name = 'crmMapping' | 'saveCrmMapping' | 'dryRun'

export type CrmPushCalls = DryRunParts & { tokens: CrmTokens }

export const crmPushHandlers = (parts: CrmPushCalls): Handlers<Name> => ({
  crmMapping: async ({ token, connector }, context) => {
    await checkCrmToken(parts.tokens, token, context)
    const { described, mapping, problems } = await readNow(parts, connector, () =>
      openReading(parts, context, connector),
    )
    return {
      mapping,
      facts: { company: factLabels.company.map(asFact), person: factLabels.person.map(asFact) },
      fields: {
        company: described.company.map(asField),
        person: personFields(described).map(asField),
      },
      owners: described.owners.flatMap(({ id, name, email, active }) =>
        active ? [{ id, name, email }] : [],
      ),
      problems,
    }
  },
  saveCrmMapping: async ({ token, connector, mapping }, context) => {
    await checkCrmToken(parts.tokens, token, context)
    await context.inOrg((trx) => saveMapping(trx, parts, context, connector, mapping))
    const { problems } = await readNow(parts, connector, () =>
      openReading(parts, context, connector),
    )
    return { problems }
  },
  dryRun: async ({ token, ...input }, context) => {
    await checkCrmToken(parts.tokens, token, context)
    await context.inOrg((trx) => assertAllowed(trx, context, 'push'))
    return readNow(parts, input.connector, () => dryRun(parts, context, input))
  },
})

const asFact = ({ key, label }: { key: string; label: string }) => ({
  key,
  label,
  values: [...(factValues[key] ?? [])],
})

const asField = ({ name, label, type, required, writable, choices }: Field) => ({
  name,
  label,
  type,
  required,
  readOnly: writable === 'never',
  choices: choices.flatMap(({ value, label: choice, active }) =>
    active ? [{ value, label: choice }] : [],
  ),
})
