import type { FastifyInstance, FastifyRequest } from 'fastify'
import { paged } from './call.ts'
import { notFound, unauthenticated } from './errors.ts'
import { membershipShape, organizationShape, userBasics } from './shapes.ts'
import { membershipsOfOrganization, membershipsOfUser, type World } from './world.ts'

interface ById {
  Params: { id: string }
}

/** The slice of the Backend API that the product's server needs, under `/bapi`, for holders of the secret key. */
export function backendRoutes(app: FastifyInstance, world: World): void {
  app.addHook('onRequest', async (request) => {
    if (request.headers.authorization !== `Bearer ${world.keys.secretKey}`) throw unauthenticated()
  })

  app.get<ById>('/v1/users/:id', (request) => {
    const user = world.state.users[request.params.id]
    if (!user) throw notFound()
    return userBasics(world, user)
  })

  app.get<ById>('/v1/users/:id/organization_memberships', (request) => {
    const found = membershipsOfUser(world.state, request.params.id)
    return paged(
      queryOf(request),
      found.map((one) => membershipShape(world, one)),
    )
  })

  app.get<ById>('/v1/organizations/:id', (request) => {
    const wanted = request.params.id
    const organization = Object.values(world.state.organizations).find(
      (one) => one.id === wanted || one.slug === wanted,
    )
    if (!organization) throw notFound()
    return organizationShape(world, organization)
  })

  app.get<ById>('/v1/organizations/:id/memberships', (request) => {
    const found = membershipsOfOrganization(world.state, request.params.id)
    return paged(
      queryOf(request),
      found.map((one) => membershipShape(world, one)),
    )
  })
}

function queryOf(request: FastifyRequest): URLSearchParams {
  return new URL(request.url, 'http://emulator.example').searchParams
}
