import { expect, test, type Page } from '@playwright/test'
import { codeSentTo, linkSentTo } from '../kit/journeys/emulator.ts'
import { watchFor } from '../kit/journeys/people.ts'
import { pressUntil } from '../kit/journeys/press-until.ts'
import { createAccount, newPassword } from '../kit/journeys/sign-up.ts'

const founder = 'robin@tideline.example'
const colleague = 'jo@tideline.example'
const company = 'Tideline Surveys'

const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })

test('a new user creates a company, invites a colleague, promotes and removes them', async ({
  page,
  browser,
}) => {
  const watched = watchFor(page)
  await test.step('signs up with a work email and a mobile number', async () => {
    await createAccount(page, {
      first: 'Robin',
      last: 'Quill',
      email: founder,
      mobile: '491570156',
    })
    await expect(page.getByRole('heading', { name: /set up your company/ })).toBeVisible()
  })

  await test.step('creates a company and lands on plan selection', async () => {
    await page.goto('/dashboard/create-company')
    await expect(page.getByRole('heading', { name: 'Create company' })).toBeVisible()
    await page.getByLabel('Company name').fill(company)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page).toHaveURL(/\/dashboard\/plan-selection$/)
    await expect(page.getByRole('heading', { name: `Choose a plan for ${company}` })).toBeVisible()
  })

  await test.step('invites a colleague', async () => {
    await page.getByRole('link', { name: 'Invite users' }).click()
    await page.locator('.cl-membersPageInviteButton').click()
    await expect(page.getByRole('heading', { name: 'Invite user' })).toBeVisible()
    await page.getByTestId('tag-input').fill(colleague)
    await page.getByTestId('tag-input').press('Enter')
    await page.getByRole('button', { name: 'Send invitations' }).click()
    await expect(page.getByText('Invitations sent.')).toBeVisible()
    await page.getByRole('button', { name: 'Finish' }).click()
    await expect(page.getByRole('tab', { name: /^Invitations/ })).toContainText('1')
  })

  const otherBrowser = await browser.newContext({ locale: 'en-AU' })
  const other = await otherBrowser.newPage()
  const otherWatched = watchFor(other)

  await test.step('lets the colleague follow the link and join as Standard', async () => {
    await other.goto(await linkSentTo(colleague))
    await expect(other.getByRole('heading', { name: 'Finish your account' })).toBeVisible()
    await other.locator('input[name="password"]').fill(newPassword)
    await other.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(other).toHaveURL(/\/dashboard\/plan-selection$/)
    await expect(other.getByRole('heading', { name: `Choose a plan for ${company}` })).toBeVisible()
    await expect(other.getByText('Ask Robin Quill.')).toBeVisible()
    await expect(other.getByRole('button', { name: 'Start free trial' })).toHaveCount(0)
    await expect(other.getByRole('link', { name: 'Ask an admin' })).toHaveAttribute(
      'href',
      new RegExp(`^mailto:${encodeURIComponent(founder)}`),
    )
    await expect(other.getByRole('link', { name: 'Invite users' })).toHaveCount(0)
  })

  await test.step('shows the colleague as Standard to the founder, who makes them an admin', async () => {
    await page.reload()
    const row = rowOf(page, colleague)
    await expect(row).toContainText('Standard')
    // Clerk redraws its table once the members have loaded, and closes open menus in it.
    const admin = page.locator('.cl-selectOption__role').filter({ hasText: 'Admin' })
    await expect(async () => {
      await row.locator('.cl-selectButton__role').click()
      await expect(admin).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 30_000 })
    await admin.click()
    await expect(row.locator('.cl-selectButton__role')).toHaveText('Admin')
  })

  await test.step('shows the colleague as an admin after a reload', async () => {
    await other.reload()
    await expect(other.getByRole('link', { name: 'Invite users' })).toBeVisible()
    await expect(other.getByRole('link', { name: 'Ask an admin' })).toHaveCount(0)
  })

  await test.step('lets the founder remove the colleague', async () => {
    const row = rowOf(page, colleague)
    await row.locator('.cl-menuButtonEllipsis').click()
    await page.getByRole('menuitem', { name: 'Remove user' }).click()
    await expect(row).toHaveCount(0)
  })

  await test.step('leaves nothing of the company to the colleague', async () => {
    await other.reload()
    await expect(other.getByRole('heading', { name: /set up your company/ })).toBeVisible()
    await expect(other.getByText(company)).toHaveCount(0)
  })

  expect([...watched.faults, ...otherWatched.faults]).toEqual([])
  await otherBrowser.close()
})

test("a taken or non-international mobile number is refused in the specification's words", async ({
  page,
}) => {
  await page.goto('/sign-up')
  const requests: string[] = []
  page.on('request', (request) => {
    if (/\/client\/sign_ups/.test(request.url())) requests.push(request.postData() ?? '')
  })
  const fill = async (mobile: string): Promise<void> => {
    const box = page.getByRole('textbox', { name: 'Mobile number' })
    await box.fill(mobile)
    await box.press('Enter')
  }
  await page.getByLabel('Work email').fill('kim@tideline.example')
  await page.locator('input[name="password"]').fill(newPassword)

  // The previous error fades out beside the next.
  const error = (text: string) =>
    page.locator('#error-phoneNumber').filter({ hasText: new RegExp(`^${text}$`) })
  await fill('49157')
  await expect(error('Mobile number must be in a valid international format')).toBeVisible()
  expect(requests).toEqual([])

  await fill('491570156')
  await expect(error('This mobile number is taken. Please try another.')).toBeVisible()
})

test('an emptied mobile number is no error, and the code is pasted where the focus is', async ({
  page,
  context,
}) => {
  const email = `lee-${crypto.randomUUID().slice(0, 8)}@tideline.example`
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/sign-up')
  await page.getByLabel('Work email').fill(email)
  await page.locator('input[name="password"]').fill(newPassword)
  const mobile = page.getByRole('textbox', { name: 'Mobile number' })
  await mobile.fill('123')
  await mobile.press('Enter')
  const error = page.locator('#error-phoneNumber')
  await expect(error).toBeVisible()
  await expect(mobile).toHaveAttribute('aria-invalid', 'true')

  await mobile.fill('')
  await expect(error).toBeHidden()
  await expect(mobile).toHaveAttribute('aria-invalid', 'false')

  const code = page.getByRole('textbox', { name: 'Enter verification code' })
  // Clerk's form ignores Enter until its last answer is drawn.
  await pressUntil(code, () => mobile.press('Enter', { timeout: 2_000 }))
  await expect(code).toBeFocused()
  await page.evaluate((text) => navigator.clipboard.writeText(text), await codeSentTo(email))
  await page.keyboard.press('ControlOrMeta+V')
  await expect(page).toHaveURL(/\/dashboard/)
})
