import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  openNeighbourhood,
  expectRefusal,
  roleIn,
  type Neighbourhood,
} from '../kit/clerk/neighbourhood.ts'

let people: Neighbourhood

beforeAll(async () => {
  people = await openNeighbourhood()
})

afterEach(() => people.closePages())

afterAll(() => people.emulator.end())

test('creating a company makes its user the admin, who can rename it', async () => {
  const { page } = await people.newcomer()
  const { clerk } = page
  const created = await clerk.createOrganization({ name: 'Newcomer & Co' })
  await clerk.setActive({ organization: created })
  expect(clerk.organization).toMatchObject({ name: 'Newcomer & Co', slug: 'newcomer-co' })
  expect(await roleIn(page, people)).toBe('admin')
  await created.update({ name: 'Newcomers' })
  const listed = await clerk.user?.getOrganizationMemberships()
  expect(listed?.data.map((membership) => [membership.organization.name, membership.role])).toEqual(
    [['Newcomers', 'org:admin']],
  )
})

test('an invited colleague signs up, joins as Standard, is promoted and removed', async () => {
  const admin = await people.companyOf('Invitations')
  const email = people.nextAddress()
  const company = admin.clerk.organization
  await company?.inviteMembers({ emailAddresses: [email, ''], role: 'org:basic_member' })
  await expectRefusal(company?.inviteMember({ emailAddress: email, role: 'org:basic_member' }), {
    code: 'duplicate_record',
    meta: { emailAddresses: [email] },
  })
  expect((await company?.getInvitations())?.total_count).toBe(1)

  const { page } = await people.newcomer({ emailAddress: email })
  const invited = await page.clerk.user?.getOrganizationInvitations()
  expect(invited?.data.map((invitation) => invitation.publicOrganizationData.name)).toEqual([
    'Invitations',
  ])
  await invited?.data[0]?.accept()
  await page.clerk.setActive({ organization: company?.id ?? '' })
  expect(await roleIn(page, people)).toBe('basic_member')
  await expectRefusal(page.clerk.organization?.update({ name: 'Mine' }), {
    code: 'missing_organization_permission',
  })
  await expectRefusal(company?.inviteMember({ emailAddress: email, role: 'org:basic_member' }), {
    code: 'already_a_member_in_organization',
  })

  const members = await company?.getMemberships({ query: email })
  const [membership] = members?.data ?? []
  expect(members?.total_count).toBe(1)
  await membership?.update({ role: 'org:admin' })
  expect(await roleIn(page, people)).toBe('admin')
  await membership?.destroy()
  await expectRefusal(page.clerk.session?.getToken({ skipCache: true }), {
    code: 'organization_not_found_or_unauthorized',
  })
  const later = await people.open(page.profile)
  expect(later.clerk.user?.organizationMemberships).toEqual([])
  expect(await roleIn(later, people)).toBeUndefined()
})

test("an invitation's link signs up a new user and signs in a known one, and both become members", async () => {
  const admin = await people.companyOf('Links')
  const { email: known } = await people.newcomer()
  const unknown = people.nextAddress()
  await admin.clerk.organization?.inviteMembers({
    emailAddresses: [known, unknown],
    role: 'org:basic_member',
  })
  const followed = await Promise.all([known, unknown].map(follow))
  expect(followed.map(({ page, status }) => [page, status])).toEqual([
    ['/sign-in', 'sign_in'],
    ['/sign-up', 'sign_up'],
  ])

  const signingIn = await people.open()
  const ticketIn = { strategy: 'ticket', ticket: followed[0]?.ticket ?? '' } as const
  const entered = await signingIn.clerk.client.signIn.create(ticketIn)
  await signingIn.clerk.setActive({ session: entered.createdSessionId })
  expect(await roleIn(signingIn, people)).toBe('basic_member')

  const signingUp = await people.open()
  const ticketUp = { strategy: 'ticket', ticket: followed[1]?.ticket ?? '' } as const
  const started = await signingUp.clerk.client.signUp.create(ticketUp)
  expect(started).toMatchObject({ emailAddress: unknown, missingFields: ['password'] })
  const completed = await started.update({ password: 'long enough' })
  await signingUp.clerk.setActive({ session: completed.createdSessionId })
  expect(await roleIn(signingUp, people)).toBe('basic_member')

  const late = await people.open()
  await expectRefusal(late.clerk.client.signUp.create(ticketUp), { code: 'ticket_invalid_code' })
})

test('a revoked invitation is refused', async () => {
  const admin = await people.companyOf('Revoked')
  const { email, page } = await people.newcomer()
  const created = await admin.clerk.organization?.inviteMember({
    emailAddress: email,
    role: 'org:basic_member',
  })
  const seen = await page.clerk.user?.getOrganizationInvitations()
  await created?.revoke()
  const pending = await admin.clerk.organization?.getInvitations({ status: ['pending'] })
  expect(pending?.total_count).toBe(0)
  await expectRefusal(seen?.data[0]?.accept(), { code: 'resource_not_found' })
  expect((await follow(email)).page).toBe('/sign-in')
  await expectRefusal(created?.revoke(), { code: 'organization_invitation_not_pending' })
})

test('a member leaves; the last admin can neither leave nor become Standard, but can delete the company', async () => {
  const admin = await people.companyOf('Leaving')
  const company = admin.clerk.organization
  const { email, page } = await people.newcomer()
  await company?.inviteMember({ emailAddress: email, role: 'org:basic_member' })
  const invited = await page.clerk.user?.getOrganizationInvitations()
  await invited?.data[0]?.accept()
  await page.clerk.user?.leaveOrganization(company?.id ?? '')
  expect((await company?.getMemberships())?.total_count).toBe(1)

  const needed = { code: 'organization_minimum_permissions_needed' }
  await expectRefusal(admin.clerk.user?.leaveOrganization(company?.id ?? ''), needed)
  const own = (await company?.getMemberships())?.data[0]
  await expectRefusal(own?.update({ role: 'org:basic_member' }), needed)
  await company?.inviteMember({ emailAddress: email, role: 'org:basic_member' })
  await company?.destroy()
  expect((await admin.clerk.user?.getOrganizationMemberships())?.total_count).toBe(0)
  expect((await page.clerk.user?.getOrganizationInvitations())?.total_count).toBe(0)
})

async function follow(email: string) {
  const link = await people.emulator.lastLink(email)
  const path = link.pathname.replace(/^\/__clerk/, '')
  const answer = await fetch(`${people.emulator.url}${path}${link.search}`, { redirect: 'manual' })
  const to = new URL(answer.headers.get('location') ?? '')
  return {
    page: to.pathname,
    status: to.searchParams.get('__clerk_status'),
    ticket: to.searchParams.get('__clerk_ticket'),
  }
}
