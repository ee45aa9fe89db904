import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseFault, type Faults } from '../faults.ts'
import { notFound, unauthenticated } from './errors.ts'
import { inspectorPage } from './inspector-page.ts'
import type { World } from './world.ts'

/** Never served through the product's own address. */
export function inspectorRoutes(app: FastifyInstance, world: World, faults: Faults): void {
  app.get('/', (request, reply) => {
    refuseOthers(request)
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .header('x-frame-options', 'DENY')
      .header('cache-control', 'no-store')
      .send(inspectorPage(world))
  })

  app.get('/sent.json', (request) => {
    refuseOthers(request)
    return world.state.sent
  })

  app.post('/faults', (request) => {
    refuseStrangers(request, world)
    faults.begin(parseFault(request.body))
    return {}
  })

  app.delete('/faults', (request) => {
    refuseStrangers(request, world)
    faults.clear()
    return {}
  })
}

// Through the product's origin any visitor could read the codes and take over accounts; so could a page whose host
// name resolves to this machine.
function refuseOthers(request: FastifyRequest): void {
  const { headers } = request
  const proxied = headers['x-forwarded-host'] || headers['x-forwarded-for'] || headers.forwarded
  if (proxied || !/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(headers.host ?? ''))
    throw notFound()
}

function refuseStrangers(request: FastifyRequest, world: World): void {
  refuseOthers(request)
  if (request.headers.authorization !== `Bearer ${world.keys.secretKey}`) throw unauthenticated()
}
