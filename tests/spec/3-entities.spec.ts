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
import type { ApiClient } from '../../src/lib/api.ts'
import { parseHistoryState } from '../../src/screens/search/history-state.ts'
import { crmTokenQuery } from '../../src/shared/crm/connection.ts'
import { fieldsOf } from '../kit/fields.ts'

// No call is made.
const fakeClient: ApiClient = Object.create(null)

const list = (text: string): string[] => text.split(', ')

const missingIn = (schema: z.core.$ZodType, fields: string, io?: 'input' | 'output'): string[] => {
  const present = new Set(fieldsOf(schema, io))
  return list(fields).filter((field) => !present.has(field))
}

describe('3. Entities and their fields', () => {
  it('Subscription (active plan): id, customer, status, billingCountry, billingCurrency, planBucketId, plan (product, metadata.plan_name), items.data[0].id', () =>
    expect(
      missingIn(
        Subscription,
        'id, customer, status, billingCountry, billingCurrency, planBucketId, plan.product, plan.metadata.plan_name, items.data.*.id',
      ),
    ).toEqual([]))

  it('status (includes trialing)', () => {
    expect(Subscription.shape.status.options).toContain('trialing')
  })

  it('Products: map keyed by product id with bucket_id, stripe_product_id and per-country variants (AU, NZ)', () => {
    expect(missingIn(Product, 'bucket_id, stripe_product_id, AU, NZ')).toEqual([])
    expect(
      missingIn(api.products.output, 'products.*.bucket_id, products.*.AU, products.*.NZ'),
    ).toEqual([])
  })

  it('Saved search: name, category (company or people), filters, operators, excluded, metadata, coreAISearchPromptText, isOwner', () => {
    expect(
      missingIn(
        SavedSearch,
        'name, category, filters, operators, excluded, metadata, coreAISearchPromptText, isOwner',
      ),
    ).toEqual([])
    expect(SavedSearch.shape.category.options).toEqual(['company', 'people'])
  })

  it('Saved search: the client also keeps a previousState snapshot', () => {
    expect(parseHistoryState({ previousSearch: 'industry=Mining' }).previousSearch).toBe(
      'industry=Mining',
    )
  })

  it('Recent search: rid, filters, operators, excluded, metadata, category, createdAt, updatedAt', () =>
    expect(
      missingIn(
        RecentSearch,
        'rid, filters, operators, excluded, metadata, category, createdAt, updatedAt',
      ),
    ).toEqual([]))

  it('Paged records request: from, size, filters, operators, excluded, sorting, search, category, metadata', () =>
    expect(
      missingIn(
        api.records.input,
        'from, size, filters, operators, excluded, sorting, search, category, metadata',
        'input',
      ),
    ).toEqual([]))

  it('Signals request: from, size, filters, sorting, search, category, agentId', () =>
    expect(
      missingIn(
        api.coreSignals.input,
        'from, size, filters, sorting, search, category, agentId',
        'input',
      ),
    ).toEqual([]))

  it('Download history query: from, size, type, category, status, requestId, userId', () =>
    expect(
      missingIn(
        api.downloadHistory.input,
        'from, size, type, category, status, requestId, userId',
        'input',
      ),
    ).toEqual([]))

  it('Add-on credit plan: price_per_credit, stripe_price_id', () =>
    expect(missingIn(AddonPlan, 'price_per_credit, stripe_price_id')).toEqual([]))

  it('Customer: customer with a subscription plus subscription metadata', () => {
    expect(
      missingIn(
        api.activePlan.output,
        'subscription, subscription.metadata, subscription.customer',
      ),
    ).toEqual([])
  })

  it('Customer: metadata.defaultCountry', () =>
    expect(missingIn(api.customerMetadata.output, 'metadata.defaultCountry')).toEqual([]))

  it('Customer: members; customer info', () =>
    expect(
      missingIn(api.customerInfo.output, 'members.*.userId, customer.id, customer.name'),
    ).toEqual([]))

  it('Customer: configs (flags for posthog, product_fruits, product_fruits_workspace_code)', () =>
    expect(
      missingIn(
        api.configs.output,
        'configs.posthog, configs.product_fruits, configs.product_fruits_workspace_code',
      ),
    ).toEqual([]))

  it('Feature flags: keyed by feature name', () => {
    expect(missingIn(api.platformFeatures.output, 'features.*.enabled')).toEqual([])
    expect(missingIn(api.customerFeatures.output, 'features.*.enabled')).toEqual([])
  })

  it('Flags named in the product: signal-targeting, signal-intent', () => {
    expect(Object.values(flags)).toEqual(['signal-targeting', 'signal-intent'])
  })

  it('Integration token: returned per organisation', () => {
    expect(missingIn(api.crmToken.output, 'token')).toEqual([])
    const keyOf = (orgId: string) => crmTokenQuery(fakeClient, orgId).queryKey
    expect(keyOf('org_1')).not.toEqual(keyOf('org_2'))
  })

  it('Opened signal notification: listIds, agentId, signalType (slug, category), incrementalRunIds, signalCount', () =>
    expect(
      missingIn(
        OpenedSignals,
        'listIds, agentId, signalType.slug, signalType.category, incrementalRunIds, signalCount',
      ),
    ).toEqual([]))

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

  const unknownAmong = (identifiers: string): string[] =>
    list(identifiers).filter((identifier) => filterOf(identifier) === undefined)

  it('Filter identifiers: industry, technographics, location, people_location, hq_country, country, company_id, person_id, position, skills, keywords, services, products, company_size, global_company_size, revenue, seniority, department, influencer, company_type, social_media, web_traffic, current_role_duration, job_posts, email_deliverability, multiple_locations, b2b_vs_b2c, is_mnc, target_market, reviews_and_ratings', () =>
    expect(
      unknownAmong(
        'industry, technographics, location, people_location, hq_country, country, company_id, person_id, position, skills, keywords, services, products, company_size, global_company_size, revenue, seniority, department, influencer, company_type, social_media, web_traffic, current_role_duration, job_posts, email_deliverability, multiple_locations, b2b_vs_b2c, is_mnc, target_market, reviews_and_ratings',
      ),
    ).toEqual([]))

  it('Activity filters: cus-pushed-enriched, cus-downloaded, cus-list', () => {
    expect(unknownAmong('cus-pushed-enriched, cus-downloaded, cus-list')).toEqual([])
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
