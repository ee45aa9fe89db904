import { billingListeners } from '../server/billing/listeners.ts'
import { BillingCommand, operateBilling } from '../server/billing/operating.ts'
import type { Database } from '../server/platform/db/db.ts'
import { Refusal } from '../server/platform/refusal.ts'
import { openPayments } from '../server/platform/vendors/payments.ts'
import { help, parseOptions, runOperatorCommand } from './lib/operator-command.ts'
import { envOrRefusal } from './lib/startup-checks.ts'

const usage = `Usage: npm run billing -- setup
       npm run billing -- reconcile [organisation]
       npm run billing -- link <organisation> <customer>
       npm run billing -- show <organisation>

  setup      creates what the Stripe account lacks: products, prices, rates of GST, the portal’s settings
  reconcile  asks Stripe about one organisation or all of them, and says what changed
  link       says which customer at Stripe (cus_…) an organisation is
  show       the plan, balance and customer of an organisation`

await runOperatorCommand({ name: 'billing', usage, parse: parseCommand, alone: runAlone })

function parseCommand(): BillingCommand | undefined {
  const { values, positionals } = parseOptions(usage, { help })
  if (values.help) return undefined
  const [what = '', organisation, customer] = positionals
  const command = BillingCommand.safeParse({
    do: what,
    ...(organisation !== undefined && { organisation }),
    ...(customer !== undefined && { customer }),
  })
  const most = { setup: 1, reconcile: 2, link: 3, show: 2 }[what] ?? 0
  if (command.success && positionals.length <= most) return command.data
  throw new Refusal(usage)
}

/** Stripe's emulator lives in the server's process. */
function runAlone(db: Database, command: BillingCommand): Promise<string[]> {
  const { stripe } = envOrRefusal()
  if (stripe === undefined)
    throw new Refusal('Card payment is off. Set Stripe’s keys, or start Fieldbook first.')
  const payments = openPayments({ ...stripe, api: undefined, scriptUrl: undefined })
  return operateBilling({ db, payments, now: Date.now, listeners: billingListeners }, command)
}
