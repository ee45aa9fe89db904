import { createClerkClient, verifyToken } from '@clerk/backend'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_ORGANIZATIONS, DEMO_USERS } from '../../emulators/clerk/demo.ts'
import { openBrowser, signIn } from '../kit/clerk/browser.ts'
import { ORIGIN, PASSWORDS, startClerk, type StartedClerk } from '../kit/clerk/start.ts'
import { dayMs } from '../../contract/core/days.ts'

const { harbour, southern } = DEMO_ORGANIZATIONS

let clerk: StartedClerk
let server: ReturnType<typeof createClerkClient>

beforeAll(async () => {
  clerk = await startClerk()
  server = clientWith(clerk.secretKey)
})

afterAll(() => clerk.end())

test('the Backend API answers only with the secret key', async () => {
  const stranger = clientWith(`${clerk.secretKey}0`)
  await expect(stranger.users.getUser(DEMO_USERS.admin.id)).rejects.toMatchObject({ status: 401 })
})

test('the Backend API reads, lists, counts and finds users by address, text, id and organisation', async () => {
  const user = await server.users.getUser(DEMO_USERS.admin.id)
  expect(user.primaryEmailAddress?.emailAddress).toBe(DEMO_USERS.admin.email)
  const found = async (params: Parameters<typeof server.users.getUserList>[0]) => {
    const { data, totalCount } = await server.users.getUserList(params)
    return [data.map((item) => item.id), totalCount]
  }
  const { admin, standard, otherAdmin } = DEMO_USERS
  expect(await found({ emailAddress: [standard.email] })).toEqual([[standard.id], 1])
  expect(await found({ query: 'rangiora' })).toEqual([[otherAdmin.id], 1])
  expect(await found({ organizationId: [southern.id] })).toEqual([[otherAdmin.id], 1])
  expect(
    await found({ userId: [admin.id, standard.id], orderBy: '+first_name', limit: 1 }),
  ).toEqual([[admin.id], 2])
  expect(
    await found({ userId: [admin.id, standard.id], orderBy: '-first_name', offset: 1 }),
  ).toEqual([[admin.id], 2])
  await expect(server.users.getUser('user_nobody')).rejects.toMatchObject({ status: 404 })
})

test('the Backend API creates a user who signs in with the given password, then changes and deletes the user', async () => {
  const created = await server.users.createUser({
    emailAddress: ['wren@created.example'],
    phoneNumber: ['+61491570159'],
    password: 'long enough',
    firstName: 'Wren',
    externalId: 'crm-1',
    privateMetadata: { note: 'kept' },
  })
  expect(created).toMatchObject({ firstName: 'Wren', externalId: 'crm-1', passwordEnabled: true })
  expect(created.primaryPhoneNumber?.phoneNumber).toBe('+61491570159')
  await expect(
    server.users.createUser({ emailAddress: ['wren@created.example'], password: 'long enough' }),
  ).rejects.toMatchObject({ errors: [{ code: 'form_identifier_exists' }] })

  await server.users.updateUser(created.id, { lastName: 'Malle', password: 'even longer than it' })
  await signIn(browser(), 'wren@created.example', 'even longer than it')
  await expect(
    server.users.verifyPassword({ userId: created.id, password: 'long enough' }),
  ).rejects.toMatchObject({ errors: [{ code: 'incorrect_password' }] })

  await server.users.deleteUser(created.id)
  await expect(server.users.getUser(created.id)).rejects.toMatchObject({ status: 404 })
})

test('the Backend API merges metadata of users and organisations at every level, or replaces it', async () => {
  const { id } = DEMO_USERS.standard
  await server.users.updateUserMetadata(id, {
    publicMetadata: { a: 1, deep: { x: 1, y: 1 } },
    privateMetadata: { secret: true },
  })
  const merged = await server.users.updateUserMetadata(id, {
    publicMetadata: { a: null, deep: { y: 2 } },
  })
  expect(merged.publicMetadata).toEqual({ deep: { x: 1, y: 2 } })
  expect(merged.privateMetadata).toEqual({ secret: true })
  const replaced = await server.users.replaceUserMetadata(id, { publicMetadata: { b: 1 } })
  expect(replaced.publicMetadata).toEqual({ b: 1 })
  expect(replaced.privateMetadata).toEqual({ secret: true })

  await server.organizations.updateOrganizationMetadata(harbour.id, {
    publicMetadata: { plan: 'growth' },
    privateMetadata: { crm: { id: 7 } },
  })
  const organization = await server.organizations.getOrganization({ organizationId: harbour.id })
  expect(organization.publicMetadata).toEqual({ plan: 'growth' })
  expect(organization.privateMetadata).toEqual({ crm: { id: 7 } })
})

test('the Frontend API never returns private metadata', async () => {
  await server.users.updateUserMetadata(DEMO_USERS.admin.id, {
    privateMetadata: { canary: 'hush' },
  })
  await server.organizations.updateOrganizationMetadata(harbour.id, {
    privateMetadata: { canary: 'hush' },
  })
  const { reply } = await signIn(browser(), DEMO_USERS.admin.email, PASSWORDS.admin)
  expect(JSON.stringify(reply)).not.toContain('hush')
})

test('the Backend API creates an organisation with its admin, finds it by slug, renames, lists and deletes it', async () => {
  const { organizations } = server
  const created = await organizations.createOrganization({
    name: 'Created by a server',
    slug: 'created',
    createdBy: DEMO_USERS.admin.id,
  })
  await expect(
    organizations.createOrganization({ name: 'Another', slug: 'created' }),
  ).rejects.toMatchObject({ errors: [{ code: 'form_identifier_exists' }] })
  expect((await organizations.getOrganization({ slug: 'created' })).id).toBe(created.id)
  await organizations.updateOrganization(created.id, { name: 'Renamed' })
  const listed = await organizations.getOrganizationList({ query: 'renamed' })
  expect(listed.data.map((organization) => organization.name)).toEqual(['Renamed'])
  const members = await organizations.getOrganizationMembershipList({ organizationId: created.id })
  expect(
    members.data.map((membership) => [membership.publicUserData?.userId, membership.role]),
  ).toEqual([[DEMO_USERS.admin.id, 'org:admin']])
  await organizations.deleteOrganization(created.id)
  const left = await server.users.getOrganizationMembershipList({ userId: DEMO_USERS.admin.id })
  expect(left.data.map((membership) => membership.organization.id)).toEqual([harbour.id])
})

test('the Backend API adds members with any role, changes and removes them, and keeps the last admin', async () => {
  const { organizations } = server
  const member = { organizationId: southern.id, userId: DEMO_USERS.standard.id }
  for (const role of ['org:guest', 'basic_member', 'admin']) {
    await organizations.createOrganizationMembership({ ...member, role })
    const { data } = await organizations.getOrganizationMembershipList({
      organizationId: southern.id,
      role: [role],
    })
    expect(data.map((membership) => membership.publicUserData?.userId)).toEqual([member.userId])
    await organizations.deleteOrganizationMembership(member)
  }
  await expect(
    organizations.createOrganizationMembership({ ...member, role: 'org:nonsense' }),
  ).rejects.toMatchObject({ errors: [{ code: 'form_param_value_invalid' }] })

  await organizations.createOrganizationMembership({ ...member, role: 'org:basic_member' })
  const marked = await organizations.updateOrganizationMembershipMetadata({
    ...member,
    publicMetadata: { cap: 50 },
  })
  expect(marked.publicMetadata).toEqual({ cap: 50 })
  const promoted = await organizations.updateOrganizationMembership({
    ...member,
    role: 'org:admin',
  })
  expect(promoted.role).toBe('org:admin')
  await organizations.deleteOrganizationMembership(member)
  await expect(
    organizations.deleteOrganizationMembership({ ...member, userId: DEMO_USERS.otherAdmin.id }),
  ).rejects.toMatchObject({ errors: [{ code: 'organization_minimum_permissions_needed' }] })
})

test('the Backend API creates invitations singly or in bulk, reads, lists by status and revokes them', async () => {
  const { organizations } = server
  const organizationId = southern.id
  const role = 'org:basic_member'
  const single = await organizations.createOrganizationInvitation({
    organizationId,
    emailAddress: 'One@Invited.example',
    role,
    expiresInDays: 7,
    publicMetadata: { from: 'server' },
  })
  expect(single).toMatchObject({ emailAddress: 'one@invited.example', status: 'pending' })
  expect(single.expiresAt - single.createdAt).toBe(7 * dayMs)
  const many = await organizations.createOrganizationInvitationBulk(organizationId, [
    { emailAddress: 'two@invited.example', role },
    { emailAddress: 'three@invited.example', role },
  ])
  expect(many.totalCount).toBe(2)
  await organizations.revokeOrganizationInvitation({ organizationId, invitationId: single.id })
  const statuses = async (status: 'pending' | 'revoked') =>
    (await organizations.getOrganizationInvitationList({ organizationId, status: [status] })).data
      .map((invitation) => invitation.emailAddress)
      .toSorted()
  expect(await statuses('pending')).toEqual(['three@invited.example', 'two@invited.example'])
  expect(await statuses('revoked')).toEqual(['one@invited.example'])
  const read = await organizations.getOrganizationInvitation({
    organizationId,
    invitationId: single.id,
  })
  expect(read.status).toBe('revoked')
})

test('an organisation with a limit refuses more members and open invitations, and keeps those it has', async () => {
  const { organizations } = server
  const { id: organizationId } = await organizations.createOrganization({
    name: 'Three at most',
    createdBy: DEMO_USERS.admin.id,
    maxAllowedMemberships: 2,
  })
  const role = 'org:basic_member'
  const inviteAll = (...emails: string[]) =>
    organizations.createOrganizationInvitationBulk(
      organizationId,
      emails.map((emailAddress) => ({ emailAddress, role })),
    )
  const refused = {
    status: 403,
    errors: [
      {
        code: 'organization_membership_quota_exceeded',
        longMessage:
          'You have reached your limit of 2 organization memberships, including outstanding invitations.',
      },
    ],
  }
  await expect(inviteAll('a@limit.example', 'b@limit.example')).rejects.toMatchObject(refused)
  await inviteAll('a@limit.example')
  await expect(inviteAll('b@limit.example')).rejects.toMatchObject(refused)
  const member = { organizationId, role }
  await organizations.createOrganizationMembership({ ...member, userId: DEMO_USERS.standard.id })
  await expect(
    organizations.createOrganizationMembership({ ...member, userId: DEMO_USERS.newcomer.id }),
  ).rejects.toMatchObject(refused)
  const smaller = await organizations.updateOrganization(organizationId, {
    maxAllowedMemberships: 1,
  })
  expect(smaller).toMatchObject({ maxAllowedMemberships: 1, membersCount: 2 })
  await organizations.updateOrganization(organizationId, { maxAllowedMemberships: 0 })
  await inviteAll('b@limit.example', 'c@limit.example')
  await organizations.deleteOrganization(organizationId)
})

test("the Backend API lists and revokes a user's sessions, and a revoked session gets no token", async () => {
  const device = browser()
  const { id } = await signIn(device, DEMO_USERS.otherAdmin.email, PASSWORDS.otherAdmin)
  const { userId } = await server.sessions.getSession(id)
  expect(userId).toBe(DEMO_USERS.otherAdmin.id)
  const active = async () =>
    (await server.sessions.getSessionList({ userId, status: 'active' })).data.map(
      (session) => session.id,
    )
  expect(await active()).toEqual([id])
  expect((await server.sessions.revokeSession(id)).status).toBe('revoked')
  expect(await active()).toEqual([])
  expect((await device.post(`/v1/client/sessions/${id}/tokens`)).status).toBe(401)
  expect((await server.sessions.getSession(id)).status).toBe('revoked')
})

test('tokens verify with the keys of the Backend API', async () => {
  const { token } = await signIn(browser(), DEMO_USERS.standard.email, PASSWORDS.standard)
  const claims = await verifyToken(token, {
    secretKey: clerk.secretKey,
    apiUrl: clerk.apiUrl,
    authorizedParties: [ORIGIN],
  })
  expect(claims.sub).toBe(DEMO_USERS.standard.id)
})

test('the Backend API refuses an unknown field by name', async () => {
  const answer = await fetch(`${clerk.apiUrl}/v1/users/${DEMO_USERS.admin.id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${clerk.secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ nickname: 'Lex' }),
  })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({
    errors: [{ code: 'form_param_unknown', meta: { param_name: 'nickname' } }],
  })
})

function clientWith(secretKey: string) {
  return createClerkClient({ secretKey, apiUrl: clerk.apiUrl, telemetry: { disabled: true } })
}

function browser() {
  return openBrowser(() => clerk.url, ORIGIN)
}
