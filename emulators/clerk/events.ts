import { newId, type World } from './world.ts'

type EventType =
  | `user.${Change}`
  | `organization.${Change}`
  | `organizationMembership.${Change}`
  | `organizationInvitation.${'created' | 'accepted' | 'revoked'}`
  | `session.${'created' | 'ended' | 'removed' | 'revoked'}`

type Change = 'created' | 'updated' | 'deleted'

const MAX_FINISHED = 200

/** The event leaves once the change is saved. */
export function announce(world: World, type: EventType, contents: object): void {
  if (!world.announces) return
  const at = world.now()
  const { deliveries } = world.state
  deliveries.push({
    id: newId('msg'),
    type,
    at,
    body: JSON.stringify({
      data: contents,
      event_attributes: { http_request: { client_ip: '', user_agent: '' } },
      instance_id: world.keys.instanceId,
      object: 'event',
      timestamp: at,
      type,
    }),
    attempts: 0,
    nextAt: at,
    status: 'waiting',
    answer: null,
  })
  const finished = deliveries.filter((delivery) => delivery.status !== 'waiting')
  const forgotten = new Set(finished.slice(0, Math.max(0, finished.length - MAX_FINISHED)))
  if (forgotten.size > 0)
    world.state.deliveries = deliveries.filter((delivery) => !forgotten.has(delivery))
}
