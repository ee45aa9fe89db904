import { expect, test } from '@playwright/test'
import { signIn } from '../kit/journeys/people.ts'

/** Spec 2, verbatim. */
test.describe('the labels of the specification', () => {
  test('show on sign-in and sign-up', async ({ page }) => {
    await page.goto('/sign-in')
    await expect(page.getByRole('heading', { name: 'Log in', exact: true })).toBeVisible()
    await expect(page.getByText('Work email', { exact: true })).toBeVisible()
    await page.getByText('Use mobile number', { exact: true }).click()
    await expect(page.getByText('Mobile number', { exact: true })).toBeVisible()
    await page.goto('/sign-up')
    await expect(page.getByText('Work email', { exact: true })).toBeVisible()
    await expect(page.getByText('Mobile number', { exact: true })).toBeVisible()
  })

  test('show when creating, choosing and leaving a company', async ({ page }) => {
    await signIn(page)
    await page.goto('/dashboard/create-company')
    await expect(page.getByRole('heading', { name: 'Create company', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Create', exact: true })).toBeVisible()

    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Harbour Advisory, switch company' }).click()
    await page.getByRole('menuitem', { name: /^Select your customer/ }).click()
    await expect(
      page.getByRole('heading', { name: 'Select your customer', exact: true }),
    ).toBeVisible()
    await expect(page.getByText('Harbour Advisory', { exact: true })).toBeVisible()

    await page.goto('/dashboard/users?tab=company')
    await page.getByRole('button', { name: 'Leave company' }).click()
    await expect(
      page.getByText('Do you want to leave this company? You will lose access to the app.'),
    ).toBeVisible()
    await expect(page.getByText('This action is permanent and cannot be undone.')).toBeVisible()
  })

  test('show on the users page, for invitations, removal and roles', async ({ page }) => {
    await signIn(page)
    await page.goto('/dashboard/users')
    await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
    const row = page.getByRole('row').filter({ hasText: 'sam@harbour.example' })
    await expect(row.getByText('Standard', { exact: true })).toBeVisible()
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Remove user', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Invite user', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Invite user', exact: true })).toBeVisible()
  })

  test('never spell organization', async ({ page }) => {
    await signIn(page)
    for (const address of [
      '/dashboard/users?tab=company',
      '/dashboard/profile',
      '/dashboard/profile?tab=security',
      '/dashboard/select-customer',
      '/dashboard/create-company',
    ]) {
      await page.goto(address)
      await page.locator('[data-clerk-screen] [class*="cl-rootBox"]').first().waitFor()
      await expect(page.locator('body'), address).not.toContainText(/organization/i)
    }
  })
})

test('an admin invites a user, revokes the invitation, and makes a user an admin and Standard again', async ({
  page,
}) => {
  const email = `${crypto.randomUUID().slice(0, 8)}@labels.example`
  await signIn(page)
  await page.goto('/dashboard/users')
  await page.getByRole('button', { name: 'Invite user', exact: true }).click()
  await page.getByLabel('Work emails').fill(email)
  await page.getByRole('button', { name: 'Send invitations' }).click()
  const invited = page.getByRole('list', { name: 'Invitations' })
  await expect(invited).toContainText(email)
  await page.getByRole('button', { name: `Revoke ${email}` }).click()
  await expect(page.getByText(email)).toHaveCount(0)

  const row = page.getByRole('row').filter({ hasText: 'sam@harbour.example' })
  const sheet = page.getByRole('dialog', { name: 'Sam Wattle' })
  for (const role of ['Admin', 'Standard']) {
    await row.getByRole('rowheader').click()
    await sheet.getByRole('radio', { name: role }).click()
    await expect(sheet.getByText('Saved')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(row.getByText(role, { exact: true })).toBeVisible()
    await page.reload()
    await expect(row.getByText(role, { exact: true })).toBeVisible()
  }
})

test('an admin caps a user, who then reads why they cannot change the cap', async ({
  page,
  browser,
}) => {
  await signIn(page)
  await page.goto('/dashboard/users?tab=caps')
  const sam = page.getByRole('listitem').filter({ hasText: 'sam@harbour.example' })
  const field = sam.getByLabel('Credits per month for Sam Wattle')
  await field.fill('1,250')
  await field.blur()
  await expect(sam.getByText('Saved')).toBeVisible()
  await sam.getByRole('checkbox', { name: 'Push to CRM' }).uncheck()
  await expect(sam.getByText('Saved')).toBeVisible()

  const context = await browser.newContext()
  const other = await context.newPage()
  await signIn(other, 'standard')
  await other.goto('/dashboard/users?tab=caps')
  await expect(other.getByText('Only an admin can do this. Ask Alex Fernleigh.')).toBeVisible()
  const own = other.getByRole('listitem').filter({ hasText: 'sam@harbour.example' })
  await expect(own).toContainText('1,250 credits')
  await expect(own).toContainText('reveal, download, download from uploads')
  await expect(other.getByRole('checkbox')).toHaveCount(0)
  await context.close()

  await sam.getByRole('checkbox', { name: 'Push to CRM' }).check()
  await field.fill('')
  await field.press('Enter')
  await expect(field).toBeFocused()
  await expect(sam.getByText('Saved')).toBeVisible()
})
