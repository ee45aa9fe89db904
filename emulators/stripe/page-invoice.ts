import type { FastifyInstance } from 'fastify'
import { missing, StripeError } from './errors.ts'
import { document, html } from './html.ts'
import { intentOf } from './invoices.ts'
import { newCard } from './methods.ts'
import { cardFields, cardInput, sums } from './page-parts.ts'
import { formPage, type Answer } from './pages.ts'
import { invoicePdf } from './pdf.ts'
import { day } from './proration.ts'
import { methodFor, payInvoice, requirePaid } from './settlement.ts'
import { atTimeOf, table, type World } from './world.ts'
import { idOf, type Invoice } from './wire.ts'

export function invoicePages(app: FastifyInstance, world: World): void {
  formPage(app, world, '/i/:id', {
    show: (id) => show(world, papersOf(world, id), ''),
    submit: (id, form) => submit(world, papersOf(world, id), form),
  })
  app.get('/i/:id/pdf', (request, reply) => {
    const { id = '' } = request.params as { id?: string }
    const invoice = papersOf(world, id)
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${invoice.number}.pdf"`)
      .send(invoicePdf(world, invoice))
  })
}

function submit(world: World, invoice: Invoice, form: Record<string, unknown>): Answer {
  if (invoice.status !== 'open') return { page: show(world, invoice, '') }
  try {
    return atTimeOf(world, idOf(invoice.customer), () => pay(world, invoice, form))
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    return { page: show(world, invoice, error.message) }
  }
}

function pay(world: World, invoice: Invoice, form: Record<string, unknown>): Answer {
  const input = cardInput(form)
  const method = input ? newCard(world, input).id : methodFor(world, invoice)
  if (method === '') return { page: show(world, invoice, 'Enter a card number.') }
  const returnUrl = invoice.hosted_invoice_url ?? undefined
  payInvoice(world, invoice, { method, offSession: false, returnUrl })
  const intent = intentOf(world, invoice.id)
  if (intent?.status === 'requires_action') return { to: `/3ds/${intent.id}` }
  requirePaid(world, invoice)
  return { page: show(world, invoice, '') }
}

function show(world: World, invoice: Invoice, error: string): string {
  const saved = table(world, 'payment_method')[methodFor(world, invoice)]
  const body = html`<p>${invoice.number}, ${day(invoice.created)}, for ${invoice.customer_name}</p>
    ${error !== '' && html`<p class="error" role="alert">${error}</p>`} ${sums(invoice)}
    <p><a href="/i/${invoice.id}/pdf">Download the invoice as PDF</a></p>
    ${
      invoice.status === 'open'
        ? html`<form method="post">${cardFields(saved)}<button class="primary">Pay</button></form>`
        : html`<p role="status">This invoice is ${invoice.status}.</p>`
    }`
  return document('Test invoice page', body)
}

function papersOf(world: World, id: string): Invoice {
  const invoice = table(world, 'invoice')[id]
  if (!invoice || invoice.status === 'draft') throw missing('invoice', id)
  return invoice
}
