import { runInNewContext } from 'node:vm'
import { Window } from 'happy-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeCustomer, startStripe, type StartedStripe } from '../../kit/stripe/start.ts'

interface Answer {
  error?: { code?: string; message?: string }
  paymentIntent?: { status: string }
}
interface Elements {
  create: (type: string) => { mount: (selector: string) => void }
  submit: () => Promise<Answer>
}
interface BrowserStripe {
  elements: (options: { clientSecret: string }) => Elements
  confirmPayment: (options: object) => Promise<Answer>
}

let stripe: StartedStripe
let window: Window

beforeEach(async () => {
  stripe = await startStripe()
  window = new Window()
  window.document.body.innerHTML = '<div id="card"></div>'
})

afterEach(async () => {
  await stripe.close()
  await window.happyDOM.close()
})

test('the script gives a page a Payment Element that refuses an empty and a declined card, and pays an invoice with another', async () => {
  const { client } = stripe
  const customer = await makeCustomer(client)
  const invoice = await client.invoices.create({ customer: customer.id, currency: 'aud' })
  const id = invoice.id ?? ''
  await client.invoiceItems.create({
    customer: customer.id,
    invoice: id,
    amount: 19_250,
    currency: 'aud',
  })
  const open = await client.invoices.finalizeInvoice(id, { expand: ['confirmation_secret'] })
  const browser = (await load())(stripe.publishableKey)
  const elements = browser.elements({ clientSecret: open.confirmation_secret?.client_secret ?? '' })
  elements.create('payment').mount('#card')
  expect((await elements.submit()).error?.message).toBe('Your card number is incomplete.')
  const pay = async (number: string): Promise<Answer> => {
    const input = window.document.querySelector('input[name=number]')
    if (input) Reflect.set(input, 'value', number)
    await elements.submit()
    return browser.confirmPayment({ elements, redirect: 'if_required' })
  }
  expect((await pay('4000 0000 0000 9995')).error).toMatchObject({ code: 'card_declined' })
  expect((await client.invoices.retrieve(id)).status).toBe('open')
  expect((await pay('4242 4242 4242 4242')).paymentIntent?.status).toBe('succeeded')
  expect((await client.invoices.retrieve(id)).status).toBe('paid')
})

async function load(): Promise<(key: string) => BrowserStripe> {
  const page: { Stripe?: (key: string) => BrowserStripe } = {}
  const { document } = window
  const source = await (await fetch(stripe.scriptUrl)).text()
  runInNewContext(source, Object.assign(page, { document, fetch, queueMicrotask, URLSearchParams }))
  if (!page.Stripe) throw new Error('the script defines no Stripe')
  return page.Stripe
}
