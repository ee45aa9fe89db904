import { publicUserData, userShape } from './shapes.ts'
import type { ClientRecord, SessionRecord, SignInRecord, SignUpRecord } from './state.ts'
import { sessionToken } from './tokens.ts'
import { verification } from './verifications.ts'
import { liveSessions, type World } from './world.ts'
import { dayMs } from '../../contract/core/days.ts'

const ABANDON_AFTER_MS = 30 * dayMs

/** clerk-js replaces its whole state by this. */
export function clientShape(world: World, client: ClientRecord, authorizedParty: string): object {
  const sessions = liveSessions(world, client)
  const active =
    sessions.find((session) => session.id === client.lastActiveSessionId) ?? sessions.at(-1)
  return {
    object: 'client',
    id: client.id,
    sessions: sessions.map((session) => sessionShape(world, session, authorizedParty)),
    sign_in:
      client.signIn && client.signIn.status !== 'complete'
        ? signInShape(world, client.signIn)
        : null,
    sign_up: client.signUp && client.signUp.sessionId === null ? signUpShape(client.signUp) : null,
    last_active_session_id: active?.id ?? null,
    last_authentication_strategy: null,
    cookie_expires_at: null,
    captcha_bypass: false,
    created_at: client.createdAt,
    updated_at: client.updatedAt,
  }
}

export function sessionShape(
  world: World,
  session: SessionRecord,
  authorizedParty: string,
): object {
  const user = world.state.users[session.userId]
  return {
    ...sessionBasics(session),
    last_active_token: { object: 'token', jwt: sessionToken(world, session, authorizedParty) },
    user: user ? userShape(world, user) : null,
    public_user_data: user ? publicUserData(world, user) : null,
    factor_verification_age: [Math.floor((world.now() - session.createdAt) / 60_000), -1],
  }
}

export function sessionBasics(session: SessionRecord): object {
  return {
    object: 'session',
    id: session.id,
    user_id: session.userId,
    status: session.status,
    expire_at: session.expireAt,
    abandon_at: session.createdAt + ABANDON_AFTER_MS,
    last_active_at: session.lastActiveAt,
    last_active_organization_id: session.organizationId,
    actor: null,
    tasks: null,
    created_at: session.createdAt,
    updated_at: session.lastActiveAt,
  }
}

export function signInShape(world: World, signIn: SignInRecord): object {
  const user = world.state.users[signIn.userId]
  const proven = signIn.status !== 'needs_first_factor'
  return {
    object: 'sign_in',
    id: signIn.id,
    status: signIn.status,
    supported_identifiers: ['email_address', 'phone_number'],
    identifier: signIn.identifier,
    user_data: user ? publicUserData(world, user) : null,
    supported_first_factors: firstFactors(world, signIn),
    supported_second_factors: [],
    first_factor_verification: signIn.strategy
      ? verification(signIn.strategy, proven, world.state.codes[signIn.id]?.expireAt ?? null)
      : null,
    second_factor_verification: null,
    created_session_id: signIn.sessionId,
  }
}

function firstFactors(world: World, signIn: SignInRecord): object[] {
  const user = world.state.users[signIn.userId]
  const phone = user?.phones.find((candidate) => candidate.value === signIn.identifier)
  if (user && phone) {
    const byPhone = {
      strategy: 'phone_code',
      phone_number_id: phone.id,
      safe_identifier: phone.value,
      primary: true,
    }
    return user.passwordHash === null ? [byPhone] : [{ strategy: 'password' }, byPhone]
  }
  const email = user?.emails.find((candidate) => candidate.value === signIn.identifier)
  if (!user || !email) return []
  const address = { email_address_id: email.id, safe_identifier: email.value, primary: true }
  const byCode = { strategy: 'email_code', ...address }
  if (user.passwordHash === null) return [byCode]
  return [{ strategy: 'password' }, byCode, { strategy: 'reset_password_email_code', ...address }]
}

export function signUpShape(signUp: SignUpRecord): object {
  const missing = [
    ...(signUp.email ? [] : ['email_address']),
    ...(signUp.passwordHash ? [] : ['password']),
  ]
  const emailUnproven = signUp.email !== null && !signUp.emailVerified
  return {
    object: 'sign_up_attempt',
    id: signUp.id,
    status: signUp.sessionId ? 'complete' : 'missing_requirements',
    required_fields: ['email_address', 'password'],
    optional_fields: ['phone_number', 'first_name', 'last_name'],
    missing_fields: missing,
    unverified_fields: emailUnproven ? ['email_address'] : [],
    username: null,
    first_name: signUp.firstName,
    last_name: signUp.lastName,
    email_address: signUp.email,
    phone_number: signUp.phone,
    web3_wallet: null,
    external_account: null,
    external_account_strategy: null,
    has_password: signUp.passwordHash !== null,
    unsafe_metadata: {},
    verifications: {
      email_address: {
        ...verification('email_code', signUp.emailVerified),
        next_action: emailUnproven ? 'needs_attempt' : '',
        supported_strategies: ['email_code'],
      },
      phone_number: null,
      external_account: null,
      web3_wallet: null,
    },
    created_session_id: signUp.sessionId,
    created_user_id: signUp.userId,
    abandon_at: signUp.abandonAt,
    legal_accepted_at: null,
    locale: null,
  }
}
