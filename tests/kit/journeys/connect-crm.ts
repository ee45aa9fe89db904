import type { Page } from '@playwright/test'
import { links } from '../../../contract/links.ts'
import { pressUntil } from './press-until.ts'

/** As an admin on the Integrations screen: connects the first CRM, unless one is connected. */
export const connectCrm = async (page: Page): Promise<void> => {
  await page.goto(links.integrations())
  const connected = page.getByRole('button', { name: /^Disconnect / }).first()
  const connect = page.getByRole('button', { name: /^Connect / }).first()
  await connected.or(connect).first().waitFor()
  if (await connected.isVisible()) return
  const allow = page.getByRole('button', { name: 'Allow' })
  await pressUntil(allow, () => connect.click({ timeout: 2_000 }))
  await allow.click()
  await connected.waitFor()
}
