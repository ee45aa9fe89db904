import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect as expectSoon, test, type Page } from '@playwright/test'
import { Stripe } from 'stripe'
import { emulatorOf } from '../../emulators/stripe/remote.ts'
import { expectAccessible } from '../kit/journeys/accessibility.ts'
import { watchFor } from '../kit/journeys/people.ts'
import { signUp } from '../kit/journeys/sign-up.ts'

// One company goes through all of it, in order: a later journey starts where the one before it ended.
test.describe.configure({ mode: 'serial' })
test.use({ serviceWorkers: 'block' })

const exec = promisify(execFile)
const expect = expectSoon.configure({ timeout: 20_000 })
const run = randomUUID().slice(0, 8)

const emulator = () => emulatorOf(join(process.env['FIELDBOOK_DATA'] ?? '', 'stripe'))

const stripe = (): Stripe => {
  const { url, secretKey } = emulator()
  const { hostname, port } = new URL(url)
  const connection = { host: hostname, port, protocol: 'http' as const }
  return new Stripe(secretKey, { ...connection, telemetry: false, maxNetworkRetries: 0 })
}

const toEmulator = (page: Page): string[] => {
  const { origin } = new URL(emulator().url)
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(origin)) requested.push(new URL(request.url()).pathname)
  })
  return requested
}

const openBilling = async (page: Page): Promise<void> => {
  await page.goto('/dashboard/billing')
  await expect(page.getByRole('heading', { name: 'Growth' })).toBeVisible()
}

let page: Page
let faults: string[] = []
test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext()).newPage()
  faults = watchFor(page).faults
})
test.afterAll(() => page.context().close())
test.afterEach(() => expect(faults).toEqual([]))

test('a trial becomes Growth by the year for five users with a promotion code, and the poll stops', async () => {
  const coupon = await stripe().coupons.create({ percent_off: 20, duration: 'once' })
  const code = `FIELD${run.toUpperCase()}`
  await stripe().promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code })
  await signUp(page, {
    first: 'Rua',
    last: 'Tasman',
    email: `rua@harbourside-${run}.example`,
    company: `Harbourside Lifts ${run}`,
  })
  await page.getByRole('button', { name: 'Start free trial' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  await test.step('orders the plan at the sum shown', async () => {
    await page.goto('/dashboard/billing')
    await page.getByRole('textbox', { name: 'Users' }).fill('5')
    await page.getByRole('button', { name: 'Choose Growth' }).click()
    const order = page.getByRole('dialog', { name: 'Growth, billed yearly' })
    await expect(order.getByText('A$8,250', { exact: true })).toBeVisible()
    await order.getByRole('switch').click()
    await order.getByRole('button', { name: 'Continue to payment' }).click()
  })

  await test.step('pays, with the promotion code, on the page of the payment provider', async () => {
    await page.getByRole('textbox', { name: 'Promotion code' }).fill(code)
    await page.getByRole('button', { name: 'Update the total' }).click()
    await page.getByLabel('Card number').fill('4242424242424242')
    await page.getByRole('button', { name: 'Pay AUD 6,600.00' }).click()
    await expect(page).toHaveURL(/\/dashboard\/billing\?checkout=done$/)
  })

  await test.step('has the plan, and asks for it no more', async () => {
    await expect(page.getByText('each year, for 5 users at A$1,500')).toBeVisible()
    await expect(page.getByText('We’re confirming your payment')).toHaveCount(0)
    await expect(page.getByText('A$6,600', { exact: true })).toBeVisible()
    let requests = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/subscription/active-plan')) requests += 1
    })
    await page.clock.install()
    await page.clock.runFor(30_000)
    expect(requests).toBe(0)
  })
})

test('a change of users costs exactly what was shown before', async () => {
  await openBilling(page)
  await page.getByRole('button', { name: 'Change plan' }).click()
  const change = page.getByRole('dialog', { name: 'Change plan' })
  await change.getByRole('textbox', { name: 'Users' }).fill('6')
  const pay = change.getByRole('button', { name: /^Pay A\$[\d,.]+ now$/ })
  await expect(pay).toBeVisible()
  const shown = /A\$[\d,.]+/.exec(await pay.innerText())?.[0] ?? ''
  await pay.click()
  await expect(page.getByText('You’re on Growth with 6 users')).toBeVisible()
  const invoice = page.getByRole('listitem').filter({ hasText: 'Change of plan' })
  await expect(invoice.getByText(shown, { exact: true })).toBeVisible()
})

test('nothing of Stripe’s loads before the card, whose 3-D Secure is refused and then accepted', async () => {
  const requested = toEmulator(page)
  await openBilling(page)
  await page.getByRole('button', { name: 'Add credits' }).click()
  const purchase = page.getByRole('dialog', { name: 'Add credits' })
  await expect(purchase.getByRole('button', { name: 'Pay A$192.50' })).toBeVisible()
  expect(requested).toEqual([])
  await purchase.getByRole('button', { name: 'Use another card' }).click()
  await purchase.getByLabel('Card number').fill('4000002760003184')
  expect(requested).toEqual(['/stripe.js'])
  await purchase.getByRole('button', { name: 'Pay A$192.50' }).click()
  const bank = page.frameLocator('iframe')
  await bank.getByRole('button', { name: 'Fail authentication' }).click()
  await expect(purchase.getByRole('alert')).toContainText('unable to authenticate')
  await purchase.getByRole('button', { name: 'Pay A$192.50' }).click()
  await bank.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByText('500 credits added')).toBeVisible()
})

test('a plan is cancelled in two presses with its last day, and kept again', async () => {
  await openBilling(page)
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  const confirm = page.getByRole('dialog', { name: 'Cancel Growth?' })
  await expect(confirm).toContainText(/Your last day is \d+ \w+ \d{4}/)
  await confirm.getByRole('button', { name: 'Cancel plan' }).click()
  await expect(page.getByText(/^Growth ends on .* Until then everything works/)).toBeVisible()
  await expectAccessible(page)
  await page.goto('/dashboard')
  await expect(page.getByText(/^Your Growth plan ends on/)).toBeVisible()
  await page.getByRole('link', { name: 'Keep the plan' }).click()
  await page.getByRole('button', { name: 'Keep Growth' }).click()
  await expect(page.getByText('You’re keeping Growth')).toBeVisible()
  await expect(page.getByText(/Growth ends on/)).toHaveCount(0)
})

test('a card that fails at renewal has a banner and a way back', async () => {
  const email = `rua@harbourside-${run}.example`
  await test.step('the renewal is declined', async () => {
    const client = stripe()
    const [customer] = (await client.customers.list({ email })).data
    const [plan] = (await client.subscriptions.list({ customer: customer?.id ?? '' })).data
    const card = await client.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: customer?.id ?? '',
    })
    await client.subscriptions.update(plan?.id ?? '', {
      default_payment_method: card.id,
      billing_cycle_anchor: { type: 'now' },
      proration_behavior: 'none',
    })
  })
  await expect(async () => {
    await page.goto('/dashboard')
    await expect(page.getByText(/was declined on/)).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await page.getByRole('button', { name: 'Update card' }).click()
  await page.getByLabel('Card number').fill('4242424242424242')
  await page.getByRole('button', { name: 'Use this card' }).click()
  await expect(page).toHaveURL(/\/dashboard\/billing$/)
  const due = page.waitForEvent('popup')
  await page.getByRole('link', { name: /^Pay invoice/ }).click()
  const invoice = await due
  await invoice.getByLabel('Card number').fill('4242424242424242')
  await invoice.getByRole('button', { name: 'Pay' }).click()
  await invoice.getByText('Paid').first().waitFor()
  await invoice.close()
  await expect(async () => {
    await openBilling(page)
    await expect(page.getByText('Active', { exact: true })).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await expect(page.getByText(/was declined on/)).toHaveCount(0)
})

test('an operator’s plan opens the app without any payment', async ({ browser }) => {
  const other = await browser.newPage()
  const company = `Ridgeline Survey ${run}`
  await signUp(other, {
    first: 'Ola',
    last: 'Ridge',
    email: `ola@ridgeline-${run}.example`,
    company,
  })
  const requested = toEmulator(other)
  const command = ['scripts/plans.mjs', 'give', company, 'bkt_growth', '--seats', '4']
  await exec(process.execPath, command)
  await other.getByRole('button', { name: 'Check again' }).click()
  await expect(other).toHaveURL(/\/dashboard$/)
  await openBilling(other)
  await expect(other.getByText('For 4 users.')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Cancel plan' })).toHaveCount(0)
  expect(requested).toEqual([])
  await other.close()
})
