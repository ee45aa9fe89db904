import type { FastifyInstance } from 'fastify'
import { backendHandler, mergeMetadata, filterValues, type BackendCall } from './backend-call.ts'
import { invitationForServers, membershipForServers, userForServers } from './backend-shapes.ts'
import { pageOf, paginate } from './call.ts'
import { clerkError, notFound } from './errors.ts'
import { checkEmail, checkPhone, newIdentification } from './identifications.ts'
import { checkNewPassword, hashPassword, passwordMatches } from './secrets.ts'
import { endSessionsOfUser } from './sessions.ts'
import { primaryEmail, statusOf } from './shapes.ts'
import type { Metadata, UserRecord } from './state.ts'
import { createUser, removeUser, setPassword, markUserUpdated } from './users.ts'
import { membershipOf, membershipsOfUser, type World } from './world.ts'

const METADATA = ['public_metadata', 'private_metadata', 'unsafe_metadata']

const CREATION = [
  ...METADATA,
  'first_name',
  'last_name',
  'email_address',
  'phone_number',
  'password',
  'external_id',
  'skip_password_checks',
  'skip_password_requirement',
]

const CHANGES = [
  'first_name',
  'last_name',
  'password',
  'skip_password_checks',
  'sign_out_of_other_sessions',
  'primary_email_address_id',
  'primary_phone_number_id',
  'external_id',
]

export function backendUserRoutes(app: FastifyInstance, world: World): void {
  app.get(
    '/v1/users',
    backendHandler(world, ({ query }) => {
      const users = sortUsers(findUsers(world, query), query.get('order_by'))
      return pageOf(query, users).map((user) => userForServers(world, user))
    }),
  )
  app.get(
    '/v1/users/count',
    backendHandler(world, ({ query }) => ({
      object: 'total_count',
      total_count: findUsers(world, query).length,
    })),
  )
  app.get(
    '/v1/users/:id',
    backendHandler(world, (call) => userForServers(world, userOf(call))),
  )
  app.post('/v1/users', backendHandler(world, create))
  app.patch('/v1/users/:id', backendHandler(world, change))
  app.delete(
    '/v1/users/:id',
    backendHandler(world, (call) => {
      const user = userOf(call)
      removeUser(world, user)
      return { object: 'user', id: user.id, deleted: true }
    }),
  )
  app.patch(
    '/v1/users/:id/metadata',
    backendHandler(world, (call) => writeMetadata(call, mergeMetadata)),
  )
  app.put(
    '/v1/users/:id/metadata',
    backendHandler(world, (call) => writeMetadata(call, (_, given) => given)),
  )
  app.post(
    '/v1/users/:id/verify_password',
    backendHandler(world, (call) => {
      const password = call.body(['password']).text('password') ?? ''
      if (!passwordMatches(password, userOf(call).passwordHash))
        throw clerkError(422, 'incorrect_password', 'The password is incorrect.', 'password')
      return { verified: true }
    }),
  )
  app.get(
    '/v1/users/:id/organization_memberships',
    backendHandler(world, (call) =>
      paginate(
        call.query,
        membershipsOfUser(world.state, userOf(call).id).map((membership) =>
          membershipForServers(world, membership),
        ),
      ),
    ),
  )
  app.get(
    '/v1/users/:id/organization_invitations',
    backendHandler(world, (call) => {
      const user = userOf(call)
      const statuses = filterValues(call.query, 'status')
      const found = Object.values(world.state.invitations).filter(
        (invitation) =>
          user.emails.some((email) => email.verified && email.value === invitation.email) &&
          (statuses.length === 0 || statuses.includes(statusOf(world, invitation))),
      )
      return paginate(
        call.query,
        found.map((invitation) => invitationForServers(world, invitation)),
      )
    }),
  )
}

function userOf({ world, param }: BackendCall): UserRecord {
  const user = world.state.users[param('id')]
  if (!user) throw notFound()
  return user
}

function create({ world, body }: BackendCall): object {
  const given = body(CREATION)
  const password = given.text('password')
  if (password === undefined && !given.flag('skip_password_requirement'))
    throw clerkError(422, 'form_data_missing', 'A password is needed.', 'password')
  if (password !== undefined && !given.flag('skip_password_checks')) checkNewPassword(password)
  const emails = given.texts('email_address').map((email) => checkEmail(world, email))
  const phones = given.texts('phone_number').map((phone) => checkPhone(world, phone))
  const user = createUser(world, {
    firstName: given.text('first_name') ?? null,
    lastName: given.text('last_name') ?? null,
    emails: emails.map((email) => newIdentification(email, true)),
    phones: phones.map((phone) => newIdentification(phone, true)),
    passwordHash: password === undefined ? null : hashPassword(password),
    externalId: given.text('external_id') ?? null,
    publicMetadata: given.metadata('public_metadata') ?? {},
    privateMetadata: given.metadata('private_metadata') ?? {},
    unsafeMetadata: given.metadata('unsafe_metadata') ?? {},
  })
  return userForServers(world, user)
}

function change(call: BackendCall): object {
  const { world } = call
  const user = userOf(call)
  const given = call.body(CHANGES)
  const password = given.text('password')
  if (password !== undefined) {
    if (!given.flag('skip_password_checks')) checkNewPassword(password)
    setPassword(world, user, password)
  }
  user.firstName = given.text('first_name') ?? user.firstName
  user.lastName = given.text('last_name') ?? user.lastName
  user.externalId = given.text('external_id') ?? user.externalId
  const email = given.text('primary_email_address_id')
  if (email !== undefined) user.primaryEmailId = email
  const phone = given.text('primary_phone_number_id')
  if (phone !== undefined) user.primaryPhoneId = phone
  markUserUpdated(world, user)
  if (given.flag('sign_out_of_other_sessions')) endSessionsOfUser(world, user.id, 'revoked')
  return userForServers(world, user)
}

function writeMetadata(
  call: BackendCall,
  write: (present: Metadata, given: Metadata) => Metadata,
): object {
  const user = userOf(call)
  const given = call.body(METADATA)
  user.publicMetadata = write(
    user.publicMetadata,
    given.metadata('public_metadata') ?? user.publicMetadata,
  )
  user.privateMetadata = write(
    user.privateMetadata,
    given.metadata('private_metadata') ?? user.privateMetadata,
  )
  user.unsafeMetadata = write(
    user.unsafeMetadata,
    given.metadata('unsafe_metadata') ?? user.unsafeMetadata,
  )
  markUserUpdated(call.world, user)
  return userForServers(call.world, user)
}

function findUsers({ state }: World, query: URLSearchParams): UserRecord[] {
  const text = (query.get('query') ?? '').toLowerCase()
  const organizations = filterValues(query, 'organization_id')
  const matches = (name: string, values: (user: UserRecord) => (string | null)[]) => {
    const wantedValues = filterValues(query, name).map((value) => value.toLowerCase())
    return (user: UserRecord) =>
      wantedValues.length === 0 ||
      values(user).some((value) => value && wantedValues.includes(value.toLowerCase()))
  }
  const tests = [
    matches('user_id', (user) => [user.id]),
    matches('external_id', (user) => [user.externalId]),
    matches('email_address', (user) => user.emails.map((email) => email.value)),
    matches('phone_number', (user) => user.phones.map((phone) => phone.value)),
    (user: UserRecord) => textOf(user).includes(text),
    (user: UserRecord) =>
      organizations.length === 0 || organizations.some((id) => membershipOf(state, user.id, id)),
  ]
  return Object.values(state.users).filter((user) => tests.every((test) => test(user)))
}

function textOf(user: UserRecord): string {
  const numbers = user.phones.map((phone) => phone.value)
  return [
    user.id,
    user.firstName,
    user.lastName,
    ...user.emails.map((email) => email.value),
    ...numbers,
  ]
    .join(' ')
    .toLowerCase()
}

const ORDERS: Record<string, (user: UserRecord) => string | number> = {
  created_at: (user) => user.createdAt,
  updated_at: (user) => user.updatedAt,
  last_sign_in_at: (user) => user.lastSignInAt ?? 0,
  last_active_at: (user) => user.lastActiveAt ?? 0,
  first_name: (user) => user.firstName ?? '',
  last_name: (user) => user.lastName ?? '',
  email_address: primaryEmail,
}

// Newest first by default; a minus before the name reverses an order.
function sortUsers(users: UserRecord[], order: string | null): UserRecord[] {
  const [, sign, name = ''] = /^([+-]?)(\w+)$/.exec(order ?? '-created_at') ?? []
  const key = ORDERS[name]
  if (!key) throw clerkError(422, 'form_param_value_invalid', 'Unknown order.', 'order_by')
  const up = users.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))
  return sign === '-' ? up.toReversed() : up
}
