import type { FastifyInstance } from 'fastify'
import { enveloped } from './call.ts'
import { organizationChanged } from './organizations.ts'
import { dropPicture, setPicture } from './pictures.ts'
import { organizationOf } from './routes-organizations.ts'
import { organizationShape } from './shapes.ts'
import { userChanged } from './users.ts'
import type { World } from './world.ts'

/** Uploading and removing the picture of oneself and the logo of an organisation. */
export function pictureRoutes(app: FastifyInstance, world: World): void {
  app.post(
    '/v1/me/profile_image',
    enveloped(world, (call) => {
      const { user } = call.signedIn()
      setPicture(world, user, call.file)
      userChanged(world, user)
      return { object: 'image', id: user.imageId, name: null, public_url: null }
    }),
  )
  app.delete(
    '/v1/me/profile_image',
    enveloped(world, (call) => {
      const { user } = call.signedIn()
      dropPicture(world, user)
      userChanged(world, user)
      return { object: 'image', id: '', deleted: true }
    }),
  )
  app.put(
    '/v1/organizations/:id/logo',
    enveloped(world, (call) => {
      const organization = organizationOf(call, 'admin')
      setPicture(world, organization, call.file)
      organizationChanged(world, organization)
      return organizationShape(world, organization)
    }),
  )
  app.delete(
    '/v1/organizations/:id/logo',
    enveloped(world, (call) => {
      const organization = organizationOf(call, 'admin')
      dropPicture(world, organization)
      organizationChanged(world, organization)
      return organizationShape(world, organization)
    }),
  )
}
