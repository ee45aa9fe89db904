import { createPublicKey } from 'node:crypto'
import { verifyToken } from '@clerk/backend'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { DEMO_ORGANIZATIONS, DEMO_USERS } from '../../emulators/clerk/demo.ts'
import { openPage, type Page, type Profile } from './clerk-js.ts'
import { ORIGIN, PASSWORDS, startClerk, type StartedClerk } from './start-clerk.ts'

const { harbour } = DEMO_ORGANIZATIONS

let emulator: StartedClerk
const pages: Page[] = []
let people = 0

beforeAll(async () => {
  emulator = await startClerk()
})

afterEach(async () => {
  for (const page of pages.splice(0)) await page.close()
})

afterAll(() => emulator.end())

test('a password signs in; the page knows it again after a reload, and the token is one that servers accept', async () => {
  const page = await signedIn(DEMO_USERS.admin.email, PASSWORDS.admin)
  const again = await open(page.profile)
  expect(again.clerk.user?.fullName).toBe('Alex Fernleigh')
  const claims = await verified(await again.clerk.session?.getToken())
  expect(claims).toMatchObject({ v: 2, sub: DEMO_USERS.admin.id, azp: ORIGIN })
})

test('a wrong password and an unknown address are refused under their fields', async () => {
  const { clerk } = await open()
  const { signIn } = clerk.client
  await refused(signIn.create({ identifier: 'nobody@harbour.example' }), {
    code: 'form_identifier_not_found',
    meta: { paramName: 'identifier' },
  })
  await refused(signIn.create({ identifier: DEMO_USERS.admin.email, password: 'nonsense' }), {
    code: 'form_password_incorrect',
    meta: { paramName: 'password' },
  })
  expect(clerk.user).toBeNull()
})

test('a code sent by e-mail signs in', async () => {
  const { clerk } = await open()
  const started = await clerk.client.signIn.create({ identifier: DEMO_USERS.standard.email })
  const factor = started.supportedFirstFactors?.find((one) => one.strategy === 'email_code')
  if (factor?.strategy !== 'email_code') throw new Error('no code by e-mail is offered')
  await started.prepareFirstFactor(factor)
  await refused(started.attemptFirstFactor({ strategy: 'email_code', code: 'x' }), {
    code: 'form_code_incorrect',
  })
  const done = await started.attemptFirstFactor({
    strategy: 'email_code',
    code: await emulator.lastCode(DEMO_USERS.standard.email),
  })
  await clerk.setActive({ session: done.createdSessionId })
  expect(clerk.user?.id).toBe(DEMO_USERS.standard.id)
})

test('who forgot the password chooses a new one by a code, and other devices are signed out', async () => {
  const { email, page: elsewhere } = await newcomer()
  const { clerk } = await open()
  const started = await clerk.client.signIn.create({ identifier: email })
  const factor = started.supportedFirstFactors?.find(
    (one) => one.strategy === 'reset_password_email_code',
  )
  if (factor?.strategy !== 'reset_password_email_code') throw new Error('no reset is offered')
  await started.prepareFirstFactor(factor)
  const proved = await started.attemptFirstFactor({
    strategy: 'reset_password_email_code',
    code: await emulator.lastCode(email),
  })
  expect(proved.status).toBe('needs_new_password')
  await refused(started.resetPassword({ password: 'short' }), {
    code: 'form_password_length_too_short',
    meta: { paramName: 'password' },
  })
  const done = await started.resetPassword({
    password: 'another-long-one',
    signOutOfOtherSessions: true,
  })
  expect(done.status).toBe('complete')
  expect((await open(elsewhere.profile)).clerk.user).toBeNull()
})

test('a newcomer signs up with a mobile number and proves the address', async () => {
  const { email, page } = await newcomer({ phoneNumber: '+61 491 570 156' })
  expect(page.clerk.user?.primaryEmailAddress?.emailAddress).toBe(email)
  expect(page.clerk.user?.primaryEmailAddress?.verification.status).toBe('verified')
  expect(page.clerk.user?.primaryPhoneNumber?.phoneNumber).toBe('+61491570156')
  expect(page.clerk.client.signUp.status).toBeNull()
})

test('an address or a number of somebody else, and a number that no country has, are refused under their fields', async () => {
  const { email } = await newcomer({ phoneNumber: '+64215550123' })
  const { clerk } = await open()
  const attempt = (phoneNumber: string) =>
    clerk.client.signUp.create({
      emailAddress: nextAddress(),
      password: 'long enough',
      phoneNumber,
    })
  await refused(clerk.client.signUp.create({ emailAddress: email, password: 'long enough' }), {
    code: 'form_identifier_exists',
    meta: { paramName: 'email_address' },
  })
  await refused(attempt('+64215550123'), {
    code: 'form_identifier_exists',
    meta: { paramName: 'phone_number' },
  })
  for (const malformed of ['0491 570 156', '+61 491', '+61 191 570 156', 'mobile'])
    await refused(attempt(malformed), {
      code: 'form_param_format_invalid',
      meta: { paramName: 'phone_number' },
    })
  expect(clerk.client.signUp.id).toBeUndefined()
})

test('whoever creates a company is its admin, is in it at once and renames it', async () => {
  const { page } = await newcomer()
  const { clerk } = page
  const made = await clerk.createOrganization({ name: 'Newcomer & Co' })
  await clerk.setActive({ organization: made })
  expect(clerk.organization).toMatchObject({ name: 'Newcomer & Co', slug: 'newcomer-co' })
  expect((await verified(await clerk.session?.getToken({ skipCache: true }))).o).toMatchObject({
    id: made.id,
    rol: 'admin',
  })
  await made.update({ name: 'Newcomers' })
  const listed = await clerk.user?.getOrganizationMemberships()
  expect(listed?.data.map((one) => [one.organization.name, one.role])).toEqual([
    ['Newcomers', 'org:admin'],
  ])
})

test('an invited colleague signs up, joins as Standard, is promoted and removed', async () => {
  const admin = await companyOf('Invitations')
  const email = nextAddress()
  const company = admin.clerk.organization
  await company?.inviteMembers({ emailAddresses: [email], role: 'org:basic_member' })
  await refused(company?.inviteMember({ emailAddress: email, role: 'org:basic_member' }), {
    code: 'duplicate_record',
    meta: { emailAddresses: [email] },
  })

  const { page } = await newcomer({ emailAddress: email })
  const invited = await page.clerk.user?.getOrganizationInvitations()
  expect(invited?.data.map((one) => one.publicOrganizationData.name)).toEqual(['Invitations'])
  await invited?.data[0]?.accept()
  await page.clerk.setActive({ organization: company?.id ?? '' })
  expect(await roleIn(page)).toBe('basic_member')
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
  expect(await roleIn(page)).toBe('admin')
  await membership?.destroy()
  await refused(page.clerk.session?.getToken({ skipCache: true }), {
    code: 'organization_not_found_or_unauthorized',
  })
  const later = await open(page.profile)
  expect(later.clerk.user?.organizationMemberships).toEqual([])
  expect(await roleIn(later)).toBeUndefined()
})

test('the link in an invitation signs up who is new and signs in who is known, and both are members at once', async () => {
  const admin = await companyOf('Links')
  const { email: known } = await newcomer()
  const unknown = nextAddress()
  await admin.clerk.organization?.inviteMembers({
    emailAddresses: [known, unknown],
    role: 'org:basic_member',
  })
  const followed = await Promise.all([known, unknown].map(follow))
  expect(followed.map(({ page, status }) => [page, status])).toEqual([
    ['/sign-in', 'sign_in'],
    ['/sign-up', 'sign_up'],
  ])

  const signingIn = await open()
  const ticketIn = { strategy: 'ticket', ticket: followed[0]?.ticket ?? '' } as const
  const entered = await signingIn.clerk.client.signIn.create(ticketIn)
  await signingIn.clerk.setActive({ session: entered.createdSessionId })
  expect(await roleIn(signingIn)).toBe('basic_member')

  const signingUp = await open()
  const ticketUp = { strategy: 'ticket', ticket: followed[1]?.ticket ?? '' } as const
  const begun = await signingUp.clerk.client.signUp.create(ticketUp)
  expect(begun).toMatchObject({ emailAddress: unknown, missingFields: ['password'] })
  const made = await begun.update({ password: 'long enough' })
  await signingUp.clerk.setActive({ session: made.createdSessionId })
  expect(await roleIn(signingUp)).toBe('basic_member')

  const late = await open()
  await refused(late.clerk.client.signUp.create(ticketUp), { code: 'ticket_invalid_code' })
})

test('an invitation that is taken back can no longer be accepted', async () => {
  const admin = await companyOf('Revoked')
  const { email, page } = await newcomer()
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
  const admin = await companyOf('Leaving')
  const company = admin.clerk.organization
  const { email, page } = await newcomer()
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

test('a person changes their name, and adds, proves, prefers and removes mobile numbers', async () => {
  const { page } = await newcomer()
  const { user } = page.clerk
  await user?.update({ firstName: 'Robin', lastName: 'Banksia' })
  expect(page.clerk.user?.fullName).toBe('Robin Banksia')

  const first = await user?.createPhoneNumber({ phoneNumber: '+61491570157' })
  await first?.prepareVerification()
  await first?.attemptVerification({ code: await emulator.lastCode('+61491570157') })
  const second = await user?.createPhoneNumber({ phoneNumber: '+61491570158' })
  await refused(user?.update({ primaryPhoneNumberId: second?.id ?? '' }), { code: 'not_verified' })
  await second?.prepareVerification()
  await second?.attemptVerification({ code: await emulator.lastCode('+61491570158') })
  expect(page.clerk.user?.primaryPhoneNumber?.phoneNumber).toBe('+61491570157')
  await user?.update({ primaryPhoneNumberId: second?.id ?? '' })
  expect(page.clerk.user?.primaryPhoneNumber?.phoneNumber).toBe('+61491570158')
  await second?.destroy()
  expect(page.clerk.user?.primaryPhoneNumber?.phoneNumber).toBe('+61491570157')
  expect(page.clerk.user?.phoneNumbers).toHaveLength(1)

  const other = await newcomer()
  await refused(other.page.clerk.user?.createPhoneNumber({ phoneNumber: '+61491570157' }), {
    code: 'form_identifier_exists',
    meta: { paramName: 'phone_number' },
  })
})

test('a person moves to another e-mail address, and keeps at least one', async () => {
  const { page } = await newcomer()
  const { user } = page.clerk
  const address = nextAddress()
  const added = await user?.createEmailAddress({ email: address })
  await added?.prepareVerification({ strategy: 'email_code' })
  await added?.attemptVerification({ code: await emulator.lastCode(address) })
  await user?.update({ primaryEmailAddressId: added?.id ?? '' })
  const [old] = user?.emailAddresses.filter((one) => one.id !== added?.id) ?? []
  await old?.destroy()
  expect(page.clerk.user?.emailAddresses.map((one) => one.emailAddress)).toEqual([address])
  await refused(added?.destroy(), { code: 'last_required_identification_deletion_failed' })
})

test('a new password needs the old one, and can sign other devices out', async () => {
  const { email, page } = await newcomer()
  const elsewhere = await signedIn(email, 'long enough')
  const { user } = page.clerk
  await refused(user?.updatePassword({ currentPassword: 'wrong', newPassword: 'longer than it' }), {
    code: 'form_password_incorrect',
    meta: { paramName: 'current_password' },
  })
  await user?.updatePassword({
    currentPassword: 'long enough',
    newPassword: 'longer than it',
    signOutOfOtherSessions: true,
  })
  expect((await open(elsewhere.profile)).clerk.user).toBeNull()
  expect((await open(page.profile)).clerk.user?.id).toBe(user?.id)
})

test('a person sees their devices and signs one of them out', async () => {
  const { email, page } = await newcomer()
  const elsewhere = await signedIn(email, 'long enough')
  const devices = await page.clerk.user?.getSessions()
  expect(devices).toHaveLength(2)
  await devices?.find((one) => one.id === elsewhere.clerk.session?.id)?.revoke()
  expect(await page.clerk.user?.getSessions()).toHaveLength(1)

  await elsewhere.clerk.session?.getToken({ skipCache: true }).catch(() => null)
  const later = await open(elsewhere.profile)
  expect(later.clerk.user).toBeNull()
  expect(later.profile.get('__client_uat')).toBe('0')
})

test('a picture replaces the initials until it is taken away; what is no picture is refused', async () => {
  const { page } = await newcomer()
  const { user } = page.clerk
  const picture = Buffer.from('89504e470d0a1a0a00', 'hex').toString('base64')
  await user?.setProfileImage({ file: `data:image/png;base64,${picture}` })
  expect(page.clerk.user?.hasImage).toBe(true)
  const shown = await fetch(fromOrigin(page.clerk.user?.imageUrl))
  expect(shown.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await shown.arrayBuffer()).toString('base64')).toBe(picture)

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
  await refused(user?.setProfileImage({ file: svg }), { code: 'avatar_file_type_invalid' })
  await user?.setProfileImage({ file: null })
  expect(page.clerk.user?.hasImage).toBe(false)
  const initials = await fetch(fromOrigin(page.clerk.user?.imageUrl))
  expect(initials.headers.get('content-type')).toBe('image/svg+xml')
})

test('who deletes the account is signed out, gone from every company, and the address is free again', async () => {
  const admin = await companyOf('Deletion')
  const { email, page } = await newcomer()
  await admin.clerk.organization?.inviteMember({ emailAddress: email, role: 'org:basic_member' })
  await (await page.clerk.user?.getOrganizationInvitations())?.data[0]?.accept()
  await page.clerk.user?.delete()
  expect((await open(page.profile)).clerk.user).toBeNull()
  expect((await admin.clerk.organization?.getMemberships())?.total_count).toBe(1)
  await expect(newcomer({ emailAddress: email })).resolves.toMatchObject({ email })
})

test('signing out ends the session for good', async () => {
  const page = await signedIn(DEMO_USERS.otherAdmin.email, PASSWORDS.otherAdmin)
  await page.clerk.signOut()
  expect(page.clerk.user).toBeFalsy()
  expect((await open(page.profile)).clerk.user).toBeNull()
})

test('an instance of the first version of tokens is understood by page and server alike', async () => {
  const older = await startClerk({ tokens: 'v1' })
  const { clerk, close } = await openPage(older)
  const { createdSessionId } = await clerk.client.signIn.create({
    identifier: DEMO_USERS.standard.email,
    password: PASSWORDS.standard,
  })
  await clerk.setActive({ session: createdSessionId, organization: harbour.id })
  const claims = await verified(await clerk.session?.getToken({ skipCache: true }), older)
  expect(claims).toMatchObject({ org_id: harbour.id, org_role: 'org:basic_member' })
  expect(claims).not.toHaveProperty('o')
  await close()
  await older.end()
})

async function open(profile?: Profile): Promise<Page> {
  const page = await openPage(emulator, profile)
  pages.push(page)
  return page
}

async function signedIn(identifier: string, password: string): Promise<Page> {
  const page = await open()
  const { createdSessionId } = await page.clerk.client.signIn.create({ identifier, password })
  await page.clerk.setActive({ session: createdSessionId })
  return page
}

function nextAddress(): string {
  people += 1
  return `person-${people}@newcomer.example`
}

async function newcomer(form: { emailAddress?: string; phoneNumber?: string } = {}) {
  const email = form.emailAddress ?? nextAddress()
  const page = await open()
  const signUp = await page.clerk.client.signUp.create({
    password: 'long enough',
    ...form,
    emailAddress: email,
  })
  await signUp.prepareEmailAddressVerification({ strategy: 'email_code' })
  const done = await signUp.attemptEmailAddressVerification({
    code: await emulator.lastCode(email),
  })
  await page.clerk.setActive({ session: done.createdSessionId })
  return { email, page }
}

async function companyOf(name: string): Promise<Page> {
  const { page } = await newcomer()
  await page.clerk.setActive({ organization: await page.clerk.createOrganization({ name }) })
  return page
}

/** Where the link in the newest invitation to an address ends. */
async function follow(email: string) {
  const link = await emulator.lastLink(email)
  const path = link.pathname.replace(/^\/__clerk/, '')
  const answer = await fetch(`${emulator.url}${path}${link.search}`, { redirect: 'manual' })
  const to = new URL(answer.headers.get('location') ?? '')
  return {
    page: to.pathname,
    status: to.searchParams.get('__clerk_status'),
    ticket: to.searchParams.get('__clerk_ticket'),
  }
}

async function roleIn(page: Page): Promise<unknown> {
  const { o } = await verified(await page.clerk.session?.getToken({ skipCache: true }))
  return o?.rol
}

async function refused(call: Promise<unknown> | undefined, error: object): Promise<void> {
  await expect(call).rejects.toMatchObject({ errors: [error] })
}

function fromOrigin(address: string | undefined): string {
  return (address ?? '').replace(`${ORIGIN}/__clerk`, emulator.url)
}

async function verified(
  token: string | null | undefined,
  { jwksUrl } = emulator,
): Promise<{ o?: { rol?: string } }> {
  const { keys } = (await (await fetch(jwksUrl)).json()) as { keys: object[] }
  const key = createPublicKey({ key: keys[0] ?? {}, format: 'jwk' })
  return verifyToken(token ?? '', {
    jwtKey: key.export({ type: 'spki', format: 'pem' }).toString(),
    authorizedParties: [ORIGIN],
  })
}
