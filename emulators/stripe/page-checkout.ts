import type { FastifyInstance } from 'fastify'
import { paySession, quote, recordOf, updateBuyer, writeTotals } from './checkout.ts'
import { checkPromotion, checkCoupon } from './discounts.ts'
import { missing, StripeError } from './errors.ts'
import { document, html } from './html.ts'
import { newCard } from './methods.ts'
import { cardFields, cardInput, sums, textOf } from './page-parts.ts'
import { formPage, type Answer } from './pages.ts'
import { moneyText, nameOf } from './proration.ts'
import { all, find, table, type World } from './world.ts'
import { idOf, type Session } from './wire.ts'

export function checkoutPages(app: FastifyInstance, world: World): void {
  formPage(app, world, '/c/pay/:id', {
    show: (id) => show(world, openSession(world, id), ''),
    submit: (id, form) => submit(world, openSession(world, id), form),
  })
}

function submit(world: World, session: Session, form: Record<string, unknown>): Answer {
  try {
    applyForm(world, session, form)
    if (textOf(form, 'action') !== 'pay') return { page: show(world, session, '', form) }
    return pay(world, session, form)
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    return { page: show(world, session, error.message, form) }
  }
}

function applyForm(world: World, session: Session, form: Record<string, unknown>): void {
  const record = recordOf(world, session)
  for (const [index, item] of record.items.entries()) {
    const wanted = Number(textOf(form, `quantity${index}`))
    if (item.isAdjustable && Number.isInteger(wanted))
      item.quantity = Math.min(item.most, Math.max(item.least, 1, wanted))
  }
  const code = textOf(form, 'code')
  if (session.allow_promotion_codes && code !== '') {
    const promotion = all(world, 'promotion_code').find(
      (each) => each.code.toLowerCase() === code.toLowerCase(),
    )
    if (!promotion) throw missing('promotion code', code)
    checkPromotion(world, promotion, idOf(session.customer))
    checkCoupon(world, find(world, 'coupon', idOf(promotion.promotion.coupon)))
    record.discounts = [{ promotion_code: promotion.id }]
  } else if (session.allow_promotion_codes) record.discounts = []
  writeTotals(world, session)
}

function pay(world: World, session: Session, form: Record<string, unknown>): Answer {
  const input = cardInput(form)
  const isFree = session.payment_method_collection === 'if_required' && session.amount_total === 0
  if (!input && !isFree) return { page: show(world, session, 'Enter a card number.', form) }
  const value = textOf(form, 'tax_id')
  const country = textOf(form, 'country') || 'AU'
  updateBuyer(world, session, {
    country,
    name: textOf(form, 'name'),
    taxId: value === '' ? null : { type: country === 'NZ' ? 'nz_gst' : 'au_abn', value },
  })
  writeTotals(world, session)
  return settle(world, session, input ? newCard(world, input).id : null, false, form)
}

/** Also after 3-D Secure. */
export function settle(
  world: World,
  session: Session,
  methodId: string | null,
  isAuthenticated: boolean,
  form: Record<string, unknown> = {},
): Answer {
  const result = paySession(world, session, methodId, isAuthenticated)
  if (result === 'authenticate') {
    recordOf(world, session).method = methodId
    return { to: `/3ds/${session.id}` }
  }
  if (result !== 'complete') return { page: show(world, session, result.message, form) }
  return { to: (session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', session.id) }
}

export function show(
  world: World,
  session: Session,
  error: string,
  form: Record<string, unknown> = {},
): string {
  const record = recordOf(world, session)
  const customer = find(world, 'customer', idOf(session.customer))
  const total = moneyText(session.amount_total ?? 0, session.currency ?? 'aud')
  const verb =
    session.mode === 'setup' ? 'Save card' : session.amount_total === 0 ? 'Start' : `Pay ${total}`
  const country = textOf(form, 'country') || customer.address?.country
  const names = record.items.map(
    ({ price, quantity }) => `${quantity} × ${nameOf(world, find(world, 'price', price))}`,
  )
  const body = html`<p class="quiet">For ${customer.email ?? customer.name}</p>
    ${error !== '' && html`<p class="error" role="alert">${error}</p>`}
    ${session.mode !== 'setup' && sums(quote(world, session), names)}
    <form method="post" action="/c/pay/${session.id}">
      ${record.items.map(
        (item, index) =>
          html`${
            item.isAdjustable &&
            html`<label
              >Seats<input
                type="number"
                name="quantity${index}"
                value="${item.quantity}"
                min="${item.least}"
                max="${item.most}"
            /></label>`
          }`,
      )}
      ${session.allow_promotion_codes === true && html`<label>Promotion code<input name="code" value="${textOf(form, 'code')}" autocomplete="off" /></label>`}
      ${session.mode !== 'setup' && html`<button name="action" value="update" formnovalidate>Update the total</button>`}
      ${cardFields()}
      ${record.updatesName && html`<label>Name<input name="name" value="${textOf(form, 'name') || customer.name}" autocomplete="off" /></label>`}
      <label
        >Country<select name="country">
          <option value="AU" ${country === 'AU' && html`selected`}>Australia</option>
          <option value="NZ" ${country === 'NZ' && html`selected`}>New Zealand</option>
          <option value="US" ${country === 'US' && html`selected`}>Elsewhere</option>
        </select></label
      >
      ${record.takesTaxId && html`<label>ABN or GST number (optional)<input name="tax_id" value="${textOf(form, 'tax_id')}" autocomplete="off" /></label>`}
      <button class="primary" name="action" value="pay">${verb}</button>
    </form>
    ${session.cancel_url !== null && html`<p><a href="${session.cancel_url}">Back without paying</a></p>`}`
  return document('Test payment page', body)
}

function openSession(world: World, id: string): Session {
  const session = table(world, 'checkout.session')[id]
  if (!session) throw missing('checkout session', id)
  if (session.status === 'open') return session
  throw new StripeError(
    410,
    session.status === 'complete' ? 'This payment is complete.' : 'This payment page has expired.',
  )
}
