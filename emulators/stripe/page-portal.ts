import type { FastifyInstance } from 'fastify'
import { taxIdsOf, newTaxId, deleteTaxId } from './customers.ts'
import { missing, StripeError } from './errors.ts'
import { change } from './events.ts'
import { document, html, type Markup } from './html.ts'
import { attach, newCard } from './methods.ts'
import { cardFields, cardInput, textOf } from './page-parts.ts'
import { formPage, type Answer } from './pages.ts'
import { configurationOf } from './portal.ts'
import { day, moneyText, nameOf, priceText } from './proration.ts'
import { confirmSetup, errorOfSetup, newSetupIntent } from './setup-intents.ts'
import { cancelNow, isOver } from './subscription-state.ts'
import { updateSubscription } from './subscription-update.ts'
import { all, atTimeOf, find, HOUR, now, table, type World } from './world.ts'
import { idOf, type Customer, type PortalSession, type Subscription } from './wire.ts'

export function portalPages(app: FastifyInstance, world: World): void {
  formPage(app, world, '/p/session/:id', {
    show: (id, query) => {
      const session = openSession(world, id)
      const setup = query.get('setup_intent')
      return setup === null ? show(world, session, '') : afterSetup(world, session, setup)
    },
    submit: (id, form) => submit(world, openSession(world, id), form),
  })
}

function submit(world: World, session: PortalSession, form: Record<string, unknown>): Answer {
  try {
    return atTimeOf(world, session.customer, () => act(world, session, form))
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    return { page: show(world, session, error.message) }
  }
}

function act(world: World, session: PortalSession, form: Record<string, unknown>): Answer {
  const customer = find(world, 'customer', session.customer)
  const action = textOf(form, 'action')
  const subscription = table(world, 'subscription')[textOf(form, 'subscription')]
  if (action === 'card') return changeCard(world, session, form)
  if (action === 'details') changeDetails(world, customer, form)
  if (subscription?.customer !== customer.id) return done(world, session)
  if (action === 'cancel') cancel(world, session, subscription, form)
  if (action === 'resume') updateSubscription(world, subscription, { cancel_at: '' })
  if (action === 'change') confirmChange(world, session, subscription)
  return done(world, session)
}

// As the portal does with flexible billing: an end, without the flag.
function cancel(
  world: World,
  session: PortalSession,
  subscription: Subscription,
  form: Record<string, unknown>,
): void {
  const { mode } = configurationOf(world, session).features.subscription_cancel
  const feedback = textOf(form, 'feedback')
  if (mode === 'immediately') {
    cancelNow(world, subscription, { feedback: (feedback || undefined) as 'other' | undefined })
    return
  }
  updateSubscription(world, subscription, {
    cancel_at: 'max_period_end',
    cancellation_details: { feedback: feedback || undefined },
  })
}

function confirmChange(world: World, session: PortalSession, subscription: Subscription): void {
  const items = session.flow?.subscription_update_confirm?.items ?? []
  const behavior = configurationOf(world, session).features.subscription_update.proration_behavior
  updateSubscription(world, subscription, {
    items: items.map(({ id, price, quantity }) => ({
      id: id ?? undefined,
      price: price ?? undefined,
      quantity,
    })),
    proration_behavior: behavior,
    payment_behavior: 'error_if_incomplete',
  })
}

function changeCard(world: World, session: PortalSession, form: Record<string, unknown>): Answer {
  const input = cardInput(form)
  if (!input) return { page: show(world, session, 'Enter a card number.') }
  const method = newCard(world, input)
  const intent = newSetupIntent(world, {
    customer: session.customer,
    payment_method: method.id,
    status: 'requires_confirmation',
  })
  confirmSetup(world, intent, session.url)
  if (intent.status === 'requires_action') return { to: `/3ds/${intent.id}` }
  if (intent.status !== 'succeeded') throw errorOfSetup(intent)
  return useCard(world, session, method.id)
}

function afterSetup(world: World, session: PortalSession, id: string): string | Answer {
  const intent = table(world, 'setup_intent')[id]
  if (intent?.status !== 'succeeded' || intent.customer !== session.customer)
    return show(
      world,
      session,
      'We are unable to authenticate your payment method. Choose a different payment method and try again.',
    )
  return useCard(world, session, idOf(intent.payment_method))
}

/** For the customer and for each subscription: one of them alone would be ignored. */
function useCard(world: World, session: PortalSession, methodId: string): Answer {
  const customer = find(world, 'customer', session.customer)
  attach(world, find(world, 'payment_method', methodId), customer.id)
  change(world, 'customer.updated', customer, () => {
    customer.invoice_settings.default_payment_method = methodId
  })
  for (const subscription of subscriptionsOf(world, customer))
    change(world, 'customer.subscription.updated', subscription, () => {
      subscription.default_payment_method = methodId
    })
  return done(world, session)
}

function changeDetails(world: World, customer: Customer, form: Record<string, unknown>): void {
  change(world, 'customer.updated', customer, () => {
    customer.name = textOf(form, 'name') || null
    customer.email = textOf(form, 'email') || null
  })
  const value = textOf(form, 'tax_id')
  const present = taxIdsOf(world, customer.id)
  if (present.some((taxId) => taxId.value === value)) return
  if (value !== '')
    newTaxId(world, customer, customer.address?.country === 'NZ' ? 'nz_gst' : 'au_abn', value)
  for (const taxId of present) deleteTaxId(world, taxId)
}

function done(world: World, session: PortalSession): Answer {
  const to = session.flow?.after_completion.redirect?.return_url
  return to === undefined ? { page: show(world, session, '') } : { to }
}

function show(world: World, session: PortalSession, error: string): string {
  const customer = find(world, 'customer', session.customer)
  const { features } = configurationOf(world, session)
  const type = session.flow?.type
  const isHome = type === undefined
  const subscriptions = subscriptionsOf(world, customer)
  const body = html`<p class="quiet">${customer.name} ${customer.email}</p>
    ${error !== '' && html`<p class="error" role="alert">${error}</p>`}
    ${type !== 'payment_method_update' && subscriptions.map((each) => plan(world, session, each))}
    ${features.payment_method_update.enabled && (isHome || type === 'payment_method_update') && card(world, customer)}
    ${isHome && features.customer_update.enabled && details(world, customer)}
    ${isHome && features.invoice_history.enabled && invoices(world, customer)}
    ${session.return_url !== null && html`<p><a href="${session.return_url}">Return to ${world.settings.accountName}</a></p>`}`
  return document('Test billing page', body)
}

function plan(world: World, session: PortalSession, subscription: Subscription): Markup {
  const { features } = configurationOf(world, session)
  const [item] = subscription.items.data
  const change = session.flow?.subscription_update_confirm?.items[0]
  if (!item) return html``
  const id = html`<input type="hidden" name="subscription" value="${subscription.id}" />`
  return html`<h2>${item.quantity} × ${nameOf(world, item.price)}</h2>
    <p>
      ${priceText(item.price)}, ${subscription.status}.
      ${subscription.cancel_at === null ? `Renews on ${day(item.current_period_end)}.` : `Ends on ${day(subscription.cancel_at)}.`}
    </p>
    ${change && html`<form method="post">${id}<button class="primary" name="action" value="change">Confirm ${change.quantity ?? 1} seats</button></form>`}
    ${subscription.cancel_at !== null && html`<form method="post">${id}<button name="action" value="resume">Do not cancel</button></form>`}
    ${
      subscription.cancel_at === null &&
      features.subscription_cancel.enabled &&
      html`<form method="post">
        ${id}
        ${
          features.subscription_cancel.cancellation_reason.enabled &&
          html`<label
            >Reason<select name="feedback">
              <option value="">No reason</option>
              ${features.subscription_cancel.cancellation_reason.options.map((option) => html`<option value="${option}">${option.replaceAll('_', ' ')}</option>`)}
            </select></label
          >`
        } <button name="action" value="cancel">Cancel plan</button>
      </form>`
    }`
}

function card(world: World, customer: Customer): Markup {
  const [subscription] = subscriptionsOf(world, customer)
  const chosen = subscription?.default_payment_method
  const present = table(world, 'payment_method')[
    idOf(chosen) || idOf(customer.invoice_settings.default_payment_method)
  ]
  return html`<h2>Card</h2>
    <p>${present?.card ? `Ending in ${present.card.last4}` : 'No card yet.'}</p>
    <form method="post">
      ${cardFields()}<button class="primary" name="action" value="card">Use this card</button>
    </form>`
}

function details(world: World, customer: Customer): Markup {
  return html`<h2>Details</h2>
    <form method="post">
      <label>Name<input name="name" value="${customer.name}" /></label>
      <label>Billing email<input type="email" name="email" value="${customer.email}" /></label>
      <label
        >ABN or GST number<input name="tax_id" value="${taxIdsOf(world, customer.id)[0]?.value}"
      /></label>
      <button name="action" value="details">Save</button>
    </form>`
}

function invoices(world: World, customer: Customer): Markup {
  const rows = all(world, 'invoice').filter(
    ({ customer: owner, status }) => owner === customer.id && status !== 'draft',
  )
  return html`<h2>Invoices</h2>
    <div class="scroll">
      <table>
        <tbody>
          ${rows.map(
            (invoice) =>
              html`<tr>
                <td><a href="${invoice.hosted_invoice_url}">${invoice.number}</a></td>
                <td>${day(invoice.created)}</td>
                <td>${moneyText(invoice.total, invoice.currency)}</td>
                <td>${invoice.status}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`
}

function subscriptionsOf(world: World, customer: Customer): Subscription[] {
  return all(world, 'subscription').filter((each) => each.customer === customer.id && !isOver(each))
}

function openSession(world: World, id: string): PortalSession {
  const session = table(world, 'billing_portal.session')[id]
  if (!session) throw missing('billing portal session', id)
  if (session.created < now(world) - HOUR) throw new StripeError(410, 'This page has expired.')
  return session
}
