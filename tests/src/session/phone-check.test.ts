import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { expect, test } from 'vitest'
import { phoneErrors } from '../../../contract/core/phone.ts'
import { checkPhones } from '../../../src/session/phone-check.ts'

type Asked = { method: string; path: string; body?: string; status?: number }

const read = async () => parsePhoneNumberFromString

/** What clerk-js does around each of its requests (pinned version, its internal names). */
function aClerk() {
  let before: (asked: Asked) => Promise<boolean> = async () => true
  let after: (asked: Asked, answered: { payload?: unknown }) => void = () => undefined
  const sent: string[] = []
  return {
    sent,
    __unstable__onBeforeRequest: (given: typeof before) => (before = given),
    __unstable__onAfterResponse: (given: typeof after) => (after = given),
    request: async (asked: Asked) => {
      const goes = await before(asked)
      if (goes) sent.push(asked.body ?? '')
      const answered = { status: goes ? 200 : asked.status, payload: {} }
      after(asked, answered)
      return answered
    },
  }
}

const signUp = (body: string): Asked => ({ method: 'POST', path: '/client/sign_ups', body })

test('a number that is not international is answered at once and never sent', async () => {
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

test('a good number, none, and everything else go on untouched', async () => {
  const clerk = aClerk()
  checkPhones(clerk, read)
  const bodies = ['phone_number=%2B61491570006', 'phone_number=', 'email_address=a%40b.example']
  for (const body of bodies)
    expect(await clerk.request(signUp(body))).toEqual({ status: 200, payload: {} })
  expect(clerk.sent).toEqual(bodies)
})

test('without the reader the sign-in service decides', async () => {
  const clerk = aClerk()
  checkPhones(clerk, () => Promise.reject(new Error('no network')))
  await clerk.request(signUp('phone_number=%2B6149157'))
  expect(clerk.sent).toEqual(['phone_number=%2B6149157'])
})

test('a clerk-js without the hooks is left as it is', () => {
  expect(checkPhones({})).toBe(false)
})
