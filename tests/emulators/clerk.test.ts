import { createPublicKey } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { verifyToken } from '@clerk/backend'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { DEMO_ORGANIZATIONS, DEMO_USERS } from '../../emulators/clerk/demo.ts'
import { openBrowser, signIn, type Browser } from '../kit/clerk/browser.ts'
import {
  freshFolder,
  ORIGIN,
  PASSWORDS,
  startClerk,
  type StartedClerk,
} from '../kit/clerk/start.ts'

const { harbour } = DEMO_ORGANIZATIONS

let dataFolder: string
let clerk: StartedClerk

beforeEach(async () => {
  dataFolder = await freshFolder()
  clerk = await start()
})

afterEach(async () => {
  await clerk.close()
  await rm(dataFolder, { recursive: true })
})

test("a password signs in, and the official library accepts the session's token", async () => {
  const browser = open()
  const { id, token } = await signIn(browser, DEMO_USERS.admin.email, PASSWORDS.admin)

  const claims = await verified(token)
  expect(claims).toMatchObject({ v: 2, sub: DEMO_USERS.admin.id, sid: id, azp: ORIGIN })
  expect(Number(browser.cookie('__client_uat'))).toBeGreaterThan(0)
})

test('a wrong password shows an error at its field and keeps the sign-in open', async () => {
  const browser = open()
  const started = await browser.post('/v1/client/sign_ins', { identifier: DEMO_USERS.admin.email })
  const refused = await browser.post(
    `/v1/client/sign_ins/${String(started.body.response?.['id'])}/attempt_first_factor`,
    { strategy: 'password', password: 'nonsense' },
  )
  expect(refused.status).toBe(422)
  expect(refused.body.errors).toEqual([
    expect.objectContaining({ code: 'form_password_incorrect', meta: { param_name: 'password' } }),
  ])
  expect(refused.body.meta?.client?.sign_in).toMatchObject({ status: 'needs_first_factor' })
  expect(refused.body.meta?.client?.sessions).toEqual([])
})

test('an unknown address shows an error at its field', async () => {
  const refused = await open().post('/v1/client/sign_ins', { identifier: 'nobody@harbour.example' })
  expect(refused.status).toBe(422)
  expect(refused.body.errors?.[0]).toMatchObject({ code: 'form_identifier_not_found' })
})

test('an emailed code signs in once; a wrong code does not', async () => {
  const browser = open()
  const started = await browser.post('/v1/client/sign_ins', {
    identifier: DEMO_USERS.standard.email,
  })
  const path = `/v1/client/sign_ins/${String(started.body.response?.['id'])}`
  await browser.post(`${path}/prepare_first_factor`, { strategy: 'email_code' })
  const code = await clerk.lastCode(DEMO_USERS.standard.email)
  const wrong = code === '000000' ? '000001' : '000000'

  const refused = await browser.post(`${path}/attempt_first_factor`, {
    strategy: 'email_code',
    code: wrong,
  })
  expect(refused.body.errors?.[0]?.code).toBe('form_code_incorrect')

  const done = await browser.post(`${path}/attempt_first_factor`, { strategy: 'email_code', code })
  expect(done.body.response).toMatchObject({ status: 'complete' })
  expect(done.body.client?.sessions).toHaveLength(1)
  expect(done.body.client?.sign_in).toBeNull()

  const again = await browser.post(`${path}/attempt_first_factor`, { strategy: 'email_code', code })
  expect(again.status).toBe(404)
})

test('a code expires after ten minutes and after five wrong attempts', async () => {
  const browser = open()
  const started = await browser.post('/v1/client/sign_ins', {
    identifier: DEMO_USERS.standard.email,
  })
  const path = `/v1/client/sign_ins/${String(started.body.response?.['id'])}`
  await browser.post(`${path}/prepare_first_factor`, { strategy: 'email_code' })
  const code = await clerk.lastCode(DEMO_USERS.standard.email)
  const attempt = (value: string) =>
    browser.post(`${path}/attempt_first_factor`, { strategy: 'email_code', code: value })
  for (let n = 0; n < 5; n += 1) await attempt('wrong')
  expect((await attempt(code)).body.errors?.[0]?.code).toBe('verification_failed')

  await browser.post(`${path}/prepare_first_factor`, { strategy: 'email_code' })
  await clerk.close()
  clerk = await start(() => Date.now() + 11 * 60_000)
  const late = await attempt(await clerk.lastCode(DEMO_USERS.standard.email))
  expect(late.body.errors?.[0]?.code).toBe('verification_expired')
})

test('activating an organisation puts it and the role into the next token', async () => {
  const browser = open()
  const { id, session, token } = await signIn(
    browser,
    DEMO_USERS.standard.email,
    PASSWORDS.standard,
  )
  expect(session.last_active_organization_id).toBeNull()
  expect(await verified(token)).not.toHaveProperty('o')

  await browser.post(`/v1/client/sessions/${id}/touch`, { active_organization_id: harbour.id })
  const { body } = await browser.post(`/v1/client/sessions/${id}/tokens`)
  expect((await verified(String(body.jwt))).o).toEqual({
    id: harbour.id,
    slg: harbour.slug,
    rol: 'basic_member',
  })
})

test('activating another organisation is refused, and so is a token for it', async () => {
  const browser = open()
  const { id } = await signIn(browser, DEMO_USERS.admin.email, PASSWORDS.admin)
  const other = DEMO_ORGANIZATIONS.southern.id
  const touched = await browser.post(`/v1/client/sessions/${id}/touch`, {
    active_organization_id: other,
  })
  const token = await browser.post(`/v1/client/sessions/${id}/tokens`, { organization_id: other })
  const read = await browser.get(`/v1/organizations/${other}`)
  expect([touched.status, token.status, read.status]).toEqual([404, 404, 404])
})

test("sign-out ends the session on the server and updates the browser's cookie", async () => {
  const browser = open()
  const { id } = await signIn(browser, DEMO_USERS.admin.email, PASSWORDS.admin)
  const out = await browser.send('DELETE', '/v1/client/sessions')
  expect(out.body.client?.sessions).toEqual([])
  expect(browser.cookie('__client_uat')).toBe('0')
  expect((await browser.post(`/v1/client/sessions/${id}/tokens`)).status).toBe(401)
  expect((await browser.get('/v1/me')).status).toBe(401)
})

test("a browser cannot use another browser's session", async () => {
  const { id } = await signIn(open(), DEMO_USERS.admin.email, PASSWORDS.admin)
  const stranger = open()
  await signIn(stranger, DEMO_USERS.otherAdmin.email, PASSWORDS.otherAdmin)
  expect((await stranger.post(`/v1/client/sessions/${id}/tokens`)).status).toBe(404)
})

test('a restart on the same folder keeps sessions, keys and the active organisation', async () => {
  const browser = open()
  const { id, token } = await signIn(browser, DEMO_USERS.admin.email, PASSWORDS.admin)
  await browser.post(`/v1/client/sessions/${id}/touch`, { active_organization_id: harbour.id })
  const { publishableKey, secretKey } = clerk
  await clerk.close()
  clerk = await start()

  expect({ publishableKey, secretKey }).toEqual({
    publishableKey: clerk.publishableKey,
    secretKey: clerk.secretKey,
  })
  await expect(verified(token)).resolves.toMatchObject({ sid: id })
  const { body } = await browser.post(`/v1/client/sessions/${id}/tokens`)
  expect((await verified(String(body.jwt))).o).toMatchObject({ id: harbour.id, rol: 'admin' })
})

test('state files are readable by their owner only', async () => {
  for (const file of ['state.json', 'keys.json']) {
    expect((await stat(join(dataFolder, file))).mode & 0o777).toBe(0o600)
  }
})

test('a new user signs up, verifies the address, creates a company and is its admin', async () => {
  const browser = open()
  const started = await browser.post('/v1/client/sign_ups', {
    email_address: 'Robin@Newcomer.example',
    password: 'a good password',
    phone_number: '+61 491 570 156',
    first_name: 'Robin',
  })
  expect(started.body.response).toMatchObject({
    status: 'missing_requirements',
    unverified_fields: ['email_address'],
    missing_fields: [],
  })
  const path = `/v1/client/sign_ups/${String(started.body.response?.['id'])}`
  await browser.post(`${path}/prepare_verification`, { strategy: 'email_code' })
  const done = await browser.post(`${path}/attempt_verification`, {
    strategy: 'email_code',
    code: await clerk.lastCode('robin@newcomer.example'),
  })
  expect(done.body.response).toMatchObject({ status: 'complete' })
  expect(done.body.client?.sign_up).toBeNull()

  const created = await browser.post('/v1/organizations', { name: 'Newcomer & Co' })
  expect(created.body.response).toMatchObject({ name: 'Newcomer & Co', slug: 'newcomer-co' })
  const session = created.body.client?.sessions[0]
  expect(session?.user.organization_memberships).toEqual([
    expect.objectContaining({ role: 'org:admin' }),
  ])
  expect((await verified(String(session?.last_active_token.jwt))).o).toMatchObject({ rol: 'admin' })
})

test('a taken or malformed address or mobile number shows an error at its field', async () => {
  const signUp = (form: Record<string, string>) => open().post('/v1/client/sign_ups', form)
  const duplicate = await signUp({ email_address: DEMO_USERS.admin.email, password: 'long enough' })
  expect(duplicate.body.errors?.[0]).toMatchObject({
    code: 'form_identifier_exists',
    meta: { param_name: 'email_address' },
  })
  const short = await signUp({ email_address: 'a@b.example', phone_number: '0491 570 156' })
  expect(short.body.errors?.[0]).toMatchObject({
    code: 'form_param_format_invalid',
    meta: { param_name: 'phone_number' },
  })

  const browser = open()
  await signIn(browser, DEMO_USERS.admin.email, PASSWORDS.admin)
  await browser.post('/v1/me/phone_numbers', { phone_number: '+61491570157' })
  const twice = await signUp({ email_address: 'c@d.example', phone_number: '+61491570157' })
  expect(twice.body.errors?.[0]).toMatchObject({
    code: 'form_identifier_exists',
    meta: { param_name: 'phone_number' },
  })
})

test('an invited colleague joins as Standard, is promoted, removed, and loses the organisation at once', async () => {
  const admin = open()
  await signIn(admin, DEMO_USERS.admin.email, PASSWORDS.admin)
  await admin.post(`/v1/organizations/${harbour.id}/invitations/bulk`, {
    email_address: DEMO_USERS.otherAdmin.email,
    role: 'org:basic_member',
  })

  const guest = open()
  const { id } = await signIn(guest, DEMO_USERS.otherAdmin.email, PASSWORDS.otherAdmin)
  const invited = await guest.get('/v1/me/organization_invitations')
  const [invitation] = z.parse(
    z.array(z.looseObject({ id: z.string() })),
    invited.body.response?.['data'],
  )
  await guest.post(`/v1/me/organization_invitations/${String(invitation?.id)}/accept`)
  await guest.post(`/v1/client/sessions/${id}/touch`, { active_organization_id: harbour.id })
  const token = async () => (await guest.post(`/v1/client/sessions/${id}/tokens`)).body.jwt ?? ''
  expect((await verified(await token())).o).toMatchObject({ rol: 'basic_member' })

  const membership = `/v1/organizations/${harbour.id}/memberships/${DEMO_USERS.otherAdmin.id}`
  expect((await guest.send('PATCH', membership, { role: 'org:admin' })).status).toBe(403)
  await admin.send('PATCH', membership, { role: 'org:admin' })
  expect((await verified(await token())).o).toMatchObject({ rol: 'admin' })

  await admin.send('DELETE', membership)
  expect(await verified(await token())).not.toHaveProperty('o')
  await clerk.close()
  clerk = await start()
  expect((await guest.get(`/v1/organizations/${harbour.id}`)).status).toBe(404)
})

test('the member list finds members by name or address', async () => {
  const admin = open()
  await signIn(admin, DEMO_USERS.admin.email, PASSWORDS.admin)
  const found = async (query: string) => {
    const { body } = await admin.get(`/v1/organizations/${harbour.id}/memberships?query=${query}`)
    return body.response?.['total_count']
  }
  expect([await found('WATTLE'), await found('harbour.example'), await found('nobody')]).toEqual([
    1, 2, 0,
  ])
})

test('the last admin of an organisation can be neither removed nor made Standard', async () => {
  const admin = open()
  await signIn(admin, DEMO_USERS.admin.email, PASSWORDS.admin)
  const own = `/v1/organizations/${harbour.id}/memberships/${DEMO_USERS.admin.id}`
  expect((await admin.send('PATCH', own, { role: 'org:basic_member' })).status).toBe(403)
  expect((await admin.send('DELETE', own)).status).toBe(403)
})

function start(now?: () => number): Promise<StartedClerk> {
  return startClerk({ dataFolder, ...(now && { now }) })
}

function open(): Browser {
  return openBrowser(() => clerk.url, ORIGIN)
}

async function verified(token: string) {
  const { keys } = z.parse(
    z.object({ keys: z.array(z.looseObject({ n: z.string(), e: z.string() })) }),
    await (await fetch(clerk.jwksUrl)).json(),
  )
  const key = createPublicKey({ key: keys[0] ?? {}, format: 'jwk' })
  return z.parse(
    z.looseObject({ o: z.optional(z.unknown()) }),
    await verifyToken(token, {
      jwtKey: key.export({ type: 'spki', format: 'pem' }).toString(),
      authorizedParties: [ORIGIN],
    }),
  )
}
