import type { PaymentMethod } from '../../../contract/money/billing.ts'

/** 'Visa ending 4242'. */
export const describeCard = ({ brand, last4 }: PaymentMethod): string => {
  const name =
    brandNames[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1).replaceAll('_', ' ')
  return last4 === null ? name : `${name} ending ${last4}`
}

/** '12/30'; null without a date. */
export const expiryOf = ({ expMonth, expYear }: PaymentMethod): string | null =>
  expMonth === null || expYear === null
    ? null
    : `${String(expMonth).padStart(2, '0')}/${String(expYear).slice(-2)}`

const brandNames: Record<string, string> = {
  amex: 'American Express',
  mastercard: 'Mastercard',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  au_becs_debit: 'Bank account',
}
