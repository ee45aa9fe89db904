import { TEST_CARDS } from './cards.ts'
import { html, type Markup } from './html.ts'
import { moneyText } from './proration.ts'
import type { Invoice, PaymentMethod } from './wire.ts'
import type { CardInput } from './methods.ts'

export function sums(invoice: Invoice, names: readonly string[] = []): Markup {
  const money = (amount: number): string => moneyText(amount, invoice.currency)
  const discount = total(invoice.total_discount_amounts)
  return html`<dl>
    ${invoice.lines.data.map(
      (line, index) =>
        html`<dt>${names[index] ?? line.description}</dt>
          <dd>${money(line.amount)}</dd>`,
    )}
    ${
      discount > 0 &&
      html`<dt>Discount</dt>
        <dd>${money(-discount)}</dd>`
    }
    ${(invoice.total_taxes ?? []).map(
      (tax) =>
        html`<dt>GST</dt>
          <dd>${money(tax.amount)}</dd>`,
    )}
    ${
      invoice.total !== invoice.amount_due &&
      html`<dt>Credit</dt>
        <dd>${money(invoice.amount_due - invoice.total)}</dd>`
    }
    <dt class="total">Total</dt>
    <dd class="total">${money(invoice.amount_due)}</dd>
  </dl>`
}

/** A card of the customer's own may stand in for a new one. */
export function cardFields(saved?: PaymentMethod): Markup {
  return html`${saved?.card && html`<p class="quiet">Leave the card empty to use the one ending in ${saved.card.last4}.</p>`}
    <label
      >Card number<input
        name="number"
        inputmode="numeric"
        autocomplete="off"
        ${saved ? false : html`required`}
        list="cards"
    /></label>
    <datalist id="cards">
      ${TEST_CARDS.map(([number, outcome]) => html`<option value="${number}">${outcome}</option>`)}
    </datalist>
    <div class="pair">
      <label>Expiry (MM/YY)<input name="expiry" value="12/34" autocomplete="off" /></label>
      <label
        >Security code<input name="cvc" inputmode="numeric" value="123" autocomplete="off"
      /></label>
    </div>
    <p class="quiet">
      ${TEST_CARDS.map(([number, outcome]) => html`<code>${number}</code> ${outcome}<br />`)}
    </p>`
}

export function cardInput(form: Record<string, unknown>): CardInput | null {
  const number = textOf(form, 'number').replaceAll(/\D/g, '')
  if (number === '') return null
  const [month = '12', year = '34'] = textOf(form, 'expiry').split('/')
  return { number, exp_month: Number(month), exp_year: 2000 + (Number(year) % 100) }
}

export function textOf(form: Record<string, unknown>, name: string): string {
  const value = form[name]
  return typeof value === 'string' ? value.trim() : ''
}

function total(rows: readonly { amount: number }[] | null): number {
  return (rows ?? []).reduce((sum, { amount }) => sum + amount, 0)
}
