import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { parseFault, type Faults } from '../faults.ts'
import { ACTIONS } from './actions.ts'
import { advance } from './clock.ts'
import type { Deliveries } from './deliveries.ts'
import { closeDispute, openDispute } from './disputes.ts'
import { nextDue } from './due.ts'
import { StripeError } from './errors.ts'
import { inspectorPage } from './inspector-page.ts'
import { answer, type Answer } from './pages.ts'
import { textOf } from './page-parts.ts'
import { DAY, find, HOUR, now, type World } from './world.ts'

const Advance = z.union([z.object({ by: z.number() }), z.object({ to: z.number() })])
const Spoil = z.object({
  lost: z.number().optional(),
  doubled: z.number().optional(),
  shuffled: z.boolean().optional(),
})

/** What an account's owner sees and does, and the switches of tests. */
export function inspectorRoutes(
  app: FastifyInstance,
  world: World,
  faults: Faults,
  deliveries: Deliveries,
): void {
  app.get('/', (_request, reply) => answer(world, reply, () => ({ page: inspectorPage(world) })))
  app.post('/', (request, reply) =>
    answer(world, reply, () => press(world, deliveries, Object(request.body))),
  )
  app.post('/_emulator/advance', (request) => {
    refuseStrangers(request, world)
    const requested = Advance.parse(request.body)
    advance(world, ACTIONS, 'by' in requested ? requested.by : requested.to - now(world))
    world.save()
    return { now: now(world) }
  })
  app.post('/_emulator/faults', (request) => {
    refuseStrangers(request, world)
    faults.begin(parseFault(request.body))
    return {}
  })
  app.post('/_emulator/webhooks', (request) => {
    refuseStrangers(request, world)
    const { lost = 0, doubled = 0, shuffled = false } = Spoil.parse(request.body)
    deliveries.spoil({ lost, doubled, shuffled, random: Math.random })
    return {}
  })
  app.delete('/_emulator/faults', (request) => {
    refuseStrangers(request, world)
    faults.clear()
    deliveries.spoil(null)
    return {}
  })
}

function press(world: World, deliveries: Deliveries, form: Record<string, unknown>): Answer {
  const id = textOf(form, 'id')
  const action = textOf(form, 'action')
  if (action === 'hour') advance(world, ACTIONS, HOUR)
  if (action === 'day') advance(world, ACTIONS, DAY)
  if (action === 'next')
    advance(world, ACTIONS, Math.max(0, (nextDue(world) ?? now(world)) - now(world)))
  if (action === 'resend') deliveries.resend(id)
  if (action === 'dispute')
    openDispute(world, find(world, 'charge', id), { reason: 'fraudulent', isInquiry: false })
  if (action === 'lose') closeDispute(world, id, 'lost')
  if (action === 'win') closeDispute(world, id, 'won')
  return { to: '/' }
}

function refuseStrangers({ headers }: FastifyRequest, { keys }: World): void {
  if (headers.authorization !== `Bearer ${keys.secretKey}`)
    throw new StripeError(401, 'Invalid API Key provided.')
}
