import { expect, type Page } from '@playwright/test'
import { codeSentTo } from './emulator.ts'

/** A stranger's account and company, as far as the choice of a plan. Works on a page that is signed out. */
export const signUp = async (
  page: Page,
  { first, last, email, company }: { first: string; last: string; email: string; company: string },
): Promise<void> => {
  await page.goto('/sign-up')
  await page.getByLabel('First name').fill(first)
  await page.getByLabel('Last name').fill(last)
  await page.getByLabel('Work email').fill(email)
  await page.locator('input[name="password"]').fill('river-gum-at-dusk-7')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  const code = page.getByRole('textbox', { name: 'Enter verification code' })
  await code.waitFor()
  await code.pressSequentially(await codeSentTo(email))
  await expect(page).toHaveURL(/\/dashboard\/plan-selection$/)
  await page.goto('/dashboard/create-company')
  await page.getByLabel('Company name').fill(company)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard\/plan-selection$/)
}
