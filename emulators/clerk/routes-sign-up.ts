import type { FastifyInstance } from 'fastify'
import { envelopeHandler, type Call } from './call.ts'
import { signUpShape } from './client-shapes.ts'
import { clerkError, notFound } from './errors.ts'
import { checkEmail, checkPhone, newIdentification } from './identifications.ts'
import { acceptInvitation, invitationByTicket } from './invitations.ts'
import { checkNewPassword, hashPassword, sendCode, spendCode } from './secrets.ts'
import { refuseSecondSession, startSession } from './sessions.ts'
import { isOpen } from './shapes.ts'
import type { SignUpRecord } from './state.ts'
import { createUser } from './users.ts'
import { newId, type World } from './world.ts'
import { dayMs } from '../../contract/core/days.ts'

const ABANDON_AFTER_MS = dayMs

export function signUpRoutes(app: FastifyInstance, world: World): void {
  app.post(
    '/v1/client/sign_ups',
    envelopeHandler(world, (call) => {
      refuseSecondSession(call)
      const signUp = emptySignUp(world)
      if (call.form.get('strategy') === 'ticket') beginWithTicket(call, signUp)
      fill(call, signUp)
      call.startClient().signUp = signUp
      completeIfReady(call, signUp)
      return signUpShape(signUp)
    }),
  )

  app.get(
    '/v1/client/sign_ups/:id',
    envelopeHandler(world, (call) => signUpShape(ownSignUp(call))),
  )

  app.patch(
    '/v1/client/sign_ups/:id',
    envelopeHandler(world, (call) => {
      const signUp = ownSignUp(call)
      fill(call, signUp)
      completeIfReady(call, signUp)
      return signUpShape(signUp)
    }),
  )

  app.post(
    '/v1/client/sign_ups/:id/prepare_verification',
    envelopeHandler(world, (call) => {
      const signUp = ownSignUp(call)
      if (call.form.get('strategy') !== 'email_code' || signUp.email === null) {
        throw clerkError(
          422,
          'form_param_value_invalid',
          'This way of verifying is not available.',
          'strategy',
        )
      }
      sendCode(world, signUp.id, signUp.email, 'Your code to finish signing up')
      return signUpShape(signUp)
    }),
  )

  app.post(
    '/v1/client/sign_ups/:id/attempt_verification',
    envelopeHandler(world, (call) => {
      const signUp = ownSignUp(call)
      spendCode(world, signUp.id, call.form.get('code') ?? '')
      signUp.emailVerified = true
      completeIfReady(call, signUp)
      return signUpShape(signUp)
    }),
  )
}

// An invitation's link proves its address.
function beginWithTicket({ world, form }: Call, signUp: SignUpRecord): void {
  const invitation = invitationByTicket(world, form.get('ticket') ?? '')
  signUp.email = checkEmail(world, invitation.email)
  signUp.emailVerified = true
  signUp.invitationId = invitation.id
}

function fill(call: Call, signUp: SignUpRecord): void {
  const { form, world } = call
  const given = (name: string) => form.get(name)?.trim() || null
  const email = given('email_address')
  if (email && email.toLowerCase() !== signUp.email) {
    signUp.email = checkEmail(world, email)
    signUp.emailVerified = false
  }
  const phone = given('phone_number')
  if (phone) signUp.phone = checkPhone(world, phone)
  const password = form.get('password')
  if (password) {
    checkNewPassword(password)
    signUp.passwordHash = hashPassword(password)
  }
  signUp.firstName = given('first_name') ?? signUp.firstName
  signUp.lastName = given('last_name') ?? signUp.lastName
}

function completeIfReady(call: Call, signUp: SignUpRecord): void {
  if (!signUp.email || !signUp.emailVerified || !signUp.passwordHash) return
  // Another user may have taken the address or number since the code was sent.
  checkEmail(call.world, signUp.email)
  if (signUp.phone) checkPhone(call.world, signUp.phone)
  const user = createUser(call.world, {
    firstName: signUp.firstName,
    lastName: signUp.lastName,
    emails: [newIdentification(signUp.email, true)],
    phones: signUp.phone ? [newIdentification(signUp.phone, false)] : [],
    passwordHash: signUp.passwordHash,
  })
  const invitation = signUp.invitationId && call.world.state.invitations[signUp.invitationId]
  if (invitation && isOpen(call.world, invitation)) {
    acceptInvitation(call.world, invitation, user)
    user.lastOrganizationId = invitation.organizationId
  }
  signUp.userId = user.id
  signUp.sessionId = startSession(call, user).id
}

function emptySignUp(world: World): SignUpRecord {
  return {
    id: newId('sua'),
    email: null,
    phone: null,
    firstName: null,
    lastName: null,
    passwordHash: null,
    emailVerified: false,
    invitationId: null,
    userId: null,
    sessionId: null,
    abandonAt: world.now() + ABANDON_AFTER_MS,
  }
}

function ownSignUp(call: Call): SignUpRecord {
  const signUp = call.client?.signUp
  if (!signUp || signUp.id !== call.param('id') || signUp.sessionId !== null) throw notFound()
  return signUp
}
