import { describe, expect, it } from 'vitest'
import { SignalCategory } from '../../contract/signals/signals.ts'
import { newAgent } from '../../contract/signals/agents.ts'
import { connectorKinds } from '../../server/connectors/registry.ts'
import type { BillingApp } from '../kit/billing.ts'
import { payingCompany } from '../kit/billing-customers.ts'
import { memberOf } from '../kit/saved-work.ts'
import { matchFile } from '../kit/uploads.ts'

export const product = (test: () => BillingApp): void =>
  void describe('1. What the product does', () => {
    const alex = () => memberOf(test(), {})

    it('users of organisations, signed in through a hosted authentication service', async () => {
      const read = async (as: object | null): Promise<number> =>
        (await test().ask('GET', '/customer/metadata', undefined, { as })).status
      expect(await read({})).toBe(200)
      expect(await read({ orgId: null })).toBe(403)
      expect(await read(null)).toBe(401)
    })

    it('Search company and people records with filters', async () => {
      const find = async (category: string, filters: object): Promise<number> =>
        (await test().ask('POST', '/records', { category, filters })).body.total
      for (const category of ['company', 'people'])
        expect(await find(category, { country: ['NZ'] })).toBeLessThan(await find(category, {}))
    })

    it('save searches and reuse them; keep recent searches', async () => {
      const search = { category: 'company', filters: { country: ['NZ'] } }
      const { id } = (await alex().write('POST', '/search/save', { ...search, name: 'NZ' })).body
      expect((await alex().read(`/search/saved/${id}`)).body).toMatchObject(search)
      const { rid } = (await alex().write('POST', '/search/recent/new', search)).body
      expect((await alex().read(`/search/recent/${rid}`)).body).toMatchObject(search)
    })

    it('View signals of three kinds: company, people and intent', () => {
      expect(SignalCategory.options).toEqual(['company', 'people', 'intent'])
    })

    it('Signal agents can be created and edited', async () => {
      const agent = { ...newAgent, name: 'Hiring', quiet: null }
      const { status, body } = await alex().write('POST', '/signals/agents', agent)
      expect(status).toBe(201)
      const path = `/signals/agents/${body.id}`
      const edited = await alex().write('PUT', path, { ...agent, name: 'Hiring in WA' })
      expect(edited.body.name).toBe('Hiring in WA')
    })

    it('Download records, or push them to a CRM: HubSpot, Salesforce, Pipedrive, MS Dynamics 365 Sales. Salesloft also appears as an integration name', async () => {
      expect(connectorKinds.map(({ label }) => label).toSorted()).toEqual([
        'Dynamics 365',
        'HubSpot',
        'Pipedrive',
        'Salesforce',
        'Salesloft',
      ])
      const { body } = await test().ask('GET', '/configs', undefined, { as: null })
      const types: { type: string }[] = body.configs.requestTypes
      for (const { key } of connectorKinds) expect(types.map(({ type }) => type)).toContain(key)
    })

    it('Enrich uploaded data (data exchange)', async () => {
      await payingCompany(test(), 'org_spec_exchange')
      const admin = memberOf(test(), { orgId: 'org_spec_exchange', role: 'admin' })
      const { body } = await test().ask('POST', '/records', { category: 'company', size: 1 })
      const file = `Company,Website\n${body.records[0].name},${body.records[0].domain}\n`
      const upload = await matchFile(test(), admin, file)
      expect(upload).toMatchObject({ counts: { accepted: 1 } })
    })

    it('Buy plans and add-on credits through a card payment provider; manage invoices and payment method', async () => {
      const buyer = memberOf(test(), { orgId: 'org_spec_first', role: 'admin' })
      const body = { orgId: 'org_spec_first', price: 'growth_month_aud', isTrialMode: false }
      const { url } = (await buyer.write('POST', '/checkout', body)).body
      expect(new URL(url).origin).toBe(new URL(test().stripe.scriptUrl).origin)
      const { orgId } = await payingCompany(test(), 'org_spec_invoices')
      const payer = memberOf(test(), { orgId, role: 'admin' })
      expect((await payer.read(`/customer/${orgId}/invoices`)).body.invoices).toHaveLength(1)
      const { paymentMethod } = (await payer.read(`/customer/${orgId}/payment-method`)).body
      expect(paymentMethod).toMatchObject({ last4: '4242' })
      const portal = { orgId, return_section: 'payment' }
      expect((await payer.write('POST', '/customer-portal', portal)).status).toBe(200)
    })
  })
