import type { FastifyInstance } from 'fastify'
import { bare, enveloped, paged, type Call } from './call.ts'
import { sessionBasics } from './client-shapes.ts'
import { clerkError, notFound } from './errors.ts'
import { acceptInvitation } from './invitations.ts'
import { keepAnAdmin, removeMember } from './memberships.ts'
import { checkNewPassword, passwordMatches } from './secrets.ts'
import { endSessionsOfUser, findSession, revokeSession, sessionsOf } from './sessions.ts'
import { invitationShape, isOpen, membershipShape, userShape } from './shapes.ts'
import type { Identification, SessionRecord } from './state.ts'
import { removeUser, setPassword, userChanged } from './users.ts'
import { isLive, membershipOf, membershipsOfUser, type World } from './world.ts'

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
        user.primaryEmailId = proved(user.emails, form.get('primary_email_address_id'))
      if (form.has('primary_phone_number_id'))
        user.primaryPhoneId = proved(user.phones, form.get('primary_phone_number_id'))
      userChanged(world, user)
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
      setPassword(world, user, password)
      userChanged(world, user)
      if (call.form.get('sign_out_of_other_sessions') === 'true')
        endSessionsOfUser(world, user.id, 'revoked', session.id)
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
      const found = findSession(world, call.param('id'))
      if (!found || found.session.userId !== user.id) throw notFound()
      revokeSession(world, found.client, found.session)
      return sessionBasics(found.session)
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
      keepAnAdmin(world, own)
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
      acceptInvitation(world, invitation, call.signedIn().user)
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
    (one) => isOpen(world, one) && addresses.has(one.email),
  )
}

function devices({ world, signedIn }: Call): object[] {
  const { user } = signedIn()
  return sessionsOf(world, (one) => one.userId === user.id && isLive(world, one)).map(
    ({ session }) =>
      Object.assign(sessionBasics(session), { user: null, latest_activity: activity(session) }),
  )
}

function proved(list: Identification[], id: string | null): string | null {
  if (!id) return null
  const found = list.find((one) => one.id === id)
  if (!found) throw notFound()
  if (!found.verified)
    throw clerkError(400, 'not_verified', 'Only what has been confirmed can be the primary one.')
  return id
}

function activity(one: SessionRecord): object {
  return {
    object: 'session_activity',
    id: `sess_activity_${one.id}`,
    browser_name: /Firefox|Edg|Chrome|Safari/.exec(one.userAgent)?.[0] ?? 'Browser',
    browser_version: '',
    device_type: /Android|iPhone|iPad|Windows|Macintosh|Linux/.exec(one.userAgent)?.[0] ?? 'Device',
    is_mobile: /Mobi/.test(one.userAgent),
    ip_address: one.ip,
    city: '',
    country: '',
  }
}

function deleteUser(call: Call): object {
  const { world } = call
  const { user } = call.signedIn()
  removeUser(world, user)
  call.markSignedIn(0)
  return { object: 'user', id: user.id, deleted: true }
}
