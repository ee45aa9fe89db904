import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  openNeighbourhood,
  refused,
  roleIn,
  type Neighbourhood,
} from '../kit/clerk/neighbourhood.ts'

let people: Neighbourhood

beforeAll(async () => {
  people = await openNeighbourhood()
})

afterEach(() => people.closePages())

afterAll(() => people.emulator.end())

test('whoever creates a company is its admin, is in it at once and renames it', async () => {
  const { page } = await people.newcomer()
  const { clerk } = page
  const made = await clerk.createOrganization({ name: 'Newcomer & Co' })
  await clerk.setActive({ organization: made })
  expect(clerk.organization).toMatchObject({ name: 'Newcomer & Co', slug: 'newcomer-co' })
  expect(await roleIn(page, people)).toBe('admin')
  await made.update({ name: 'Newcomers' })
  const listed = await clerk.user?.getOrganizationMemberships()
  expect(listed?.data.map((one) => [one.organization.name, one.role])).toEqual([
    ['Newcomers', 'org:admin'],
  ])
})

test('an invited colleague signs up, joins as Standard, is promoted and removed', async () => {
  const admin = await people.companyOf('Invitations')
  const email = people.nextAddress()
  const company = admin.clerk.organization
  await company?.inviteMembers({ emailAddresses: [email, ''], role: 'org:basic_member' })
  await refused(company?.inviteMember({ emailAddress: email, role: 'org:basic_member' }), {
    code: 'duplicate_record',
    meta: { emailAddresses: [email] },
  })
  expect((await company?.getInvitations())?.total_count).toBe(1)

  const { page } = await people.newcomer({ emailAddress: email })
  const invited = await page.clerk.user?.getOrganizationInvitations()
  expect(invited?.data.map((one) => one.publicOrganizationData.name)).toEqual(['Invitations'])
  await invited?.data[0]?.accept()
  await page.clerk.setActive({ organization: company?.id ?? '' })
  expect(await roleIn(page, people)).toBe('basic_member')
  await refused(page.clerk.organization?.update({ name: 'Mine' }), {
    code: 'missing_organization_permission',
  })
  await refused(company?.inviteMember({ emailAddress: email, role: 'org:basic_member' }), {
    code: 'already_a_member_in_organization',
  })

  const members = await company?.getMemberships({ query: email })
  const [membership] = members?.data ?? []
  expect(members?.total_count).toBe(1)
  await membership?.update({ role: 'org:admin' })
  expect(await roleIn(page, people)).toBe('admin')
  await membership?.destroy()
  await refused(page.clerk.session?.getToken({ skipCache: true }), {
    code: 'organization_not_found_or_unauthorized',
  })
  const later = await people.open(page.profile)
  expect(later.clerk.user?.organizationMemberships).toEqual([])
  expect(await roleIn(later, people)).toBeUndefined()
})

test('the link in an invitation signs up who is new and signs in who is known, and both are members at once', async () => {
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
  const begun = await signingUp.clerk.client.signUp.create(ticketUp)
  expect(begun).toMatchObject({ emailAddress: unknown, missingFields: ['password'] })
  const made = await begun.update({ password: 'long enough' })
  await signingUp.clerk.setActive({ session: made.createdSessionId })
  expect(await roleIn(signingUp, people)).toBe('basic_member')

  const late = await people.open()
  await refused(late.clerk.client.signUp.create(ticketUp), { code: 'ticket_invalid_code' })
})

test('an invitation that is taken back can no longer be accepted', async () => {
  const admin = await people.companyOf('Revoked')
  const { email, page } = await people.newcomer()
  const made = await admin.clerk.organization?.inviteMember({
    emailAddress: email,
    role: 'org:basic_member',
  })
  const seen = await page.clerk.user?.getOrganizationInvitations()
  await made?.revoke()
  const pending = await admin.clerk.organization?.getInvitations({ status: ['pending'] })
  expect(pending?.total_count).toBe(0)
  await refused(seen?.data[0]?.accept(), { code: 'resource_not_found' })
  expect((await follow(email)).page).toBe('/sign-in')
  await refused(made?.revoke(), { code: 'organization_invitation_not_pending' })
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
  await refused(admin.clerk.user?.leaveOrganization(company?.id ?? ''), needed)
  const own = (await company?.getMemberships())?.data[0]
  await refused(own?.update({ role: 'org:basic_member' }), needed)
  await company?.inviteMember({ emailAddress: email, role: 'org:basic_member' })
  await company?.destroy()
  expect((await admin.clerk.user?.getOrganizationMemberships())?.total_count).toBe(0)
  expect((await page.clerk.user?.getOrganizationInvitations())?.total_count).toBe(0)
})

/** Where the link in the newest invitation to an address ends. */
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
