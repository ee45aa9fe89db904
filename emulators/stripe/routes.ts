import type { Router } from './call.ts'
import { priceRoutes, productRoutes } from './routes-catalog.ts'
import { checkoutRoutes } from './routes-checkout.ts'
import { customerPartRoutes, customerRoutes } from './routes-customers.ts'
import { clockRoutes, endpointRoutes, eventRoutes } from './routes-events.ts'
import { invoiceItemRoutes } from './routes-invoice-items.ts'
import { invoiceActionRoutes, invoiceRoutes } from './routes-invoices.ts'
import { creditNoteRoutes, disputeRoutes, refundRoutes } from './routes-money-back.ts'
import { paymentIntentRoutes, paymentMethodRoutes, setupIntentRoutes } from './routes-payments.ts'
import { portalRoutes } from './routes-portal.ts'
import { couponRoutes, promotionRoutes, taxRateRoutes } from './routes-prices.ts'
import { accountRoutes, scheduleRoutes } from './routes-schedules.ts'
import { subscriptionItemRoutes, subscriptionRoutes } from './routes-subscriptions.ts'

export const ROUTES: readonly ((on: Router) => void)[] = [
  productRoutes,
  priceRoutes,
  couponRoutes,
  promotionRoutes,
  taxRateRoutes,
  customerRoutes,
  customerPartRoutes,
  subscriptionRoutes,
  subscriptionItemRoutes,
  invoiceRoutes,
  invoiceActionRoutes,
  invoiceItemRoutes,
  paymentIntentRoutes,
  setupIntentRoutes,
  paymentMethodRoutes,
  checkoutRoutes,
  portalRoutes,
  refundRoutes,
  disputeRoutes,
  creditNoteRoutes,
  scheduleRoutes,
  accountRoutes,
  eventRoutes,
  endpointRoutes,
  clockRoutes,
]
