import type { Agent, AgentFields } from '../../../contract/signals/agents.ts'
import { action, entity, parseItem, type Edited } from './entity.ts'

/** What a user sets of an agent, without what the server adds. */
export const agentFields = ({
  name,
  category,
  filters,
  types,
  listIds,
  cadence,
  timeZone,
  channels,
  quiet,
  mostADay,
  minConfidence,
  paused,
}: AgentFields): AgentFields => ({
  name: name.trim(),
  category,
  filters,
  types,
  listIds,
  cadence,
  ...(timeZone !== undefined && { timeZone }),
  channels,
  quiet,
  mostADay,
  minConfidence,
  paused,
})

export const agent = entity({
  kind: 'agent',
  table: 'agents',
  since: 2,
  // Rows of this table hold agents.
  wholeOf: (value) => agentFields(value as Agent),
  create: action(
    'createAgent',
    ({ id, value, extra }: Edited<Agent, { goesOnFrom?: string }>) => ({
      ...agentFields(value),
      id,
      ...extra,
    }),
    parseItem,
  ),
  change: action(
    'updateAgent',
    ({ id, value }: Edited<AgentFields>) => ({ ...agentFields(value), id }),
    parseItem,
  ),
  remove: action('deleteAgent', ({ id }) => ({ id })),
  restore: { valueOf: (mine, id) => ({ ...mine, id, version: 0 }) },
  noun: 'agent',
  describe: ({ effect, name }) => {
    if (effect.do === 'create') return `Create agent ${name}`
    if (effect.do !== 'change') return `Delete agent ${name}`
    const { fields, before } = effect
    if (fields.paused === before.paused) return `Change agent ${name}`
    return `${fields.paused === true ? 'Pause' : 'Resume'} agent ${name}`
  },
})
