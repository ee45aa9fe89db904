import { nextDue } from './due.ts'
import { document, html, type Markup } from './html.ts'
import { day, moneyText, nameOf } from './proration.ts'
import { all, now, type World } from './world.ts'
import { idOf } from './wire.ts'

const SHOWN = 50

export function inspectorPage(world: World): string {
  return document(
    'Payments emulator',
    html`<p>It is ${moment(now(world))}. ${next(world)}</p>
      <div class="row">
        ${button('hour', 'One hour on')} ${button('day', 'One day on')}
        ${button('next', 'To what is due next')}
      </div>
      ${table('Customers', ['Name', 'Email', 'Plan', 'Id'], customers(world))}
      ${table('Invoices', ['Number', 'Total', 'Status', 'Reason', 'Page'], invoices(world))}
      ${table('Payments', ['Amount', 'Status', 'Card', ''], charges(world))}
      ${table('Disputes', ['Amount', 'Status', ''], disputes(world))}
      ${table('Events', ['When', 'Event', 'Deliveries', ''], events(world))}`,
    'wide',
  )
}

function next(world: World): string {
  const due = nextDue(world)
  return due === null ? 'Nothing is due.' : `Something is due at ${moment(due)}.`
}

function customers(world: World): Markup[][] {
  return all(world, 'customer').map((customer) => {
    const plans = all(world, 'subscription').filter((each) => each.customer === customer.id)
    return [
      html`${customer.name ?? '–'}`,
      html`${customer.email ?? '–'}`,
      html`${plans.map(({ items, status, cancel_at: end }) => {
        const [item] = items.data
        return item
          ? html`${item.quantity} × ${nameOf(world, item.price)}, ${status},
              ${end === null ? 'to' : 'ends'} ${day(end ?? item.current_period_end)}<br />`
          : html``
      })}`,
      html`<code>${customer.id}</code>`,
    ]
  })
}

function invoices(world: World): Markup[][] {
  return all(world, 'invoice').map((invoice) => [
    html`${invoice.number ?? 'draft'}`,
    html`${moneyText(invoice.total, invoice.currency)}`,
    html`${invoice.status}`,
    html`${invoice.billing_reason}`,
    html`${invoice.hosted_invoice_url ? html`<a href="${invoice.hosted_invoice_url}">Open</a>` : '–'}`,
  ])
}

function charges(world: World): Markup[][] {
  return all(world, 'charge').map((charge) => [
    html`${moneyText(charge.amount, charge.currency)}`,
    html`${charge.refunded ? 'refunded' : charge.status} ${charge.failure_message}`,
    html`${charge.payment_method_details?.card?.last4}`,
    charge.status === 'succeeded' && !charge.disputed
      ? button('dispute', 'Dispute', charge.id)
      : html``,
  ])
}

function disputes(world: World): Markup[][] {
  return all(world, 'dispute').map((dispute) => [
    html`${moneyText(dispute.amount, dispute.currency)}`,
    html`${dispute.status}`,
    dispute.status.endsWith('needs_response')
      ? html`<span class="row"
          >${button('win', 'Win', dispute.id)} ${button('lose', 'Lose', dispute.id)}</span
        >`
      : html``,
  ])
}

function events(world: World): Markup[][] {
  return world.state.events.toReversed().map((event) => {
    const sent = world.state.deliveries.filter(({ eventId }) => eventId === event.id)
    return [
      html`${moment(event.created)}`,
      html`${event.type} <code>${subjectOf(event.body)}</code>`,
      html`${sent.map(({ status, attempts, answer }) => html`${status}, ${attempts} attempts, ${answer ?? 'no answer yet'}<br />`)}`,
      button('resend', 'Send again', event.id),
    ]
  })
}

function subjectOf(body: Record<string, unknown>): string {
  const object: unknown = Reflect.get(Object(body['data']), 'object')
  return idOf(object as { id: string })
}

function table(title: string, heads: readonly string[], rows: Markup[][]): Markup {
  const shown = rows.slice(0, SHOWN)
  return html`<h2>${title} (${rows.length})</h2>
    ${
      rows.length > 0 &&
      html`<div class="scroll" tabindex="0">
        <table>
          <thead>
            <tr>
              ${heads.map((head) => html`<th scope="col">${head}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${shown.map(
              (row) =>
                html`<tr>
                  ${row.map((cell) => html`<td>${cell}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`
    }`
}

function button(action: string, text: string, id = ''): Markup {
  return html`<form method="post" action="/">
    <input type="hidden" name="id" value="${id}" /><button name="action" value="${action}">
      ${text}
    </button>
  </form>`
}

function moment(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')
}
