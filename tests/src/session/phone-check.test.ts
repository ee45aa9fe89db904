import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { expect, test } from 'vitest'
import { phoneErrors } from '../../../contract/core/phone.ts'
import { checkPhones } from '../../../src/session/phone-check.ts'

type ClerkRequest = { method: string; path: string; body?: string; status?: number }

const read = async () => parsePhoneNumberFromString

/** Pinned version, internal names. */
function aClerk() {
  let before: (request: ClerkRequest) => Promise<boolean> = async () => true
  let after: (request: ClerkRequest, response: { payload?: unknown }) => void = () => undefined
  const sent: string[] = []
  return {
    sent,
    __unstable__onBeforeRequest: (given: typeof before) => (before = given),
    __unstable__onAfterResponse: (given: typeof after) => (after = given),
    request: async (request: ClerkRequest) => {
      const goes = await before(request)
      if (goes) sent.push(request.body ?? '')
      const response = { status: goes ? 200 : request.status, payload: {} }
      after(request, response)
      return response
    },
  }
}

const signUp = (body: string): ClerkRequest => ({ method: 'POST', path: '/client/sign_ups', body })

test('an invalid international number is refused at once and never sent', async () => {
  const clerk = aClerk()
  expect(checkPhones(clerk, read)).toBe(true)
  const answer = await clerk.request(signUp('email_address=a%40b.example&phone_number=%2B6149157'))
  expect(answer).toMatchObject({
    status: 422,
    payload: {
      errors: [{ long_message: phoneErrors.format, meta: { param_name: 'phone_number' } }],
    },
  })
  expect(clerk.sent).toEqual([])
})

test('a valid number, an empty number and any other request pass unchanged', async () => {
  const clerk = aClerk()
  checkPhones(clerk, read)
  const bodies = ['phone_number=%2B61491570006', 'phone_number=', 'email_address=a%40b.example']
  for (const body of bodies)
    expect(await clerk.request(signUp(body))).toEqual({ status: 200, payload: {} })
  expect(clerk.sent).toEqual(bodies)
})

test('the sign-in service decides if the parser does not load', async () => {
  const clerk = aClerk()
  checkPhones(clerk, () => Promise.reject(new Error('no network')))
  await clerk.request(signUp('phone_number=%2B6149157'))
  expect(clerk.sent).toEqual(['phone_number=%2B6149157'])
})

test('a clerk-js without the hooks stays unchanged', () => {
  expect(checkPhones({})).toBe(false)
})
