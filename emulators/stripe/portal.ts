import { emit } from './events.ts'
import { find, newId, now, store, type World } from './world.ts'
import { blank, type PortalConfiguration, type PortalSession } from './wire.ts'

type Features = PortalConfiguration['features']

export function newConfiguration(
  world: World,
  features: Partial<Features>,
  fields: Partial<PortalConfiguration>,
): PortalConfiguration {
  const created = now(world)
  const configuration = store(world, 'billing_portal.configuration', {
    id: newId('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: blank('headline', 'privacy_policy_url', 'terms_of_service_url'),
    created,
    default_return_url: null,
    features: {
      customer_update: { allowed_updates: [], enabled: false },
      invoice_history: { enabled: false },
      payment_method_update: { enabled: false, payment_method_configuration: null },
      subscription_cancel: {
        cancellation_reason: { enabled: false, options: [], feedback_options: null },
        enabled: false,
        mode: 'at_period_end',
        proration_behavior: 'none',
      },
      subscription_pause: {
        duration: { interval_options: [], type: 'indefinite' },
        enabled: false,
      },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: false,
        proration_behavior: 'none',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'end_trial',
      },
      ...features,
    },
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    name: null,
    updated: created,
    ...fields,
  })
  emit(world, 'billing_portal.configuration.created', configuration)
  return configuration
}

export function newPortalSession(
  world: World,
  fields: Pick<PortalSession, 'customer' | 'return_url'> & Partial<PortalSession>,
): PortalSession {
  const id = newId('bps')
  const session = store(world, 'billing_portal.session', {
    id,
    object: 'billing_portal.session',
    configuration: '',
    created: now(world),
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    url: `${world.url()}/p/session/${id}`,
    ...fields,
  })
  emit(world, 'billing_portal.session.created', session)
  return session
}

export function configurationOf(
  world: World,
  { configuration }: PortalSession,
): PortalConfiguration {
  return find(
    world,
    'billing_portal.configuration',
    typeof configuration === 'string' ? configuration : configuration.id,
  )
}
