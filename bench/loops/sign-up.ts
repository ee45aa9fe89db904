import type { Page } from '@playwright/test'
import { links } from '../../contract/links.ts'
import { codeSentTo } from '../../tests/kit/journeys/emulator.ts'
import { presser } from './loops.ts'

/** A stranger from the first field of sign-up to a first list that works offline. Typing is free, as is the code. */
export const signUpToOfflineList = async (page: Page): Promise<number> => {
  const email = `first-${crypto.randomUUID().slice(0, 8)}@tideline.example`
  await page.goto(links.signUp())
  const { press, count } = presser()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.getByLabel('First name').fill('Robin')
  await page.getByLabel('Last name').fill('Quill')
  await page.getByLabel('Work email').fill(email)
  await page.locator('input[name="password"]').fill('river-gum-at-dusk-7')
  await press(button('Continue'))
  const code = page.getByRole('textbox', { name: 'Enter verification code' })
  await code.waitFor()
  await code.pressSequentially(await codeSentTo(email))
  await page.waitForURL((url) => url.pathname !== links.signUp())
  await page.waitForURL(/dashboard/)
  const create = page.getByRole('link', { name: /^(Create company|Set up|Create your company)/ })
  const named = page.getByLabel('Company name')
  await create.or(named).first().waitFor()
  if (!(await named.isVisible())) await press(create.first())
  await named.fill(`Tideline ${email.slice(6, 14)}`)
  await press(button('Create'))
  await press(button('Start free trial'))
  await page.getByLabel('Industries that buy it').fill('construction')
  await press(page.getByRole('checkbox', { name: 'Construction', exact: true }))
  await page.getByLabel('Town, postcode or state').fill('Geelong')
  await press(page.getByRole('checkbox', { name: 'Geelong, VIC', exact: true }))
  await press(button('Find companies'))
  await press(button('Make my first list'))
  await press(button('Make available offline'))
  await page.getByText(/^Offline · updated/).waitFor()
  return count()
}
