import { expect, type Page } from '@playwright/test'
import { codeSentTo } from './emulator.ts'

export const newPassword = 'river-gum-at-dusk-7'

type NewMember = { first: string; last: string; email: string; mobile?: string }

/** A stranger's account, as far as the first page after its code. Works on a page that is signed out. */
export const createAccount = async (
  page: Page,
  { first, last, email, mobile }: NewMember,
): Promise<void> => {
  await page.goto('/sign-up')
  await page.getByLabel('First name').fill(first)
  await page.getByLabel('Last name').fill(last)
  await page.getByLabel('Work email').fill(email)
  if (mobile !== undefined) await page.getByRole('textbox', { name: 'Mobile number' }).fill(mobile)
  const password = page.locator('input[name="password"]')
  await password.fill(newPassword)
  // A hint that appears under the field moves the button away from a pointer.
  await password.press('Enter')
  const code = page.getByRole('textbox', { name: 'Enter verification code' })
  await code.waitFor()
  await code.pressSequentially(await codeSentTo(email))
  await expect(page).toHaveURL(/\/dashboard\/plan-selection$/)
}

/** A stranger's account and company, as far as the choice of a plan. */
export const signUp = async (
  page: Page,
  { company, ...member }: NewMember & { company: string },
): Promise<void> => {
  await createAccount(page, member)
  await page.goto('/dashboard/create-company')
  await page.getByLabel('Company name').fill(company)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard\/plan-selection$/)
}
