import type { FastifyInstance } from 'fastify'
import { envelopeHandler, type Call } from './call.ts'
import { signInShape } from './client-shapes.ts'
import { clerkError, notFound } from './errors.ts'
import { acceptInvitation, invitationByTicket } from './invitations.ts'
import { checkNewPassword, passwordMatches, sendCode, spendCode } from './secrets.ts'
import { endSessionsOfUser, refuseSecondSession, startSession } from './sessions.ts'
import type { SignInRecord, UserRecord } from './state.ts'
import { setPassword, markUserUpdated } from './users.ts'
import { newId, userByEmail, userByPhone, type World } from './world.ts'

export function signInRoutes(app: FastifyInstance, world: World): void {
  app.post(
    '/v1/client/sign_ins',
    envelopeHandler(world, (call) => {
      refuseSecondSession(call)
      if (call.form.get('strategy') === 'ticket') return withTicket(call)
      const identifier = (call.form.get('identifier') ?? '').trim().toLowerCase()
      const user = userByIdentifier(world, identifier)
      if (!user) throw unknownAccount()
      const signIn = newSignIn(user, identifier)
      call.startClient().signIn = signIn
      const password = call.form.get('password')
      if (password) provePassword(call, signIn, user, password)
      return signInShape(world, signIn)
    }),
  )

  app.get(
    '/v1/client/sign_ins/:id',
    envelopeHandler(world, (call) => signInShape(world, ownSignIn(call).signIn)),
  )

  app.post(
    '/v1/client/sign_ins/:id/prepare_first_factor',
    envelopeHandler(world, (call) => {
      const { signIn } = openSignIn(call)
      const strategy = call.form.get('strategy') ?? ''
      if (!CODE_SUBJECTS.has(strategy)) throw unknownStrategy()
      signIn.strategy = strategy
      sendCode(world, signIn.id, signIn.identifier, CODE_SUBJECTS.get(strategy) ?? '')
      return signInShape(world, signIn)
    }),
  )

  app.post(
    '/v1/client/sign_ins/:id/attempt_first_factor',
    envelopeHandler(world, (call) => {
      const { signIn, user } = openSignIn(call)
      const strategy = call.form.get('strategy') ?? ''
      if (strategy === 'password') {
        provePassword(call, signIn, user, call.form.get('password') ?? '')
      } else if (CODE_SUBJECTS.has(strategy)) {
        spendCode(world, signIn.id, call.form.get('code') ?? '')
        signIn.strategy = strategy
        if (strategy === 'reset_password_email_code') signIn.status = 'needs_new_password'
        else complete(call, signIn, user)
      } else throw unknownStrategy()
      return signInShape(world, signIn)
    }),
  )

  app.post(
    '/v1/client/sign_ins/:id/reset_password',
    envelopeHandler(world, (call) => {
      const { signIn, user } = openSignIn(call)
      if (signIn.status !== 'needs_new_password') throw notFound()
      const password = call.form.get('password') ?? ''
      checkNewPassword(password)
      setPassword(world, user, password)
      markUserUpdated(world, user)
      if (call.form.get('sign_out_of_other_sessions') === 'true')
        endSessionsOfUser(world, user.id, 'revoked')
      complete(call, signIn, user)
      return signInShape(world, signIn)
    }),
  )
}

const CODE_SUBJECTS = new Map([
  ['email_code', 'Your sign-in code'],
  ['phone_code', 'Your sign-in code'],
  ['reset_password_email_code', 'Your code to choose a new password'],
])

// An invitation's link proves its address, so it signs in any user who opens it.
function withTicket(call: Call): object {
  const { world, form } = call
  const invitation = invitationByTicket(world, form.get('ticket') ?? '')
  const user = userByEmail(world.state, invitation.email)
  if (!user) throw unknownAccount()
  const signIn = newSignIn(user, invitation.email)
  signIn.strategy = 'ticket'
  call.startClient().signIn = signIn
  acceptInvitation(world, invitation, user)
  user.lastOrganizationId = invitation.organizationId
  complete(call, signIn, user)
  return signInShape(world, signIn)
}

// Only a verified number signs in.
function userByIdentifier(world: World, identifier: string): UserRecord | undefined {
  if (!identifier.startsWith('+')) return userByEmail(world.state, identifier)
  const user = userByPhone(world.state, identifier)
  const phone = user?.phones.find(({ value }) => value === identifier)
  return phone?.verified === true ? user : undefined
}

function newSignIn(user: UserRecord, identifier: string): SignInRecord {
  return {
    id: newId('sia'),
    userId: user.id,
    identifier,
    strategy: null,
    status: 'needs_first_factor',
    sessionId: null,
  }
}

function unknownAccount(): Error {
  return clerkError(422, 'form_identifier_not_found', "Couldn't find your account.", 'identifier')
}

function provePassword(call: Call, signIn: SignInRecord, user: UserRecord, password: string): void {
  if (!passwordMatches(password, user.passwordHash)) {
    throw clerkError(
      422,
      'form_password_incorrect',
      'Password is incorrect. Try again, or use another method.',
      'password',
    )
  }
  signIn.strategy = 'password'
  complete(call, signIn, user)
}

function complete(call: Call, signIn: SignInRecord, user: UserRecord): void {
  signIn.sessionId = startSession(call, user).id
  signIn.status = 'complete'
}

function ownSignIn(call: Call): { signIn: SignInRecord; user: UserRecord } {
  const signIn = call.client?.signIn
  const user = signIn && call.world.state.users[signIn.userId]
  if (!signIn || !user || signIn.id !== call.param('id')) throw notFound()
  return { signIn, user }
}

function openSignIn(call: Call): { signIn: SignInRecord; user: UserRecord } {
  const own = ownSignIn(call)
  if (own.signIn.status === 'complete') throw notFound()
  return own
}

function unknownStrategy(): Error {
  return clerkError(
    422,
    'form_param_value_invalid',
    'This way of signing in is not available.',
    'strategy',
  )
}
