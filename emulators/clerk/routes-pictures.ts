import type { FastifyInstance } from 'fastify'
import { envelopeHandler } from './call.ts'
import { markOrganizationUpdated } from './organizations.ts'
import { dropPicture, setPicture } from './pictures.ts'
import { organizationOf } from './routes-organizations.ts'
import { organizationShape } from './shapes.ts'
import { markUserUpdated } from './users.ts'
import type { World } from './world.ts'

export function pictureRoutes(app: FastifyInstance, world: World): void {
  app.post(
    '/v1/me/profile_image',
    envelopeHandler(world, (call) => {
      const { user } = call.requireSession()
      setPicture(world, user, call.file)
      markUserUpdated(world, user)
      return { object: 'image', id: user.imageId, name: null, public_url: null }
    }),
  )
  app.delete(
    '/v1/me/profile_image',
    envelopeHandler(world, (call) => {
      const { user } = call.requireSession()
      dropPicture(world, user)
      markUserUpdated(world, user)
      return { object: 'image', id: '', deleted: true }
    }),
  )
  app.put(
    '/v1/organizations/:id/logo',
    envelopeHandler(world, (call) => {
      const organization = organizationOf(call, 'admin')
      setPicture(world, organization, call.file)
      markOrganizationUpdated(world, organization)
      return organizationShape(world, organization)
    }),
  )
  app.delete(
    '/v1/organizations/:id/logo',
    envelopeHandler(world, (call) => {
      const organization = organizationOf(call, 'admin')
      dropPicture(world, organization)
      markOrganizationUpdated(world, organization)
      return organizationShape(world, organization)
    }),
  )
}
