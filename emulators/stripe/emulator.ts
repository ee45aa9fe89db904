import { rmSync } from 'node:fs'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { openFaults, type Fault, type Faults } from '../faults.ts'
import { writeJson } from '../json-file.ts'
import { ACTIONS } from './actions.ts'
import { browserScript } from './browser-script.ts'
import { openRouter, speakStripe } from './call.ts'
import { advance } from './clock.ts'
import { openDeliveries, type Deliveries, type WebhookFaults } from './deliveries.ts'
import { runDue } from './due.ts'
import { errorBody, StripeError } from './errors.ts'
import { emulatorRefusal } from './guard.ts'
import { openKeys, storedKeys } from './keys.ts'
import { refuseOtherHosts } from './hosts.ts'
import { inspectorRoutes } from './inspector.ts'
import { authenticationPages } from './page-3ds.ts'
import { checkoutPages } from './page-checkout.ts'
import { invoicePages } from './page-invoice.ts'
import { portalPages } from './page-portal.ts'
import { ADDRESS_FILE } from './remote.ts'
import { ROUTES } from './routes.ts'
import { newEndpoint } from './routes-events.ts'
import { openState, type EventRecord, type DeliveryRecord } from './state.ts'
import { now, table, type Keys, type Settings, type World } from './world.ts'

export interface StripeEmulatorOptions {
  /** Absent: everything is in memory. */
  dataFolder?: string
  /** 0 or absent: any free port. Listens on this machine only. */
  port?: number
  env?: Record<string, string | undefined>
  /** Milliseconds. */
  now?: () => number
  /** Where the product receives all events; absent: endpoints only by the API. */
  webhook?: { url: () => string }
  retryAfterMs?: readonly number[]
  settings?: Partial<Settings>
  faults?: readonly Fault[]
}

export interface StripeEmulator extends Keys {
  url: string
  /** What the official client needs beside the secret key. */
  connection: { host: string; port: number; protocol: 'http' }
  /** Replaces Stripe.js. */
  scriptUrl: string
  faults: Faults
  /** Null ends them. */
  spoilWebhooks: (faults: WebhookFaults | null) => void
  /** Sends what is due and waits for the answers. */
  settled: () => Promise<void>
  /** By so many seconds, with all that falls due meanwhile. */
  advance: (seconds: number) => void
  /** In seconds. */
  time: () => number
  events: () => EventRecord[]
  deliveries: () => DeliveryRecord[]
  close: () => Promise<void>
}

const SETTINGS: Settings = {
  accountName: 'Fieldbook (test)',
  accountCountry: 'AU',
  accountTaxId: '51 824 753 556',
  afterRetries: 'cancel',
  retryDays: [1, 3, 5, 7],
  reverseCharge: false,
}

const OWN_ENDPOINT = 'we_product'
const UNAVAILABLE = errorBody(new StripeError(503, 'Stripe is not available right now.'))

/** Stripe's HTTP API, its hosted pages and webhooks. Refuses to run beside real keys and in production. */
export async function startStripeEmulator(
  options: StripeEmulatorOptions = {},
): Promise<StripeEmulator> {
  const { dataFolder, webhook, now: real = Date.now, env = process.env } = options
  const refusal = emulatorRefusal(env, Object.values(storedKeys(dataFolder) ?? {}))
  if (refusal !== undefined) throw new Error(refusal)
  const keys = openKeys(dataFolder)
  const { state, save } = openState(dataFolder)
  let url = ''
  const deliveries = openDeliveries({
    state,
    save,
    now: real,
    endpoints: () =>
      Object.values(state.tables.webhook_endpoint).map((endpoint) =>
        endpoint.id === OWN_ENDPOINT && webhook ? { ...endpoint, url: webhook.url() } : endpoint,
      ),
    ...(options.retryAfterMs && { retryAfterMs: options.retryAfterMs }),
  })
  const world: World = {
    state,
    keys,
    settings: { ...SETTINGS, ...options.settings },
    url: () => url,
    clock: { real, moment: null },
    request: null,
    dispatch: deliveries.dispatch,
    save: () => {
      save()
      deliveries.wake()
    },
  }
  delete table(world, 'webhook_endpoint')[OWN_ENDPOINT]
  if (webhook)
    newEndpoint(world, { id: OWN_ENDPOINT, url: 'http://localhost', secret: keys.webhookSecret })
  const { faults, attach } = openFaults(UNAVAILABLE)
  for (const fault of options.faults ?? []) faults.begin(fault)
  const app = buildApp(world, faults, deliveries, attach, env)
  url = await app.listen({ port: options.port ?? 0, host: '127.0.0.1' })
  if (dataFolder !== undefined) writeJson(join(dataFolder, ADDRESS_FILE), { url, ...keys })
  return {
    ...keys,
    url,
    connection: { host: '127.0.0.1', port: Number(new URL(url).port), protocol: 'http' },
    scriptUrl: `${url}/stripe.js`,
    faults,
    spoilWebhooks: deliveries.spoil,
    settled: deliveries.settled,
    advance: (seconds) => {
      advance(world, ACTIONS, seconds)
      world.save()
    },
    time: () => now(world),
    events: () => [...state.events],
    deliveries: () => state.deliveries.map((each) => ({ ...each })),
    close: async () => {
      if (dataFolder !== undefined) rmSync(join(dataFolder, ADDRESS_FILE), { force: true })
      faults.clear()
      await app.close()
      await deliveries.close()
    },
  }
}

function buildApp(
  world: World,
  faults: Faults,
  deliveries: Deliveries,
  attach: (app: FastifyInstance) => void,
  env: Record<string, string | undefined>,
): FastifyInstance {
  const app = fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 300 } })
  if (env['FIELDBOOK_EMULATORS'] !== 'allow') refuseOtherHosts(app)
  speakStripe(app)
  attach(app)
  app.addHook('onRequest', async () => runDue(world, ACTIONS))
  const on = openRouter(app, world)
  for (const routes of ROUTES) routes(on)
  for (const pages of [checkoutPages, authenticationPages, invoicePages, portalPages])
    pages(app, world)
  browserScript(app, world.url)
  inspectorRoutes(app, world, faults, deliveries)
  return app
}
