import type { Page } from '@playwright/test'
import { links } from '../../../contract/links.ts'

/** As an admin on the Integrations screen: connects the first CRM, unless one is connected. */
export const connectCrm = async (page: Page): Promise<void> => {
  await page.goto(links.integrations())
  const connected = page.getByRole('button', { name: /^Disconnect / }).first()
  const connect = page.getByRole('button', { name: /^Connect / }).first()
  await connected.or(connect).first().waitFor()
  if (await connected.isVisible()) return
  await connect.click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await connected.waitFor()
}
