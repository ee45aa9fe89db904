import type { FastifyInstance } from 'fastify'
import { bare, enveloped, paged, type Call } from './call.ts'
import { sessionBasics } from './client-shapes.ts'
import { clerkError, notFound } from './errors.ts'
import { checkNewPassword, hashPassword, passwordMatches } from './secrets.ts'
import { endSessionsOfUser } from './sessions.ts'
import { invitationShape, membershipShape, userShape } from './shapes.ts'
import type { SessionRecord } from './state.ts'
import {
  addMember,
  liveSessions,
  membershipOf,
  membershipsOfUser,
  removeMember,
  type World,
} from './world.ts'

/** The signed-in person: profile, password, devices, memberships and invitations. */
export function meRoutes(app: FastifyInstance, world: World): void {
  app.get(
    '/v1/me',
    enveloped(world, (call) => userShape(world, call.signedIn().user)),
  )

  app.patch(
    '/v1/me',
    enveloped(world, (call) => {
      const { user } = call.signedIn()
      const { form } = call
      if (form.has('first_name')) user.firstName = form.get('first_name') || null
      if (form.has('last_name')) user.lastName = form.get('last_name') || null
      if (form.has('primary_email_address_id'))
        user.primaryEmailId = form.get('primary_email_address_id')
      if (form.has('primary_phone_number_id'))
        user.primaryPhoneId = form.get('primary_phone_number_id')
      user.updatedAt = world.now()
      return userShape(world, user)
    }),
  )

  app.delete('/v1/me', enveloped(world, deleteUser))

  app.post(
    '/v1/me/change_password',
    enveloped(world, (call) => {
      const { user, session } = call.signedIn()
      if (
        user.passwordHash &&
        !passwordMatches(call.form.get('current_password') ?? '', user.passwordHash)
      ) {
        throw clerkError(
          422,
          'form_password_incorrect',
          'Password is incorrect.',
          'current_password',
        )
      }
      const password = call.form.get('new_password') ?? ''
      checkNewPassword(password, 'new_password')
      user.passwordHash = hashPassword(password)
      if (call.form.get('sign_out_of_other_sessions') === 'true')
        endSessionsOfUser(world, user.id, session.id)
      return userShape(world, user)
    }),
  )

  app.get(
    '/v1/me/sessions/active',
    bare(world, (call) => devices(call)),
  )

  app.post(
    '/v1/me/sessions/:id/revoke',
    enveloped(world, (call) => {
      const { user } = call.signedIn()
      for (const client of Object.values(world.state.clients)) {
        client.sessions = client.sessions.filter(
          (one) => one.id !== call.param('id') || one.userId !== user.id,
        )
      }
      return { object: 'session', id: call.param('id'), status: 'revoked' }
    }),
  )

  app.get(
    '/v1/me/organization_memberships',
    enveloped(world, (call) => {
      const mine = membershipsOfUser(world.state, call.signedIn().user.id)
      return paged(
        call.query,
        mine.map((one) => membershipShape(world, one)),
      )
    }),
  )

  app.delete(
    '/v1/me/organization_memberships/:id',
    enveloped(world, (call) => {
      const own = membershipOf(world.state, call.signedIn().user.id, call.param('id'))
      if (!own) throw notFound()
      removeMember(world, own)
      return { object: 'organization_membership', id: own.id, deleted: true }
    }),
  )

  app.get(
    '/v1/me/organization_invitations',
    enveloped(world, (call) =>
      paged(
        call.query,
        ownInvitations(call).map((one) => invitationShape(world, one)),
      ),
    ),
  )

  app.post(
    '/v1/me/organization_invitations/:id/accept',
    enveloped(world, (call) => {
      const invitation = ownInvitations(call).find((one) => one.id === call.param('id'))
      if (!invitation) throw notFound()
      invitation.status = 'accepted'
      addMember(world, call.signedIn().user.id, invitation.organizationId, invitation.role)
      return invitationShape(world, invitation)
    }),
  )

  app.get(
    '/v1/me/organization_suggestions',
    enveloped(world, (call) => paged(call.query, [])),
  )
}

function ownInvitations({ world, signedIn }: Call) {
  const { user } = signedIn()
  const addresses = new Set(user.emails.filter((one) => one.verified).map((one) => one.value))
  return Object.values(world.state.invitations).filter(
    (one) => one.status === 'pending' && addresses.has(one.email),
  )
}

function devices({ world, signedIn }: Call): object[] {
  const { user } = signedIn()
  const sessions = Object.values(world.state.clients).flatMap((client) =>
    liveSessions(world, client),
  )
  return sessions
    .filter((one) => one.userId === user.id)
    .map((one) => Object.assign(sessionBasics(one), { user: null, latest_activity: activity(one) }))
}

function activity(one: SessionRecord): object {
  return {
    object: 'session_activity',
    id: `sess_activity_${one.id}`,
    browser_name: /Firefox|Edg|Chrome|Safari/.exec(one.userAgent)?.[0] ?? 'Browser',
    browser_version: '',
    device_type: /Android|iPhone|iPad|Windows|Macintosh|Linux/.exec(one.userAgent)?.[0] ?? 'Device',
    is_mobile: /Mobi/.test(one.userAgent),
    ip_address: '',
    city: '',
    country: '',
  }
}

function deleteUser(call: Call): object {
  const { world } = call
  const { user } = call.signedIn()
  for (const membership of membershipsOfUser(world.state, user.id)) removeMember(world, membership)
  endSessionsOfUser(world, user.id)
  delete world.state.users[user.id]
  call.markSignedIn(0)
  return { object: 'user', id: user.id, deleted: true }
}
