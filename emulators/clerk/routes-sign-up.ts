import type { FastifyInstance } from 'fastify'
import { enveloped, type Call } from './call.ts'
import { signUpShape } from './client-shapes.ts'
import { clerkError, notFound } from './errors.ts'
import { checkEmail, checkPhone, newIdentification } from './identifications.ts'
import { checkNewPassword, hashPassword, sendCode, spendCode } from './secrets.ts'
import { refuseSecondSession, startSession } from './sessions.ts'
import type { SignUpRecord, UserRecord } from './state.ts'
import { newId, type World } from './world.ts'

const ABANDON_AFTER_MS = 86_400_000

/** Signing up with e-mail, password and an optional mobile number; the e-mail address is proved by a code. */
export function signUpRoutes(app: FastifyInstance, world: World): void {
  app.post(
    '/v1/client/sign_ups',
    enveloped(world, (call) => {
      refuseSecondSession(call)
      const signUp = emptySignUp(world)
      fill(call, signUp)
      call.startClient().signUp = signUp
      return signUpShape(signUp)
    }),
  )

  app.get(
    '/v1/client/sign_ups/:id',
    enveloped(world, (call) => signUpShape(ownSignUp(call))),
  )

  app.patch(
    '/v1/client/sign_ups/:id',
    enveloped(world, (call) => {
      const signUp = ownSignUp(call)
      fill(call, signUp)
      completeIfReady(call, signUp)
      return signUpShape(signUp)
    }),
  )

  app.post(
    '/v1/client/sign_ups/:id/prepare_verification',
    enveloped(world, (call) => {
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
    enveloped(world, (call) => {
      const signUp = ownSignUp(call)
      spendCode(world, signUp.id, call.form.get('code') ?? '')
      signUp.emailVerified = true
      completeIfReady(call, signUp)
      return signUpShape(signUp)
    }),
  )
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
  // Someone may have taken the address or the number while the code was on its way.
  checkEmail(call.world, signUp.email)
  if (signUp.phone) checkPhone(call.world, signUp.phone)
  const user = newUser(call.world, signUp, signUp.email)
  call.world.state.users[user.id] = user
  signUp.userId = user.id
  signUp.sessionId = startSession(call, user).id
}

function newUser(world: World, signUp: SignUpRecord, address: string): UserRecord {
  const now = world.now()
  const email = newIdentification(address, true)
  const phone = signUp.phone ? newIdentification(signUp.phone, false) : null
  return {
    id: newId('user'),
    firstName: signUp.firstName,
    lastName: signUp.lastName,
    emails: [email],
    phones: phone ? [phone] : [],
    primaryEmailId: email.id,
    primaryPhoneId: phone?.id ?? null,
    passwordHash: signUp.passwordHash,
    seededWith: null,
    lastOrganizationId: null,
    lastSignInAt: null,
    unsafeMetadata: {},
    publicMetadata: {},
    createdAt: now,
    updatedAt: now,
  }
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
