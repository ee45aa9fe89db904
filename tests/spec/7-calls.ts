import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { api, type EndpointName } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/core/endpoint.ts'
import type { Category } from '../../contract/records/records.ts'
import { criteriaFor, emptyCriteria, type Criteria } from '../../contract/search/criteria.ts'
import { filterOf } from '../../contract/search/filters.ts'
import { querySentence, sentenceParts } from '../../contract/search/sentence.ts'
import type { BillingApp } from '../kit/billing.ts'
import { company, payingCompany, type Paying } from '../kit/billing-customers.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Answer = Awaited<ReturnType<BillingApp['ask']>>

/** As a client written to the specification alone makes them: a bearer token and a deployment-id, no Idempotency-Key. */
const specified =
  (test: () => BillingApp, orgId: string) =>
  (method: Method, path: string, body?: object): Promise<Answer> =>
    test().ask(method, path, body, {
      as: { orgId, userId: `user_of_${orgId}`, role: 'org:admin' },
      headers: { 'deployment-id': 'a-client' },
    })

/** Null where it is answered as the contract says. */
const faultIn = (name: EndpointName, { status, body }: Answer): unknown => {
  const definition: Endpoint = api[name]
  if (status !== (definition.status ?? 200)) return { status, body }
  return status === 204 ? null : (z.safeParse(definition.output, body).error ?? null)
}

const search = { category: 'company', filters: { country: ['AU'], industry: ['Mining'] } }

/** `lines` are what the app has logged. */
export const calls = (test: () => BillingApp, lines: readonly string[]): void =>
  void describe('7. Calls made', () => {
    const orgId = 'org_spec'
    const call = specified(test, orgId)
    let paying: Paying
    beforeAll(async () => {
      paying = await payingCompany(test(), orgId)
      await call('GET', '/customer/info')
      await test().app.settled()
    })
    const save = async (name: string): Promise<{ id: string; version: number }> =>
      (await call('POST', '/search/save', { ...search, name })).body
    const recent = async (term: string): Promise<string> =>
      (await call('POST', '/search/recent/new', { ...search, search: term })).body.rid

    it('Every request once signed in carries a deployment-id header', async () => {
      const missing = (): number => lines.filter((line) => line.includes('no deployment-id')).length
      const before = missing()
      await call('GET', '/customer/metadata')
      expect(missing()).toBe(before)
      await test().ask('GET', '/customer/metadata')
      expect(missing()).toBe(before + 1)
    })

    it('GET /platform/features: features', async () => {
      const answer = await call('GET', '/platform/features')
      expect(faultIn('platformFeatures', answer)).toBeNull()
      expect(answer.body.features).toBeTypeOf('object')
    })

    it('GET /customer/features: features', async () => {
      const answer = await call('GET', '/customer/features')
      expect(faultIn('customerFeatures', answer)).toBeNull()
      expect(answer.body.features['signal-targeting']).toEqual({ enabled: true })
    })

    it('GET /crm/org: integration token', async () => {
      const answer = await call('GET', '/crm/org')
      expect(faultIn('crmToken', answer)).toBeNull()
      const other = await specified(test, 'org_harbour')('GET', '/crm/org')
      expect(answer.body.token).not.toBe(other.body.token)
    })

    it('GET /fetch-hubspot-token, query email, firstName, lastName: token, identifies the user to a chat widget [decision 059]', async () => {
      const query = 'email=sam@harbour.example&firstName=Sam&lastName=Lee'
      // Without a chat; with one: tests/server/app/chat.test.ts.
      expect(await call('GET', `/fetch-hubspot-token?${query}`)).toMatchObject({ status: 204 })
      const identified = { token: 'visitor-1', email: 'alex@harbour.example' }
      expect(z.parse(api.hubspotToken.output, identified)).toEqual(identified)
    })

    it('POST /register/{category}, body countries: records.register', async () => {
      for (const category of ['company', 'people']) {
        const answer = await call('POST', `/register/${category}`, { countries: ['NZ'] })
        expect(faultIn('register', answer)).toBeNull()
        const { records } = answer.body
        expect(records.register).toMatchObject({ category, countries: ['NZ'] })
        const all = await call('POST', `/register/${category}`, { countries: ['AU', 'NZ'] })
        expect(all.body.records.register.total).toBeGreaterThan(records.register.total)
        const unknown = await call('POST', `/register/${category}`, { countries: ['AU', 'XX'] })
        expect(unknown).toMatchObject({
          status: 422,
          body: { errors: [{ pointer: '/countries/1' }] },
        })
      }
    })

    it('GET /products: products map', async () => {
      const answer = await call('GET', '/products')
      expect(faultIn('products', answer)).toBeNull()
      for (const [id, product] of Object.entries<{ stripe_product_id: string }>(
        answer.body.products,
      ))
        expect(product.stripe_product_id).toBe(id)
    })

    it('GET /customer/products, return (active-plan when not trial), bucketId (trial only), billingCountry: plan', async () => {
      const active = await call('GET', '/customer/products?return=active-plan&billingCountry=AU')
      expect(faultIn('customerProduct', active)).toBeNull()
      expect(active.body.plan.bucket_id).toBe('bkt_growth')
      const trial = await call('GET', '/customer/products?bucketId=bkt_trial&billingCountry=AU')
      expect(trial.body.plan.bucket_id).toBe('bkt_trial')
    })

    it('GET /customer/{orgId}/subscription/active-plan; polls every 5 s when asked: subscription', async () => {
      const answer = await call('GET', `/customer/${orgId}/subscription/active-plan`)
      expect(faultIn('activePlan', answer)).toBeNull()
      expect(answer.body.subscription).toMatchObject({
        status: 'active',
        planBucketId: 'bkt_growth',
      })
    })

    it('GET /plans/{subscriptionId}/addon-credits, billingCountry: plan', async () => {
      const answer = await call('GET', `/plans/${paying.plan.id}/addon-credits?billingCountry=AU`)
      expect(faultIn('addonPlan', answer)).toBeNull()
      expect(answer.body.plan).toMatchObject({ price_per_credit: 45 })
    })

    it('GET /customer/info', async () =>
      expect(faultIn('customerInfo', await call('GET', '/customer/info'))).toBeNull())

    it('PUT /customer/update: data', async () => {
      const data = { website: 'https://spec.example' }
      const answer = await call('PUT', '/customer/update', { data })
      expect(faultIn('updateCustomer', answer)).toBeNull()
      expect(answer.body).toMatchObject(data)
    })

    it('PUT /customer/{orgId}/update-country: data.defaultCountry', async () => {
      const data = { defaultCountry: 'NZ' }
      const answer = await call('PUT', `/customer/${orgId}/update-country`, { data })
      expect(faultIn('updateCountry', answer)).toBeNull()
      const { metadata } = (await call('GET', '/customer/metadata')).body
      expect(metadata.defaultCountry).toBe('NZ')
    })

    it('GET /customer/metadata', async () =>
      expect(faultIn('customerMetadata', await call('GET', '/customer/metadata'))).toBeNull())

    const order = { totalCredits: 100, amount: 4_500, pricePerCredit: 45, priceId: 'addon_100_aud' }
    it('POST /customer/{orgId}/addon-credits-payment-intent: totalCredits, amount, pricePerCredit, priceId, currency (default AUD)', async () => {
      const path = `/customer/${orgId}/addon-credits-payment-intent`
      const answer = await call('POST', path, order)
      expect(faultIn('buyCredits', answer)).toBeNull()
      expect(answer.body).toMatchObject({ amount: 4_500, currency: 'AUD' })
      const before = (await call('GET', '/credits')).body.balance
      // Nothing is charged or granted before it is paid, so a repeat costs nothing either.
      expect((await call('POST', path, order)).body.status).toBe('open')
      expect((await call('GET', '/credits')).body.balance).toBe(before)
      const card = await call('POST', path, { ...order, useCard: true })
      expect(card).toMatchObject({ status: 400, body: { code: 'key-missing' } })
    })

    it('POST /checkout: price, orgId, isTrialMode, userCount, isAnnual, isCouponApplied, billingCountry', async () => {
      const buyer = company(test(), 'org_spec_buyer')
      const body = {
        price: 'growth_month_aud',
        orgId: buyer.orgId,
        isTrialMode: false,
        userCount: 3,
        isAnnual: false,
        isCouponApplied: true,
        billingCountry: 'AU',
      }
      const buy = specified(test, buyer.orgId)
      const first = await buy('POST', '/checkout', body)
      expect(faultIn('checkout', first)).toBeNull()
      // A repeat opens another page and closes the first: the organisation pays once.
      const second = await buy('POST', '/checkout', body)
      const { sessions } = test().stripe.client.checkout
      expect((await sessions.retrieve(first.body.sessionId)).status).toBe('expired')
      expect((await sessions.retrieve(second.body.sessionId)).status).toBe('open')
    })

    it('POST /customer-portal: orgId, return_section', async () => {
      const body = { orgId, return_section: 'invoices' }
      expect(faultIn('customerPortal', await call('POST', '/customer-portal', body))).toBeNull()
    })

    it('GET /customer/{orgId}/invoices: invoices', async () => {
      const answer = await call('GET', `/customer/${orgId}/invoices`)
      expect(faultIn('invoices', answer)).toBeNull()
      expect(answer.body.invoices.length).toBeGreaterThan(0)
    })

    it('GET /customer/{orgId}/payment-method: paymentMethod', async () => {
      const answer = await call('GET', `/customer/${orgId}/payment-method`)
      expect(faultIn('paymentMethod', answer)).toBeNull()
      expect(answer.body.paymentMethod).toMatchObject({ last4: '4242' })
    })

    it('POST /subscription/{id}/preview-prorata: customerId, subscriptionItemId, priceId, qty, prorationDate, isTrialMode', async () => {
      const { id, customer, items } = paying.plan
      const answer = await call('POST', `/subscription/${id}/preview-prorata`, {
        customerId: customer,
        subscriptionItemId: items.data[0]?.id,
        priceId: 'growth_month_aud',
        qty: 4,
        prorationDate: Math.floor(test().stripe.time()),
        isTrialMode: false,
      })
      expect(faultIn('previewProrata', answer)).toBeNull()
      expect(answer.body.total).toBeGreaterThan(0)
    })

    it('GET /configs: configs', async () =>
      expect(faultIn('configs', await call('GET', '/configs'))).toBeNull())

    it('POST /download/history: from, size, type, category, status, requestId, userId; refetched every 15 s on first page: history', async () => {
      const body = {
        from: 0,
        size: 10,
        type: 'DOWNLOAD',
        category: 'people',
        status: 'REQUEST_ACCEPTED',
        requestId: null,
        userId: null,
      }
      expect(faultIn('downloadHistory', await call('POST', '/download/history', body))).toBeNull()
    })

    it('POST /feedback', async () => {
      const body = { kind: 'idea', message: 'More maps', page: '/dashboard' }
      const [first, second] = [
        await call('POST', '/feedback', body),
        await call('POST', '/feedback', body),
      ]
      expect(faultIn('feedback', first)).toBeNull()
      expect(second.body).toEqual(first.body)
    })

    it('GET /filters?module=core: filters', async () =>
      expect(faultIn('filters', await call('GET', '/filters?module=core'))).toBeNull())

    it('GET /homepage', async () =>
      expect(faultIn('homepage', await call('GET', '/homepage'))).toBeNull())

    it('POST /signals/records: signals request; signals', async () => {
      const body = {
        from: 0,
        size: 10,
        filters: { when: ['30'] },
        sorting: [{ field: 'event_date', order: 'desc' }],
        search: '',
        category: 'company',
        agentId: null,
      }
      const answer = await call('POST', '/targeting/signals/records', body)
      expect(faultIn('targetingSignals', answer)).toBeNull()
      const bare = await call('POST', '/signals/records', body)
      expect(bare).toMatchObject({ status: 403, body: { code: 'feature-disabled' } })
    })

    it('GET /search/saved: saved searches', async () => {
      const { id } = await save('Listed')
      const answer = await call('GET', '/search/saved')
      expect(faultIn('savedSearches', answer)).toBeNull()
      expect(answer.body.map((each: { id: string }) => each.id)).toContain(id)
    })

    it('DELETE /search/saved/{id}', async () => {
      const { id } = await save('Deleted')
      expect(faultIn('deleteSearch', await call('DELETE', `/search/saved/${id}`))).toBeNull()
      expect(faultIn('deleteSearch', await call('DELETE', `/search/saved/${id}`))).toBeNull()
      expect((await call('GET', `/search/saved/${id}`)).status).not.toBe(200)
    })

    it('GET /search/saved/quick-view', async () => {
      const answer = await call('GET', '/search/saved/quick-view')
      expect(faultIn('savedQuickView', answer)).toBeNull()
      expect(answer.body.length).toBeLessThanOrEqual(5)
    })

    it('GET /search/{kind}/{id}: a search', async () => {
      const { id } = await save('Found by id')
      const rid = await recent('retail')
      for (const path of ['new/new', `saved/${id}`, `recent/${rid}`])
        expect(faultIn('searchOfKind', await call('GET', `/search/${path}`))).toBeNull()
    })

    it('POST /search/save: name, category, filters, operators, excluded, metadata, coreAISearchPromptText, search', async () => {
      const body = {
        name: 'Perth builders',
        category: 'company',
        filters: { technographics: ['Xero', 'Slack'] },
        operators: { technographics: 'AND' },
        excluded: { industry: ['Mining'] },
        metadata: { includeUnknown: ['revenue'] },
        coreAISearchPromptText: 'builders using Xero and Slack',
        search: 'build',
      }
      const answer = await call('POST', '/search/save', body)
      expect(faultIn('saveSearch', answer)).toBeNull()
      expect(answer.body).toMatchObject({ ...body, isOwner: true })
      // A repeat saves nothing more, and names the search that has the name.
      expect(await call('POST', '/search/save', body)).toMatchObject({
        status: 409,
        body: { code: 'name-taken', conflictingId: answer.body.id },
      })
    })

    it('PUT /search/saved/{id}/rename: name', async () => {
      const { id } = await save('Before')
      const path = `/search/saved/${id}/rename`
      const answer = await call('PUT', path, { name: 'After' })
      expect(faultIn('renameSearch', answer)).toBeNull()
      expect(answer.body.name).toBe('After')
      expect((await call('PUT', path, { name: 'After' })).body.name).toBe('After')
    })

    it('PUT /search/saved/{id}/update', async () => {
      const { id, version } = await save('Updated')
      const body = { ...search, name: 'Updated', filters: { country: ['NZ'] }, version }
      const answer = await call('PUT', `/search/saved/${id}/update`, body)
      expect(faultIn('updateSearch', answer)).toBeNull()
      expect(answer.body.filters).toEqual({ country: ['NZ'] })
      const again = await call('PUT', `/search/saved/${id}/update`, body)
      expect(again).toMatchObject({ status: 409, body: { code: 'version-conflict' } })
    })

    it('GET /search/filter/options: identifier; options', async () =>
      expect(
        faultIn('filterOptions', await call('GET', '/search/filter/options?identifier=revenue')),
      ).toBeNull())

    it('GET /search/filter/options/search and /multi-level: identifier, from, size, searchTerm, country, levelOneId; success, total, records', async () => {
      const query = 'identifier=industry&from=0&size=10&searchTerm=con&country=AU'
      const found = await call('GET', `/search/filter/options/search?${query}`)
      expect(faultIn('searchFilterOptions', found)).toBeNull()
      expect(found.body).toMatchObject({ success: true })
      const level = `identifier=industry&from=0&size=10&searchTerm=&country=AU&levelOneId=Construction`
      const below = await call('GET', `/search/filter/options/multi-level?${level}`)
      expect(faultIn('filterLevels', below)).toBeNull()
      expect(below.body.records[0].parent).toBe('Construction')
    })

    it('POST /search/recent/new: recent search', async () => {
      const answer = await call('POST', '/search/recent/new', search)
      expect(faultIn('newRecent', answer)).toBeNull()
      expect(answer.body.action).toBe('created')
      expect((await call('POST', '/search/recent/new', search)).body).toEqual(answer.body)
    })

    it('PUT /search/recent/{id}/update: recent search', async () => {
      const rid = await recent('builders')
      const answer = await call('PUT', `/search/recent/${rid}/update`, search)
      expect(faultIn('updateRecent', answer)).toBeNull()
      expect(answer.body).toEqual({ rid, action: 'updated' })
    })

    it('POST /search/recent/{id}/convert-to-save', async () => {
      const rid = await recent('schools')
      const path = `/search/recent/${rid}/convert-to-save`
      const answer = await call('POST', path, { name: 'Converted' })
      expect(faultIn('convertRecent', answer)).toBeNull()
      const again = await call('POST', path, { name: 'Converted' })
      expect([again.status, again.body.id]).toEqual([201, answer.body.id])
      const left: { rid: string }[] = (await call('GET', '/search/recent')).body
      expect(left.map((each) => each.rid)).not.toContain(rid)
    })

    it('DELETE /search/recent/{id}', async () => {
      const rid = await recent('wholesale')
      expect(faultIn('deleteRecent', await call('DELETE', `/search/recent/${rid}`))).toBeNull()
      expect(faultIn('deleteRecent', await call('DELETE', `/search/recent/${rid}`))).toBeNull()
    })

    it('GET /search/recent: recent searches', async () => {
      const rid = await recent('transport')
      const answer = await call('GET', '/search/recent')
      expect(faultIn('recentSearches', answer)).toBeNull()
      expect(answer.body[0].rid).toBe(rid)
    })

    it('GET /search/recent/quick-view', async () => {
      const answer = await call('GET', '/search/recent/quick-view')
      expect(faultIn('recentQuickView', answer)).toBeNull()
      expect(answer.body.length).toBeLessThanOrEqual(5)
    })

    it('GET /search/autocomplete/companies or /people: q, from, size; autocomplete results', async () => {
      for (const [path, name, category] of [
        ['companies', 'autocompleteCompanies', 'company'],
        ['people', 'autocompletePeople', 'people'],
      ] as const) {
        const { records } = (await call('POST', '/records', { category, size: 1 })).body
        const q = encodeURIComponent(String(records[0].name).slice(0, 5))
        const answer = await call('GET', `/search/autocomplete/${path}?q=${q}&from=0&size=10`)
        expect(faultIn(name, answer)).toBeNull()
        expect(answer.body.total).toBeGreaterThan(0)
        const short = await call('GET', `/search/autocomplete/${path}?q=${q.slice(0, 2)}`)
        expect(short.body.total).toBe(0)
      }
    })

    it('POST /records: the sentence of the server is the client’s', async () => {
      const { records } = (await call('POST', '/records', { category: 'company', size: 1 })).body
      const near = { lat: -31.95, lng: 115.86, withinKm: 20 }
      const searches: [Category, Partial<Criteria>][] = [
        ['company', {}],
        [
          'company',
          {
            filters: { technographics: ['Xero', 'Slack'], company_size: ['1-10', '11-50'] },
            operators: { technographics: 'AND' },
            excluded: { industry: ['Mining'], hq_country: ['NZ'] },
            metadata: { near },
            search: 'build',
          },
        ],
        [
          'people',
          {
            filters: {
              company_id: [records[0].id, crypto.randomUUID()],
              location: ['AU/WA'],
              position: ['director'],
            },
            metadata: { includePast: true },
          },
        ],
      ]
      for (const [category, given] of searches) {
        const criteria = { ...emptyCriteria, ...given }
        const names = new Map<string, string>()
        for (const [identifier, values] of Object.entries(criteria.filters)) {
          if (filterOf(identifier)?.kind !== 'ids') continue
          const labels = { identifier, values }
          const { body } = await call('POST', '/search/filter/options/labels', labels)
          for (const [value, label] of Object.entries<string>(body.labels)) names.set(value, label)
        }
        const parts = sentenceParts(criteriaFor(criteria, category), category, (_, value) =>
          names.get(value),
        )
        const answer = await call('POST', '/records', { ...criteria, category, size: 1 })
        expect(answer.body.querySentence).toBe(querySentence(parts))
      }
    })

    it('POST /records: paged records request; records', async () => {
      const body = {
        from: 0,
        size: 5,
        filters: { country: ['AU', 'NZ'] },
        operators: {},
        excluded: { industry: ['Mining'] },
        sorting: [{ field: 'name', order: 'asc' }],
        search: '',
        category: 'company',
        metadata: {},
      }
      const answer = await call('POST', '/records', body)
      expect(faultIn('records', answer)).toBeNull()
      expect(answer.body.records).toHaveLength(5)
    })
  })
