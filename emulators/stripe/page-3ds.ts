import type { FastifyInstance } from 'fastify'
import { recordOf } from './checkout.ts'
import { missing } from './errors.ts'
import { document, html } from './html.ts'
import { authenticateIntent } from './intents.ts'
import { settle, show } from './page-checkout.ts'
import { textOf } from './page-parts.ts'
import { formPage, type Answer } from './pages.ts'
import { authenticateSetup } from './setup-intents.ts'
import { settleIntent } from './settlement.ts'
import { atTimeOf, table, type World } from './world.ts'
import { idOf } from './wire.ts'

/** Where the bank of the card's owner would ask. */
export function authenticationPages(app: FastifyInstance, world: World): void {
  formPage(app, world, '/3ds/:id', {
    show: (id) => {
      const isWaiting = statusOf(world, id)
      return document(
        'Test 3-D Secure page',
        isWaiting ? QUESTION : html`<p>This is done. You can close this page.</p>`,
      )
    },
    submit: (id, form) => submit(world, id, textOf(form, 'action') === 'complete'),
  })
}

const QUESTION = html`<p>The bank asks whether this payment is yours.</p>
  <form method="post">
    <button class="primary" name="action" value="complete">Complete authentication</button>
    <button name="action" value="fail">Fail authentication</button>
  </form>`

function submit(world: World, id: string, passes: boolean): Answer {
  const session = table(world, 'checkout.session')[id]
  if (session) {
    const record = recordOf(world, session)
    const method = record.method
    record.method = null
    if (passes && method !== null) return settle(world, session, method, true)
    return {
      page: show(
        world,
        session,
        'We are unable to authenticate your payment method. Choose a different payment method and try again.',
      ),
    }
  }
  return world.state.tables.payment_intent[id]
    ? payment(world, id, passes)
    : setup(world, id, passes)
}

function payment(world: World, id: string, passes: boolean): Answer {
  const intent = table(world, 'payment_intent')[id]
  if (!intent) throw missing('payment_intent', id)
  const to = intent.next_action?.redirect_to_url?.return_url ?? null
  atTimeOf(world, idOf(intent.customer), () => {
    authenticateIntent(world, intent, passes)
    settleIntent(world, intent)
  })
  return back(to, 'payment_intent', id, intent.client_secret, intent.status === 'succeeded')
}

function setup(world: World, id: string, passes: boolean): Answer {
  const intent = table(world, 'setup_intent')[id]
  if (!intent) throw missing('setup_intent', id)
  const to = intent.next_action?.redirect_to_url?.return_url ?? null
  authenticateSetup(world, intent, passes)
  return back(to, 'setup_intent', id, intent.client_secret, passes)
}

function back(
  to: string | null,
  kind: string,
  id: string,
  secret: string | null,
  hasPassed: boolean,
): Answer {
  if (to === null || !URL.canParse(to))
    return {
      page: document(
        'Test 3-D Secure page',
        html`<p>
          ${hasPassed ? 'Authenticated.' : 'Not authenticated.'} You can close this page.
        </p>`,
      ),
    }
  const url = new URL(to)
  url.searchParams.set(kind, id)
  url.searchParams.set(`${kind}_client_secret`, secret ?? '')
  url.searchParams.set('redirect_status', hasPassed ? 'succeeded' : 'failed')
  return { to: url.href }
}

function statusOf(world: World, id: string): boolean {
  const session = table(world, 'checkout.session')[id]
  if (session) return recordOf(world, session).method !== null
  const intent = table(world, 'payment_intent')[id] ?? table(world, 'setup_intent')[id]
  if (!intent) throw missing('payment', id)
  return intent.status === 'requires_action'
}
