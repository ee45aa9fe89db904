import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { api } from '../../contract/api.ts'
import { AddonPlan } from '../../contract/money/billing.ts'
import { RequestType, typeLabel } from '../../contract/money/downloads.ts'
import { Product } from '../../contract/money/plans.ts'
import { Subscription } from '../../contract/org/customer.ts'
import { Employment } from '../../contract/records/records.ts'
import { RecentSearch, SavedSearch } from '../../contract/saved-work/searches.ts'
import { filterOf } from '../../contract/search/filters.ts'
import { OpenedSignals } from '../../contract/signals/notifications.ts'
import { signalFilterOf } from '../../contract/signals/signal-filters.ts'
import { flags } from '../../contract/signals/signal-flags.ts'
import { parseHistoryState } from '../../src/screens/search/history-state.ts'
import { fieldsOf } from '../kit/fields.ts'

const list = (text: string): string[] => text.split(', ')

const has = (schema: z.core.$ZodType, fields: string, io?: 'input' | 'output'): void => {
  expect(fieldsOf(schema, io)).toEqual(expect.arrayContaining(list(fields)))
}

describe('3. Entities and their fields', () => {
  it('Subscription (active plan): id, customer, status, billingCountry, billingCurrency, planBucketId, plan (product, metadata.plan_name), items.data[0].id', () =>
    has(
      Subscription,
      'id, customer, status, billingCountry, billingCurrency, planBucketId, plan.product, plan.metadata.plan_name, items.data.*.id',
    ))

  it('status (includes trialing)', () => {
    expect(Subscription.shape.status.options).toContain('trialing')
  })

  it('Products: map keyed by product id with bucket_id, stripe_product_id and per-country variants (AU, NZ)', () => {
    has(Product, 'bucket_id, stripe_product_id, AU, NZ')
    has(api.products.output, 'products.*.bucket_id, products.*.AU, products.*.NZ')
  })

  it('Saved search: name, category (company or people), filters, operators, excluded, metadata, coreAISearchPromptText, isOwner', () => {
    has(
      SavedSearch,
      'name, category, filters, operators, excluded, metadata, coreAISearchPromptText, isOwner',
    )
    expect(SavedSearch.shape.category.options).toEqual(['company', 'people'])
  })

  it('Saved search: the client also keeps a previousState snapshot', () => {
    expect(parseHistoryState({ previousSearch: 'industry=Mining' }).previousSearch).toBe(
      'industry=Mining',
    )
  })

  it('Recent search: rid, filters, operators, excluded, metadata, category, createdAt, updatedAt', () =>
    has(
      RecentSearch,
      'rid, filters, operators, excluded, metadata, category, createdAt, updatedAt',
    ))

  it('Paged records request: from, size, filters, operators, excluded, sorting, search, category, metadata', () =>
    has(
      api.records.input,
      'from, size, filters, operators, excluded, sorting, search, category, metadata',
      'input',
    ))

  it('Signals request: from, size, filters, sorting, search, category, agentId', () =>
    has(api.coreSignals.input, 'from, size, filters, sorting, search, category, agentId', 'input'))

  it('Download history query: from, size, type, category, status, requestId, userId', () =>
    has(
      api.downloadHistory.input,
      'from, size, type, category, status, requestId, userId',
      'input',
    ))

  it('Add-on credit plan: price_per_credit, stripe_price_id', () =>
    has(AddonPlan, 'price_per_credit, stripe_price_id'))

  it('Customer: customer with a subscription plus subscription metadata', () => {
    has(api.activePlan.output, 'subscription, subscription.metadata, subscription.customer')
  })

  it('Customer: metadata.defaultCountry', () =>
    has(api.customerMetadata.output, 'metadata.defaultCountry'))

  it('Customer: members; customer info', () =>
    has(api.customerInfo.output, 'members.*.userId, customer.id, customer.name'))

  it('Customer: configs (flags for posthog, product_fruits, product_fruits_workspace_code)', () =>
    has(
      api.configs.output,
      'configs.posthog, configs.product_fruits, configs.product_fruits_workspace_code',
    ))

  it('Feature flags: keyed by feature name', () => {
    has(api.platformFeatures.output, 'features.*.enabled')
    has(api.customerFeatures.output, 'features.*.enabled')
  })

  it('Flags named in the product: signal-targeting, signal-intent', () => {
    expect(Object.values(flags)).toEqual(['signal-targeting', 'signal-intent'])
  })

  it('Opened signal notification: listIds, agentId, signalType (slug, category), incrementalRunIds, signalCount', () =>
    has(
      OpenedSignals,
      'listIds, agentId, signalType.slug, signalType.category, incrementalRunIds, signalCount',
    ))

  it('Countries: AU Australia, NZ New Zealand', () => {
    expect(filterOf('country')?.options).toEqual([
      { value: 'AU', label: 'Australia' },
      { value: 'NZ', label: 'New Zealand' },
    ])
  })

  it('Historical item: an item whose type equals historical', () => {
    expect(Employment.shape.type.options).toContain('historical')
  })

  const types = list(
    'DOWNLOAD, HS_INTEGRATION, SF_INTEGRATION, PIPEDRIVE_INTEGRATION, 0123456789ab',
  )

  it('Download-center request types: DOWNLOAD, HS_INTEGRATION, SF_INTEGRATION, PIPEDRIVE_INTEGRATION, {hash}', () => {
    for (const type of types) expect(z.safeParse(RequestType, type).success).toBe(true)
    expect(z.safeParse(RequestType, 'OTHER_INTEGRATION').success).toBe(false)
  })

  it("plus ENRICH_ variants of each CRM push and of download, labelled 'from uploads'", () => {
    for (const type of types) {
      expect(z.safeParse(RequestType, `ENRICH_${type}`).success).toBe(true)
      expect(typeLabel(`ENRICH_${type}`)).toBe(`${typeLabel(type)} from uploads`)
    }
  })

  const known = (identifiers: string): void => {
    for (const identifier of list(identifiers))
      expect([identifier, filterOf(identifier)?.identifier]).toEqual([identifier, identifier])
  }

  it('Filter identifiers: industry, technographics, location, people_location, hq_country, country, company_id, person_id, position, skills, keywords, services, products, company_size, global_company_size, revenue, seniority, department, influencer, company_type, social_media, web_traffic, current_role_duration, job_posts, email_deliverability, multiple_locations, b2b_vs_b2c, is_mnc, target_market, reviews_and_ratings', () =>
    known(
      'industry, technographics, location, people_location, hq_country, country, company_id, person_id, position, skills, keywords, services, products, company_size, global_company_size, revenue, seniority, department, influencer, company_type, social_media, web_traffic, current_role_duration, job_posts, email_deliverability, multiple_locations, b2b_vs_b2c, is_mnc, target_market, reviews_and_ratings',
    ))

  it('Activity filters: cus-pushed-enriched, cus-downloaded, cus-list', () => {
    known('cus-pushed-enriched, cus-downloaded, cus-list')
    expect(filterOf('cus-list')?.about).toBe('activity')
  })

  const booleans =
    'has_email, has_phone, has_mobile, has_verified_email, has_work_email, has_dnd_phone, has_company_mobile, has_company_phone'
  it(`Boolean filters: ${booleans}`, () => {
    for (const identifier of list(booleans))
      expect([identifier, filterOf(identifier)?.kind]).toEqual([identifier, 'boolean'])
  })

  const signals =
    'summary, position, key_topics, event_date, surge_rating, intent_timeframe, job-title, location, company, people, employment-type, department, seniority, company-signal-type, people-signal-type, when, lists'
  it(`Signal filters: ${signals}`, () => {
    for (const identifier of list(signals))
      expect([identifier, signalFilterOf(identifier)?.identifier]).toEqual([identifier, identifier])
  })
})
