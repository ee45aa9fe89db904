import { day, moneyText } from './proration.ts'
import type { World } from './world.ts'
import type { Invoice } from './wire.ts'

/** One page of text. */
export function invoicePdf({ settings }: World, invoice: Invoice): Buffer {
  const money = (amount: number): string => moneyText(amount, invoice.currency)
  const tax = (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0)
  const isTaxInvoice = (invoice.custom_fields ?? []).some(({ value }) => value === 'Tax Invoice')
  return pdfOf([
    isTaxInvoice ? 'Tax Invoice' : 'Invoice',
    'Emulator of Stripe: no money moves',
    `Number ${invoice.number}    Date ${day(invoice.created)}    ${invoice.status}`,
    `From ${settings.accountName}${settings.accountTaxId ? `, ABN ${settings.accountTaxId}` : ''}`,
    `To ${invoice.customer_name ?? ''} ${invoice.customer_email ?? ''}`,
    ...(invoice.customer_tax_ids ?? []).map(({ value }) => `Tax id ${value ?? ''}`),
    '',
    ...invoice.lines.data.map((line) => `${line.description ?? ''}    ${money(line.amount)}`),
    '',
    `Subtotal ${money(invoice.subtotal)}`,
    `GST ${money(tax)}`,
    `Total ${money(invoice.total)}`,
  ])
}

function pdfOf(lines: readonly string[]): Buffer {
  const text = lines.map((line) => `(${escapePdf(line)}) Tj T*`).join('\n')
  const content = `BT /F1 12 Tf 56 780 Td 20 TL\n${text}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets: number[] = []
  for (const [index, object] of objects.entries()) {
    offsets.push(body.length)
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body + end, 'latin1')
}

function escapePdf(text: string): string {
  return text.replaceAll(/[^\u0020-\u00ff]/g, '?').replaceAll(/[\\()]/g, String.raw`\$&`)
}
