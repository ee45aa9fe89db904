import type { BrowserContext } from '@playwright/test'
import { links } from '../contract/links.ts'
import { demoUsers } from './lib/demo-users.ts'

export async function signInAsDemoAdmin(browser: BrowserContext, origin: string): Promise<void> {
  const [admin] = demoUsers
  if (admin === undefined) throw new Error('the demo has no users')
  const page = await browser.newPage()
  const next = page.getByRole('button', { name: 'Continue', exact: true })
  await page.goto(origin + links.signIn())
  await page.locator('input[name="identifier"]').fill(admin.email)
  await next.click()
  await page.locator('input[name="password"]').fill(admin.password)
  await next.click()
  await page.waitForURL((url) => url.pathname.startsWith(links.home()))
  await page.close()
}
