import { entities, isRestored, restoredKind } from './entities/entities.ts'
import type { Action, Entity } from './entities/entity.ts'
import type { Entry } from './rows.ts'
import type { Kind, Kinds } from './send-outbox.ts'

export const kinds: Kinds = Object.fromEntries(
  entities.flatMap((entity: Entity) => [
    [entity.kind, kindOf(entity)],
    ...(entity.restore?.action ? [[restoredKind(entity.kind), kindOf(entity)]] : []),
  ]),
)

function kindOf(entity: Entity): Kind {
  return {
    request: (entry) => actionOf(entity, entry).request(entry),
    parseResponse: (output, entry, known) => actionOf(entity, entry).parse(output, known),
  }
}

const actionOf = (entity: Entity, { kind, effect }: Entry): Action => {
  const action = isRestored(kind) ? entity.restore?.action : entity[effect.do]
  if (!action) throw new Error(`${entity.kind} has no action for ${effect.do}`)
  return action
}
