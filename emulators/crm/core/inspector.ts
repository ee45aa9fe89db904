import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { inspectorPage } from './inspector-page.ts'
import type { CrmEmulator, CrmFault } from './types.ts'
import { CrmRefused, type CrmWorld } from './world.ts'

type Parts = Pick<CrmEmulator, 'faults' | 'advance' | 'records' | 'activities' | 'user' | 'audit'>

const Command = z.discriminatedUnion('act', [
  z.object({ act: z.literal('advance'), ms: z.number().min(0) }),
  z.object({ act: z.literal('edit'), id: z.string(), values: z.record(z.string(), z.unknown()) }),
  z.object({ act: z.literal('remove'), id: z.string() }),
  z.object({ act: z.literal('merge'), lost: z.string(), survivor: z.string() }),
  z.object({ act: z.literal('revoke') }),
  z.object({ act: z.literal('fault'), fault: z.looseObject({ kind: z.string() }) }),
  z.object({ act: z.literal('clear-faults') }),
])

/** What a person in the CRM sees and does, and the switches of other processes, which send the client secret as a bearer token. */
export const inspectorRoutes = (app: FastifyInstance, world: CrmWorld, parts: Parts): void => {
  app.get('/', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(inspectorPage(world, parts)),
  )
  app.post('/', async (request, reply) => {
    press(parts, new URLSearchParams(String(request.body)))
    return reply.code(303).header('location', '/').send()
  })
  app.get('/_/state', async (request, reply) => {
    refuseStrangers(request, world)
    const { records, activities, audit } = parts
    return reply.type('application/json').send(
      JSON.stringify({
        now: world.now(),
        records: records(),
        activities: activities(),
        audit: audit(),
      }),
    )
  })
  app.post('/_/commands', async (request, reply) => {
    refuseStrangers(request, world)
    run(parts, Command.parse(JSON.parse(String(request.body))))
    return reply.type('application/json').send('{}')
  })
}

const run = ({ advance, user, faults }: Parts, command: z.infer<typeof Command>): void => {
  switch (command.act) {
    case 'advance':
      return advance(command.ms)
    case 'edit':
      return user.edit(command.id, command.values)
    case 'remove':
      return user.remove(command.id)
    case 'merge':
      return user.merge(command.lost, command.survivor)
    case 'revoke':
      return user.revoke()
    case 'clear-faults':
      return faults.clear()
    case 'fault':
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tests of other processes write it as this type
      faults.begin(command.fault as CrmFault)
  }
}

const press = ({ advance, user }: Parts, form: URLSearchParams): void => {
  const text = (name: string): string => form.get(name) ?? ''
  const action = text('action')
  if (action === 'advance') advance(Number(text('minutes')) * 60_000)
  if (action === 'revoke') user.revoke()
  if (action === 'remove') user.remove(text('id'))
  if (action === 'edit') user.edit(text('id'), { [text('field')]: text('value') })
  if (action === 'merge') user.merge(text('id'), text('into'))
}

const refuseStrangers = ({ headers }: FastifyRequest, { state }: CrmWorld): void => {
  if (headers.authorization !== `Bearer ${state.clientSecret}`)
    throw new CrmRefused({ status: 401, body: { error: 'The client secret is missing.' } })
}
