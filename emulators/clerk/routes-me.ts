import type { FastifyInstance } from 'fastify'
import { bareHandler, envelopeHandler, paginate, type Call } from './call.ts'
import { sessionBasics } from './client-shapes.ts'
import { clerkError, notFound } from './errors.ts'
import { acceptInvitation } from './invitations.ts'
import { keepAnAdmin, removeMember } from './memberships.ts'
import { checkNewPassword, passwordMatches } from './secrets.ts'
import { endSessionsOfUser, findSession, revokeSession, sessionsOf } from './sessions.ts'
import { invitationShape, isOpen, membershipShape, userShape } from './shapes.ts'
import type { Identification, SessionRecord } from './state.ts'
import { removeUser, setPassword, markUserUpdated } from './users.ts'
import { isLive, membershipOf, membershipsOfUser, type World } from './world.ts'

export function meRoutes(app: FastifyInstance, world: World): void {
  app.get(
    '/v1/me',
    envelopeHandler(world, (call) => userShape(world, call.requireSession().user)),
  )

  app.patch(
    '/v1/me',
    envelopeHandler(world, (call) => {
      const { user } = call.requireSession()
      const { form } = call
      if (form.has('first_name')) user.firstName = form.get('first_name') || null
      if (form.has('last_name')) user.lastName = form.get('last_name') || null
      if (form.has('primary_email_address_id'))
        user.primaryEmailId = requireVerified(user.emails, form.get('primary_email_address_id'))
      if (form.has('primary_phone_number_id'))
        user.primaryPhoneId = requireVerified(user.phones, form.get('primary_phone_number_id'))
      markUserUpdated(world, user)
      return userShape(world, user)
    }),
  )

  app.delete('/v1/me', envelopeHandler(world, deleteUser))

  app.post(
    '/v1/me/change_password',
    envelopeHandler(world, (call) => {
      const { user, session } = call.requireSession()
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
      setPassword(world, user, password)
      markUserUpdated(world, user)
      if (call.form.get('sign_out_of_other_sessions') === 'true')
        endSessionsOfUser(world, user.id, 'revoked', session.id)
      return userShape(world, user)
    }),
  )

  app.get(
    '/v1/me/sessions/active',
    bareHandler(world, (call) => devices(call)),
  )

  app.post(
    '/v1/me/sessions/:id/revoke',
    envelopeHandler(world, (call) => {
      const { user } = call.requireSession()
      const found = findSession(world, call.param('id'))
      if (!found || found.session.userId !== user.id) throw notFound()
      revokeSession(world, found.client, found.session)
      return sessionBasics(found.session)
    }),
  )

  app.get(
    '/v1/me/organization_memberships',
    envelopeHandler(world, (call) => {
      const mine = membershipsOfUser(world.state, call.requireSession().user.id)
      return paginate(
        call.query,
        mine.map((membership) => membershipShape(world, membership)),
      )
    }),
  )

  app.delete(
    '/v1/me/organization_memberships/:id',
    envelopeHandler(world, (call) => {
      const own = membershipOf(world.state, call.requireSession().user.id, call.param('id'))
      if (!own) throw notFound()
      keepAnAdmin(world, own)
      removeMember(world, own)
      return { object: 'organization_membership', id: own.id, deleted: true }
    }),
  )

  app.get(
    '/v1/me/organization_invitations',
    envelopeHandler(world, (call) =>
      paginate(
        call.query,
        ownInvitations(call).map((invitation) => invitationShape(world, invitation)),
      ),
    ),
  )

  app.post(
    '/v1/me/organization_invitations/:id/accept',
    envelopeHandler(world, (call) => {
      const invitation = ownInvitations(call).find((candidate) => candidate.id === call.param('id'))
      if (!invitation) throw notFound()
      acceptInvitation(world, invitation, call.requireSession().user)
      return invitationShape(world, invitation)
    }),
  )

  app.get(
    '/v1/me/organization_suggestions',
    envelopeHandler(world, (call) => paginate(call.query, [])),
  )
}

function ownInvitations({ world, requireSession }: Call) {
  const { user } = requireSession()
  const addresses = new Set(
    user.emails.filter((email) => email.verified).map((email) => email.value),
  )
  return Object.values(world.state.invitations).filter(
    (invitation) => isOpen(world, invitation) && addresses.has(invitation.email),
  )
}

function devices({ world, requireSession }: Call): object[] {
  const { user } = requireSession()
  return sessionsOf(world, (session) => session.userId === user.id && isLive(world, session)).map(
    ({ session }) =>
      Object.assign(sessionBasics(session), { user: null, latest_activity: activity(session) }),
  )
}

function requireVerified(list: Identification[], id: string | null): string | null {
  if (!id) return null
  const found = list.find((identification) => identification.id === id)
  if (!found) throw notFound()
  if (!found.verified)
    throw clerkError(400, 'not_verified', 'Only what has been confirmed can be the primary one.')
  return id
}

function activity(session: SessionRecord): object {
  return {
    object: 'session_activity',
    id: `sess_activity_${session.id}`,
    browser_name: /Firefox|Edg|Chrome|Safari/.exec(session.userAgent)?.[0] ?? 'Browser',
    browser_version: '',
    device_type:
      /Android|iPhone|iPad|Windows|Macintosh|Linux/.exec(session.userAgent)?.[0] ?? 'Device',
    is_mobile: /Mobi/.test(session.userAgent),
    ip_address: session.ip,
    city: '',
    country: '',
  }
}

function deleteUser(call: Call): object {
  const { world } = call
  const { user } = call.requireSession()
  removeUser(world, user)
  call.markSignedIn(0)
  return { object: 'user', id: user.id, deleted: true }
}
