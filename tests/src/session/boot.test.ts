import { afterEach, expect, test } from 'vitest'
import { readBoot } from '../../../src/session/boot.ts'

afterEach(() => document.getElementById('boot')?.remove())

test('page settings are read from the page', () => {
  page('{"clerkPublishableKey":"pk_x","clerkProxyUrl":"/__clerk","deploymentId":"d1"}')
  expect(readBoot()).toEqual({
    boot: { clerkPublishableKey: 'pk_x', clerkProxyUrl: '/__clerk', deploymentId: 'd1' },
  })
})

test('page settings without a proxy make the browser call Clerk directly', () => {
  page('{"clerkPublishableKey":"pk_x","clerkProxyUrl":null,"deploymentId":"d1"}')
  expect(readBoot()).toMatchObject({ boot: { clerkProxyUrl: null } })
})

test('page settings that are missing or damaged return a sentence for the user', () => {
  expect(readBoot()).toEqual({ trouble: expect.stringContaining('missing') })
  for (const text of ['', '{', 'null', '{"clerkPublishableKey":"","deploymentId":"d1"}']) {
    page(text)
    expect(readBoot()).toEqual({ trouble: expect.stringMatching(/^[A-Z].*\.$/) })
  }
})

function page(text: string) {
  document.getElementById('boot')?.remove()
  const element = document.createElement('script')
  element.type = 'application/json'
  element.id = 'boot'
  element.textContent = text
  document.head.append(element)
}
