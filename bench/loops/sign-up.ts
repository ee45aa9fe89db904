import type { Page } from '@playwright/test'
import { links } from '../../contract/links.ts'
import { codeSentTo } from '../../tests/kit/journeys/emulator.ts'
import { presser } from './loops.ts'

/** A stranger from the first field of sign-up to a first list that works offline. Typing is free, as is the code. */
export const signUpToOfflineList = async (page: Page): Promise<number> => {
  const email = `first-${crypto.randomUUID().slice(0, 8)}@tideline.example`
  await page.goto(links.signUp())
  const { press, count } = presser()
  await page.getByLabel('First name').fill('Robin')
  await page.getByLabel('Last name').fill('Quill')
  await page.getByLabel('Work email').fill(email)
  await page.locator('input[name="password"]').fill('river-gum-at-dusk-7')
  await press(page.getByRole('button', { name: 'Continue', exact: true }))
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
  await press(page.getByRole('button', { name: 'Create', exact: true }))
  const trial = page.getByRole('button', { name: /trial/i })
  await trial.first().waitFor()
  await press(trial.first())
  const keep = page.getByRole('button', { name: /^Make available offline/ })
  const make = page.getByRole('button', { name: /first list/i })
  await keep.or(make).first().waitFor()
  if (!(await keep.first().isVisible())) await press(make.first())
  await press(keep.first())
  await page.getByText(/^(Updated just now|Offline · updated)/).waitFor()
  return count()
}
