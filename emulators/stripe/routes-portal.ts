import type Stripe from 'stripe'
import { z } from 'zod'
import type { Router } from './call.ts'
import { invalid } from './errors.ts'
import { change } from './events.ts'
import { page } from './lists.ts'
import { mergeMetadata } from './metadata.ts'
import { accepts, flag, int, metadata, paging, text, texts } from './params.ts'
import { newConfiguration, newPortalSession } from './portal.ts'
import { live } from './routes-customers.ts'
import { defined } from './routes-catalog.ts'
import { all, find, now, type World } from './world.ts'
import { blank, type PortalConfiguration, type PortalSession } from './wire.ts'

const enabled = z.strictObject({ enabled: flag })
const features = z.strictObject({
  customer_update: z
    .strictObject({
      enabled: flag,
      allowed_updates: z
        .array(z.enum(['address', 'email', 'name', 'phone', 'shipping', 'tax_id']))
        .optional(),
    })
    .optional(),
  invoice_history: enabled.optional(),
  payment_method_update: enabled.optional(),
  subscription_cancel: z
    .strictObject({
      enabled: flag,
      mode: z.enum(['at_period_end', 'immediately']).optional(),
      proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
      cancellation_reason: z
        .strictObject({
          enabled: flag,
          options: z
            .array(
              z.enum([
                'customer_service',
                'low_quality',
                'missing_features',
                'other',
                'switched_service',
                'too_complex',
                'too_expensive',
                'unused',
              ]),
            )
            .optional(),
        })
        .optional(),
    })
    .optional(),
  subscription_update: z
    .strictObject({
      enabled: flag,
      default_allowed_updates: z.array(z.enum(['price', 'promotion_code', 'quantity'])).optional(),
      proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
      products: z.array(z.strictObject({ product: text, prices: texts })).optional(),
    })
    .optional(),
})
const profile = z.strictObject({
  headline: text.optional(),
  privacy_policy_url: text.optional(),
  terms_of_service_url: text.optional(),
})
const fields = { business_profile: profile, default_return_url: text, metadata, name: text }
const redirect = z
  .strictObject({
    type: z.enum(['redirect', 'portal_homepage', 'hosted_confirmation']),
    redirect: z.strictObject({ return_url: text }).optional(),
  })
  .optional()
const flowData = z.strictObject({
  type: z.enum([
    'payment_method_update',
    'subscription_cancel',
    'subscription_update',
    'subscription_update_confirm',
  ]),
  after_completion: redirect,
  subscription_cancel: z.strictObject({ subscription: text }).optional(),
  subscription_update: z.strictObject({ subscription: text }).optional(),
  subscription_update_confirm: z
    .strictObject({
      subscription: text,
      items: z.array(
        z.strictObject({ id: text, price: text.optional(), quantity: int.optional() }),
      ),
    })
    .optional(),
})

export function portalRoutes(on: Router): void {
  const base = '/v1/billing_portal/configurations'
  on(
    'POST',
    base,
    accepts<Stripe.BillingPortal.ConfigurationCreateParams>()({ features }, fields),
    ({ world, params }) =>
      newConfiguration(world, featuresFrom(params.features, null), {
        ...fieldsFrom(params),
        metadata: mergeMetadata({}, params.metadata),
        is_default: all(world, 'billing_portal.configuration').length === 0,
      }),
  )
  on('GET', `${base}/:id`, accepts<object>()({}, {}), ({ world, id }) =>
    find(world, 'billing_portal.configuration', id),
  )
  on(
    'POST',
    `${base}/:id`,
    accepts<Stripe.BillingPortal.ConfigurationUpdateParams>()(
      {},
      { ...fields, features, active: flag },
    ),
    ({ world, id, params }) => {
      const configuration = find(world, 'billing_portal.configuration', id)
      change(world, 'billing_portal.configuration.updated', configuration, () => {
        Object.assign(configuration, fieldsFrom(params), { updated: now(world) })
        if (params.active !== undefined) configuration.active = params.active
        if (params.features)
          Object.assign(
            configuration.features,
            featuresFrom(params.features, configuration.features),
          )
        configuration.metadata = mergeMetadata(configuration.metadata, params.metadata)
      })
      return configuration
    },
  )
  on(
    'GET',
    base,
    accepts<Stripe.BillingPortal.ConfigurationListParams>()(
      {},
      { ...paging, active: flag, is_default: flag },
    ),
    ({ world, params }) => {
      const { active, is_default: isDefault } = params
      const rows = all(world, 'billing_portal.configuration').filter(
        (each) =>
          (active === undefined || each.active === active) &&
          (isDefault === undefined || each.is_default === isDefault),
      )
      return page(rows, params, base)
    },
  )
  on(
    'POST',
    '/v1/billing_portal/sessions',
    accepts<Stripe.BillingPortal.SessionCreateParams>()(
      { customer: text },
      {
        configuration: text,
        flow_data: flowData,
        locale: z.enum(['auto', 'en', 'en-AU', 'en-NZ']),
        return_url: text,
      },
    ),
    ({ world, params }) => {
      const customer = live(world, params.customer)
      return newPortalSession(world, {
        customer: customer.id,
        return_url: params.return_url ?? null,
        configuration: chosen(world, params.configuration).id,
        flow: params.flow_data ? flowFrom(world, params.flow_data) : null,
        ...defined({ locale: params.locale }),
      })
    },
  )
}

function chosen(world: World, id: string | undefined): PortalConfiguration {
  if (id !== undefined) return find(world, 'billing_portal.configuration', id, 'configuration')
  const usual = all(world, 'billing_portal.configuration').find((each) => each.is_default)
  if (usual) return usual
  throw invalid(
    'No configuration provided and your test mode default configuration has not been created.',
  )
}

function featuresFrom(
  input: z.output<typeof features>,
  present: PortalConfiguration['features'] | null,
): Partial<PortalConfiguration['features']> {
  const {
    customer_update,
    invoice_history,
    payment_method_update,
    subscription_cancel: cancel,
    subscription_update: update,
  } = input
  return defined({
    customer_update: customer_update && {
      enabled: customer_update.enabled,
      allowed_updates: customer_update.allowed_updates ?? [],
    },
    invoice_history,
    payment_method_update: payment_method_update && {
      ...payment_method_update,
      payment_method_configuration: null,
    },
    subscription_cancel: cancel && {
      cancellation_reason: {
        enabled: cancel.cancellation_reason?.enabled ?? false,
        options: cancel.cancellation_reason?.options ?? [],
        feedback_options: null,
      },
      enabled: cancel.enabled,
      mode: cancel.mode ?? present?.subscription_cancel.mode ?? 'at_period_end',
      proration_behavior: cancel.proration_behavior ?? 'none',
    },
    subscription_update: update && {
      billing_cycle_anchor: null,
      default_allowed_updates: update.default_allowed_updates ?? [],
      enabled: update.enabled,
      products: (update.products ?? []).map(({ product, prices }) => ({
        adjustable_quantity: { enabled: false, maximum: null, minimum: 1 },
        prices,
        product,
      })),
      proration_behavior: update.proration_behavior ?? 'none',
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: 'end_trial' as const,
    },
  })
}

interface Fields {
  business_profile?: z.output<typeof profile> | undefined
  default_return_url?: string | undefined
  name?: string | undefined
}

function fieldsFrom({
  business_profile,
  default_return_url,
  name,
}: Fields): Partial<PortalConfiguration> {
  return defined({
    business_profile: business_profile && {
      ...blank('headline', 'privacy_policy_url', 'terms_of_service_url'),
      ...defined(business_profile),
    },
    default_return_url,
    name,
  })
}

function flowFrom(world: World, input: z.output<typeof flowData>): PortalSession['flow'] {
  const {
    type,
    after_completion: after,
    subscription_cancel: cancel,
    subscription_update: update,
    subscription_update_confirm: confirm,
  } = input
  for (const part of [cancel, update, confirm])
    if (part) find(world, 'subscription', part.subscription, 'flow_data')
  return {
    after_completion: {
      hosted_confirmation: null,
      redirect: after?.redirect ?? null,
      type: after?.type ?? 'portal_homepage',
    },
    customer_update: null,
    subscription_cancel: cancel ? { retention: null, subscription: cancel.subscription } : null,
    subscription_pause: null,
    subscription_update: update ? { subscription: update.subscription } : null,
    subscription_update_confirm: confirm
      ? {
          discounts: null,
          items: confirm.items.map(({ id, price, quantity }) => ({
            id,
            price: price ?? null,
            ...defined({ quantity }),
          })),
          subscription: confirm.subscription,
        }
      : null,
    type,
  }
}
