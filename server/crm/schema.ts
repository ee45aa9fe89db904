import type { CrmMapping } from '../../contract/money/crm.ts'
import type { Connector } from '../connectors/port.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Connection } from './connections.ts'
import { defaultMapping } from './default-mapping.ts'
import { describeCrm, type Call, type Described } from './describe.ts'
import { mappingProblems, ownerProblem, plansOf, type Plans, type Pusher } from './mapping.ts'

export type SchemaParts = {
  call: Call
  connector: Connector
  connection: Pick<Connection, 'mapping'>
  pusher: Pusher
  label: string
}

export type Schema = { described: Described; mapping: CrmMapping; plans: Plans }

/** The mapping, joined with what the CRM has now; `problems` would stop a push, in sentences. */
export const readSchema = async ({
  call,
  connector,
  connection,
  pusher,
  label,
}: SchemaParts): Promise<Schema & { problems: string[] }> => {
  const described = await describeCrm(call, connector)
  const mapping = connection.mapping ?? defaultMapping(connector, described)
  return {
    described,
    mapping,
    plans: plansOf(mapping, described, connector, pusher),
    problems: [
      ...mappingProblems(mapping, described, label),
      ...ownerProblem(mapping, described, pusher, label),
    ],
  }
}

/** Throws ProblemError `crm-refused` with what cannot work. */
export const openSchema = async (parts: SchemaParts): Promise<Schema> => {
  const { problems, ...schema } = await readSchema(parts)
  if (problems.length > 0) throw new ProblemError('crm-refused', problems.join(' '))
  return schema
}
