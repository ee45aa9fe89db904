import { expect, type Page } from '@playwright/test'
import { demoPasswords, demoUsers } from '../../../scripts/lib/demo-users.ts'

export type DemoUser = keyof typeof demoPasswords

const emailOf: Record<DemoUser, string> = {
  admin: demoUsers[0]?.email ?? '',
  standard: demoUsers[1]?.email ?? '',
  otherAdmin: demoUsers[2]?.email ?? '',
  newcomer: demoUsers[3]?.email ?? '',
}

export const signIn = async (
  page: Page,
  user: DemoUser = 'admin',
  arrives = /\/dashboard$/,
): Promise<void> => {
  await page.goto('/sign-in')
  await page.getByLabel('Work email').fill(emailOf[user])
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.locator('input[name="password"]:not([tabindex="-1"])').fill(demoPasswords[user])
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page).toHaveURL(arrives)
}

/** Uncaught errors, policy violations, requests that leave this machine. */
export const watchFor = (page: Page): { faults: string[] } => {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Refused to/i.test(message.text()))
      faults.push(message.text())
  })
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== 'localhost' && hostname !== '127.0.0.1')
      faults.push(`left the machine: ${request.url()}`)
  })
  return { faults }
}
