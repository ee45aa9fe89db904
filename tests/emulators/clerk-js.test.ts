import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { DEMO_ORGANIZATIONS, DEMO_USERS } from '../../emulators/clerk/demo.ts'
import { openPage } from '../kit/clerk/clerk-js.ts'
import {
  openNeighbourhood,
  expectRefusal,
  verifyClaims,
  type Neighbourhood,
} from '../kit/clerk/neighbourhood.ts'
import { ORIGIN, PASSWORDS, startClerk } from '../kit/clerk/start.ts'

const { harbour } = DEMO_ORGANIZATIONS

let people: Neighbourhood

beforeAll(async () => {
  people = await openNeighbourhood()
})

afterEach(() => people.closePages())

afterAll(() => people.emulator.end())

test('a password signs in; a reload keeps the session, and servers accept the token', async () => {
  const page = await people.signIn(DEMO_USERS.admin.email, PASSWORDS.admin)
  const again = await people.open(page.profile)
  expect(again.clerk.user?.fullName).toBe('Alex Fernleigh')
  const token = await again.clerk.session?.getToken()
  const claims = await verifyClaims(token, people.emulator.jwksUrl)
  expect(claims).toMatchObject({ v: 2, sub: DEMO_USERS.admin.id, azp: ORIGIN })
})

test('a wrong password and an unknown address show an error at their fields', async () => {
  const { clerk } = await people.open()
  const { signIn } = clerk.client
  await expectRefusal(signIn.create({ identifier: 'nobody@harbour.example' }), {
    code: 'form_identifier_not_found',
    meta: { paramName: 'identifier' },
  })
  await expectRefusal(signIn.create({ identifier: DEMO_USERS.admin.email, password: 'nonsense' }), {
    code: 'form_password_incorrect',
    meta: { paramName: 'password' },
  })
  expect(clerk.user).toBeNull()
})

test('an emailed code signs in', async () => {
  const { clerk } = await people.open()
  const started = await clerk.client.signIn.create({ identifier: DEMO_USERS.standard.email })
  const factor = started.supportedFirstFactors?.find(
    (candidate) => candidate.strategy === 'email_code',
  )
  if (factor?.strategy !== 'email_code') throw new Error('no email code is offered')
  await started.prepareFirstFactor(factor)
  await expectRefusal(started.attemptFirstFactor({ strategy: 'email_code', code: 'x' }), {
    code: 'form_code_incorrect',
  })
  const done = await started.attemptFirstFactor({
    strategy: 'email_code',
    code: await people.emulator.lastCode(DEMO_USERS.standard.email),
  })
  await clerk.setActive({ session: done.createdSessionId })
  expect(clerk.user?.id).toBe(DEMO_USERS.standard.id)
})

test('a password reset by code signs other devices out', async () => {
  const { email, page: elsewhere } = await people.newcomer()
  const { clerk } = await people.open()
  const started = await clerk.client.signIn.create({ identifier: email })
  const factor = started.supportedFirstFactors?.find(
    (candidate) => candidate.strategy === 'reset_password_email_code',
  )
  if (factor?.strategy !== 'reset_password_email_code') throw new Error('no reset is offered')
  await started.prepareFirstFactor(factor)
  const proved = await started.attemptFirstFactor({
    strategy: 'reset_password_email_code',
    code: await people.emulator.lastCode(email),
  })
  expect(proved.status).toBe('needs_new_password')
  await expectRefusal(started.resetPassword({ password: 'short' }), {
    code: 'form_password_length_too_short',
    meta: { paramName: 'password' },
  })
  const done = await started.resetPassword({
    password: 'another-long-one',
    signOutOfOtherSessions: true,
  })
  expect(done.status).toBe('complete')
  expect((await people.open(elsewhere.profile)).clerk.user).toBeNull()
})

test('a new user signs up with a mobile number and verifies the address', async () => {
  const { email, page } = await people.newcomer({ phoneNumber: '+61 491 570 156' })
  expect(page.clerk.user?.primaryEmailAddress?.emailAddress).toBe(email)
  expect(page.clerk.user?.primaryEmailAddress?.verification.status).toBe('verified')
  expect(page.clerk.user?.primaryPhoneNumber?.phoneNumber).toBe('+61491570156')
  expect(page.clerk.client.signUp.status).toBeNull()
})

test('a taken address or number and an invalid number show an error at their fields', async () => {
  const { email } = await people.newcomer({ phoneNumber: '+64215550123' })
  const { clerk } = await people.open()
  const attempt = (phoneNumber: string) =>
    clerk.client.signUp.create({
      emailAddress: people.nextAddress(),
      password: 'long enough',
      phoneNumber,
    })
  await expectRefusal(
    clerk.client.signUp.create({ emailAddress: email, password: 'long enough' }),
    {
      code: 'form_identifier_exists',
      meta: { paramName: 'email_address' },
    },
  )
  await expectRefusal(attempt('+64215550123'), {
    code: 'form_identifier_exists',
    meta: { paramName: 'phone_number' },
  })
  for (const malformed of ['0491 570 156', '+61 491', '+61 191 570 156', 'mobile'])
    await expectRefusal(attempt(malformed), {
      code: 'form_param_format_invalid',
      meta: { paramName: 'phone_number' },
    })
  expect(clerk.client.signUp.id).toBeUndefined()
})

test('a user changes their name, and adds, verifies, prefers and removes mobile numbers', async () => {
  const { page } = await people.newcomer()
  const { user } = page.clerk
  await user?.update({ firstName: 'Robin', lastName: 'Banksia' })
  expect(page.clerk.user?.fullName).toBe('Robin Banksia')

  const first = await user?.createPhoneNumber({ phoneNumber: '+61491570157' })
  await first?.prepareVerification()
  await first?.attemptVerification({ code: await people.emulator.lastCode('+61491570157') })
  const second = await user?.createPhoneNumber({ phoneNumber: '+61491570158' })
  await expectRefusal(user?.update({ primaryPhoneNumberId: second?.id ?? '' }), {
    code: 'not_verified',
  })
  await second?.prepareVerification()
  await second?.attemptVerification({ code: await people.emulator.lastCode('+61491570158') })
  expect(page.clerk.user?.primaryPhoneNumber?.phoneNumber).toBe('+61491570157')
  await user?.update({ primaryPhoneNumberId: second?.id ?? '' })
  expect(page.clerk.user?.primaryPhoneNumber?.phoneNumber).toBe('+61491570158')
  await second?.destroy()
  expect(page.clerk.user?.primaryPhoneNumber?.phoneNumber).toBe('+61491570157')
  expect(page.clerk.user?.phoneNumbers).toHaveLength(1)

  const other = await people.newcomer()
  await expectRefusal(other.page.clerk.user?.createPhoneNumber({ phoneNumber: '+61491570157' }), {
    code: 'form_identifier_exists',
    meta: { paramName: 'phone_number' },
  })
})

test('a verified mobile number signs in by a texted code; an unverified number is unknown', async () => {
  const number = '+61491570159'
  const { page } = await people.newcomer()
  const added = await page.clerk.user?.createPhoneNumber({ phoneNumber: number })
  const other = await people.open()
  const { signIn } = other.clerk.client
  await expectRefusal(signIn.create({ identifier: number }), { code: 'form_identifier_not_found' })
  await added?.prepareVerification()
  await added?.attemptVerification({ code: await people.emulator.lastCode(number) })

  const started = await signIn.create({ identifier: number })
  const factor = started.supportedFirstFactors?.find(({ strategy }) => strategy === 'phone_code')
  if (factor?.strategy !== 'phone_code') throw new Error('no texted code is offered')
  await started.prepareFirstFactor(factor)
  const code = await people.emulator.lastCode(number)
  const done = await started.attemptFirstFactor({ strategy: 'phone_code', code })
  expect(done.status).toBe('complete')
})

test('a user moves to another email address, and cannot remove the last', async () => {
  const { page } = await people.newcomer()
  const { user } = page.clerk
  const address = people.nextAddress()
  const added = await user?.createEmailAddress({ email: address })
  await added?.prepareVerification({ strategy: 'email_code' })
  await added?.attemptVerification({ code: await people.emulator.lastCode(address) })
  await user?.update({ primaryEmailAddressId: added?.id ?? '' })
  const [old] = user?.emailAddresses.filter((email) => email.id !== added?.id) ?? []
  await old?.destroy()
  expect(page.clerk.user?.emailAddresses.map((email) => email.emailAddress)).toEqual([address])
  await expectRefusal(added?.destroy(), { code: 'last_required_identification_deletion_failed' })
})

test('a new password needs the old one, and can sign other devices out', async () => {
  const { email, page } = await people.newcomer()
  const elsewhere = await people.signIn(email, 'long enough')
  const { user } = page.clerk
  await expectRefusal(
    user?.updatePassword({ currentPassword: 'wrong', newPassword: 'longer than it' }),
    {
      code: 'form_password_incorrect',
      meta: { paramName: 'current_password' },
    },
  )
  await user?.updatePassword({
    currentPassword: 'long enough',
    newPassword: 'longer than it',
    signOutOfOtherSessions: true,
  })
  expect((await people.open(elsewhere.profile)).clerk.user).toBeNull()
  expect((await people.open(page.profile)).clerk.user?.id).toBe(user?.id)
})

test('a user lists their devices and signs one out', async () => {
  const { email, page } = await people.newcomer()
  const elsewhere = await people.signIn(email, 'long enough')
  const devices = await page.clerk.user?.getSessions()
  expect(devices).toHaveLength(2)
  await devices?.find((device) => device.id === elsewhere.clerk.session?.id)?.revoke()
  expect(await page.clerk.user?.getSessions()).toHaveLength(1)

  await elsewhere.clerk.session?.getToken({ skipCache: true }).catch(() => null)
  const later = await people.open(elsewhere.profile)
  expect(later.clerk.user).toBeNull()
  expect(later.profile.get('__client_uat')).toBe('0')
})

test('an uploaded picture replaces the initials until removal; other files are refused', async () => {
  const { page } = await people.newcomer()
  const { user } = page.clerk
  const picture = Buffer.from('89504e470d0a1a0a00', 'hex').toString('base64')
  await user?.setProfileImage({ file: `data:image/png;base64,${picture}` })
  expect(page.clerk.user?.hasImage).toBe(true)
  const shown = await fetch(fromOrigin(page.clerk.user?.imageUrl))
  expect(shown.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await shown.arrayBuffer()).toString('base64')).toBe(picture)

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
  await expectRefusal(user?.setProfileImage({ file: svg }), { code: 'avatar_file_type_invalid' })
  await user?.setProfileImage({ file: null })
  expect(page.clerk.user?.hasImage).toBe(false)
  const initials = await fetch(fromOrigin(page.clerk.user?.imageUrl))
  expect(initials.headers.get('content-type')).toBe('image/svg+xml')
})

test('a deleted account is signed out and out of every company, and its address is free again', async () => {
  const admin = await people.companyOf('Deletion')
  const { email, page } = await people.newcomer()
  await admin.clerk.organization?.inviteMember({ emailAddress: email, role: 'org:basic_member' })
  await (await page.clerk.user?.getOrganizationInvitations())?.data[0]?.accept()
  await page.clerk.user?.delete()
  expect((await people.open(page.profile)).clerk.user).toBeNull()
  expect((await admin.clerk.organization?.getMemberships())?.total_count).toBe(1)
  await expect(people.newcomer({ emailAddress: email })).resolves.toMatchObject({ email })
})

test('sign-out ends the session permanently', async () => {
  const page = await people.signIn(DEMO_USERS.otherAdmin.email, PASSWORDS.otherAdmin)
  await page.clerk.signOut()
  expect(page.clerk.user).toBeFalsy()
  expect((await people.open(page.profile)).clerk.user).toBeNull()
})

test('page and server understand an instance with the first version of tokens', async () => {
  const older = await startClerk({ tokens: 'v1' })
  const { clerk, close } = await openPage(older)
  const { createdSessionId } = await clerk.client.signIn.create({
    identifier: DEMO_USERS.standard.email,
    password: PASSWORDS.standard,
  })
  await clerk.setActive({ session: createdSessionId, organization: harbour.id })
  const token = await clerk.session?.getToken({ skipCache: true })
  const claims = await verifyClaims(token, older.jwksUrl)
  expect(claims).toMatchObject({ org_id: harbour.id, org_role: 'org:basic_member' })
  expect(claims).not.toHaveProperty('o')
  await close()
  await older.end()
})

function fromOrigin(address: string | undefined): string {
  return (address ?? '').replace(`${ORIGIN}/__clerk`, people.emulator.url)
}
