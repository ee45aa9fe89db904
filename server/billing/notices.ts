import { links } from '../../contract/links.ts'
import { dayMs, dayOf } from '../../contract/core/days.ts'
import { opensApp, type Subscription } from '../../contract/org/customer.ts'
import type { AdminNotification } from '../notifications/notify-admins.ts'

/** Days before the end; of several that have passed the smallest counts. */
const beforeTrialEnds = [7, 1]
const beforeYearRenews = [30, 7]

/** What admins must know now. `zone` is the organisation's, `now` is in ms since 1970. */
export const dueNotices = (
  subscription: Subscription,
  zone: string,
  now: number,
): AdminNotification[] => [
  ...trialEnds(subscription, zone, now),
  ...yearRenews(subscription, zone, now),
  ...paymentFailed(subscription, zone, now),
]

const trialEnds = (subscription: Subscription, zone: string, now: number): AdminNotification[] => {
  const end = subscription.metadata?.periodEnd
  if (subscription.status !== 'trialing' || end === undefined) return []
  const days = daysReached(beforeTrialEnds, end, now)
  if (days === null) return []
  return [
    {
      key: `trial/${dayOf(Date.parse(end))}/${days}`,
      title: `Your free trial ends on ${dayIn(zone, end)}`,
      detail:
        'We won’t charge you anything. To keep searching and downloading after that day, choose a plan. Your lists, notes and searches stay safe either way.',
      link: links.billing(),
    },
  ]
}

const yearRenews = (subscription: Subscription, zone: string, now: number): AdminNotification[] => {
  const { billing, metadata } = subscription
  if (subscription.status !== 'active' || !billing?.renewsAt || billing.interval !== 'year')
    return []
  const days = daysReached(beforeYearRenews, billing.renewsAt, now)
  if (days === null || metadata === null) return []
  const day = dayIn(zone, billing.renewsAt)
  return [
    {
      key: `renewal/${dayOf(Date.parse(billing.renewsAt))}/${days}`,
      title: `Your ${metadata.plan_name} plan renews on ${day}`,
      detail: `${chargeOf(subscription)} You can change or cancel your plan until ${day}.`,
      link: links.billing(),
    },
  ]
}

const chargeOf = ({ billing, metadata, billingCurrency }: Subscription): string => {
  if (billing?.scheduled) {
    const { plan_name: plan, seats, interval } = billing.scheduled
    return `From that day you’re on the ${plan} plan for ${users(seats)}, paid by the ${interval}.`
  }
  if (!billing?.unitAmount || !metadata) return 'We’ll charge your card for another year.'
  const amount = formatCents(billing.unitAmount * metadata.seats, billingCurrency)
  const before = billing.discounted ? ', before your discount,' : ''
  return `We’ll charge your card ${amount} plus GST${before} for ${users(metadata.seats)} and another year.`
}

const paymentFailed = (
  subscription: Subscription,
  zone: string,
  now: number,
): AdminNotification[] => {
  const failed = subscription.billing?.failedPayment
  if (!failed || !subscription.metadata || !opensApp(subscription, now)) return []
  const card = failed.last4 === null ? 'Your payment' : `Your card ending ${failed.last4}`
  const reason = failed.reason === null ? '' : ` The bank says: ${asSentence(failed.reason)}`
  return [
    {
      // Each retry fails at another moment, and the period stays unpaid.
      key: `failed/${dayOf(Date.parse(subscription.metadata.periodEnd))}`,
      title: `${card} was declined on ${dayIn(zone, failed.at)}`,
      detail: `We couldn’t take the payment for your ${subscription.metadata.plan_name} plan.${reason} Everyone keeps access until ${dayIn(zone, failed.accessEndsAt)}. Change the card, and we’ll try again.`,
      link: links.billing(),
    },
  ]
}

export type MoneyBack = { id: string; amount: number; currency: string }

/** `credits` is how many add-on credits were taken back; `amount` is in cents. */
export const refundNotice = ({
  id,
  amount,
  currency,
  credits,
}: MoneyBack & { credits: number }): AdminNotification => ({
  key: `refund/${id}`,
  title: `We refunded ${formatCents(amount, currency)}`,
  detail:
    credits === 0
      ? 'It reaches your card within a few days. Your credits stay as they are.'
      : `It reaches your card within a few days. We took back ${addonCredits(credits)} that you hadn’t used.`,
  link: links.billing(),
})

export const disputeNotice = ({
  id,
  amount,
  currency,
  credits,
}: MoneyBack & { credits: number }): AdminNotification => ({
  key: `dispute/${id}`,
  title: `Your bank disputes a payment of ${formatCents(amount, currency)}`,
  detail: `Everyone keeps access while the bank decides.${credits === 0 ? '' : ` Until then we hold back ${addonCredits(credits)} that you hadn’t used.`} If the dispute is a mistake, ask your bank to withdraw it. If the charge looks wrong to you, reply to your invoice and we’ll sort it out.`,
  link: links.billing(),
})

const addonCredits = (count: number): string =>
  count === 1 ? '1 add-on credit' : `${count.toLocaleString('en-AU')} add-on credits`

/** The smallest number of days that the end is within; null while it is far, and afterwards. */
const daysReached = (days: readonly number[], end: string, now: number): number | null => {
  const left = Date.parse(end) - now
  if (left <= 0) return null
  const reached = days.filter((each) => left <= each * dayMs)
  return reached.length === 0 ? null : Math.min(...reached)
}

const users = (count: number): string => (count === 1 ? '1 user' : `${count} users`)

const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

const dayIn = (timeZone: string, at: string): string => {
  const parts = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'numeric',
    year: 'numeric',
    timeZone,
  }).formatToParts(new Date(at))
  const part = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((each) => each.type === type)?.value ?? ''
  return `${Number(part('day'))} ${months[Number(part('month')) - 1] ?? ''} ${part('year')}`
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const formatCents = (amount: number, currency: string): string => {
  const code = currency.toUpperCase()
  const figure = (amount / 100).toLocaleString('en-AU', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  return `${symbols[code] ?? `${code} `}${figure}`
}

const symbols: Readonly<Record<string, string>> = { AUD: 'A$', NZD: 'NZ$' }
