import { Connection, OAuth2 } from '@jsforce/jsforce-node'
import { Configuration, OAuth2Configuration, OrganizationsApi } from 'pipedrive/v2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CrmEmulator } from '../../../emulators/crm/core/types.ts'
import { startPipedriveEmulator } from '../../../emulators/crm/pipedrive/emulator.ts'
import { startSalesforceEmulator } from '../../../emulators/crm/salesforce/emulator.ts'
import { redirect } from '../../kit/crm/connect.ts'
import { decide } from '../../kit/crm/decide.ts'

// HubSpot's SDK is left out: it has 50 MB in 8,817 files. Dynamics 365 and Salesloft have none.

const codeFrom = async (address: string): Promise<string> =>
  (await decide(new URL(address), 'allow')).get('code') ?? ''

describe("Pipedrive's SDK at its emulator", () => {
  let emulator: CrmEmulator
  let oauth: OAuth2Configuration
  let organizations: OrganizationsApi
  beforeAll(async () => {
    emulator = await startPipedriveEmulator({ env: {} })
    oauth = new OAuth2Configuration({
      ...emulator.settings,
      redirectUri: redirect,
      host: emulator.url,
    })
    await oauth.authorize(await codeFrom(oauth.authorizationUrl))
    organizations = new OrganizationsApi(
      new Configuration({ accessToken: oauth.getAccessToken, basePath: oauth.basePath }),
    )
  })
  afterAll(() => emulator.close())

  it('signs in, and refreshes its token', async () => {
    const before = await oauth.getAccessToken()
    expect(oauth.basePath).toBe(`${emulator.url}/harbour/api/v2`)
    const tokens = await oauth.tokenRefresh()
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3599 })
    expect(tokens.access_token).not.toBe(before)
  })

  it('creates, updates, reads and finds an organisation', async () => {
    const website = 'https://harbour.example'
    const { data: created } = await organizations.addOrganization({
      AddOrganizationRequest: { name: 'Harbour', website },
    })
    const id = created?.id ?? 0
    await organizations.updateOrganization({ id, UpdateOrganizationRequest: { name: 'Southern' } })
    const { data: read } = await organizations.getOrganization({ id })
    expect(read).toMatchObject({ id, name: 'Southern', website })
    emulator.advance(60_000)
    const { data: found } = await organizations.searchOrganization({
      term: 'southern',
      exact_match: true,
    })
    expect(found?.items?.map(({ item }) => item?.id)).toEqual([id])
  })

  it('reads pages by cursor', async () => {
    for (const name of ['Quay', 'Wharf'])
      await organizations.addOrganization({ AddOrganizationRequest: { name } })
    const first = await organizations.getOrganizations({ limit: 1 })
    const cursor = first.additional_data?.next_cursor ?? ''
    const second = await organizations.getOrganizations({ limit: 1, cursor })
    const ids = [first, second].flatMap(({ data = [] }) => data.map(({ id }) => id))
    expect(new Set(ids).size).toBe(2)
  })

  it('gets the refusals of records and calls', async () => {
    await expect(organizations.getOrganization({ id: 9_999 })).rejects.toMatchObject({
      success: false,
      code: 'ERR_NOT_FOUND',
    })
    emulator.faults.begin({ kind: 'throttle', times: 1 })
    await expect(organizations.getOrganizations()).rejects.toMatchObject({
      success: false,
      errorCode: 429,
    })
  })
})

describe("jsforce at Salesforce's emulator", () => {
  let emulator: CrmEmulator
  let salesforce: Connection
  beforeAll(async () => {
    emulator = await startSalesforceEmulator({ env: {} })
    const oauth2 = new OAuth2({
      ...emulator.settings,
      redirectUri: redirect,
      loginUrl: emulator.url,
      useVerifier: true,
    })
    salesforce = new Connection({ oauth2, version: '67.0' })
    const scope = 'api refresh_token openid id'
    const address = oauth2.getAuthorizationUrl({ scope, code_challenge_method: 'S256' })
    await salesforce.authorize(await codeFrom(address))
  })
  afterAll(() => emulator.close())

  it('signs in with PKCE, and refreshes a session that has expired', async () => {
    expect(salesforce.instanceUrl).toBe(emulator.url)
    const before = salesforce.accessToken
    emulator.faults.begin({ kind: 'expire' })
    await salesforce.query('SELECT Id FROM Account')
    expect(salesforce.accessToken).not.toBe(before)
  })

  it('creates, updates, upserts and queries accounts in collections', async () => {
    const accounts = salesforce.sobject('Account')
    const created = await accounts.create([{ Name: 'Harbour' }, { Name: 'Southern' }])
    expect(created).toMatchObject([{ success: true }, { success: true }])
    const [{ id } = { id: undefined }] = created
    const updated = await accounts.update([{ Id: id ?? '', Name: 'Quay' }])
    expect(updated).toMatchObject([{ id, success: true }])
    const own = [{ Fieldbook_Id__c: 'own-1', Name: 'Wharf' }]
    const upsert = () => accounts.upsert(own, 'Fieldbook_Id__c')
    expect(await upsert()).toMatchObject([{ success: true, created: true }])
    expect(await upsert()).toMatchObject([{ success: true, created: false }])
    const { records } = await salesforce.query("SELECT Id, Name FROM Account WHERE Name = 'Quay'")
    expect(records).toMatchObject([{ Id: id, Name: 'Quay' }])
  })

  it('gets the refusals of rows, beside those that were taken, and of calls', async () => {
    const accounts = salesforce.sobject('Account')
    const answers = await accounts.create([{ Name: 'Wharf' }, { Name: 'Pier', ABN__c: '1' }])
    expect(answers).toMatchObject([
      { success: true },
      { success: false, errors: [{ statusCode: 'FIELD_CUSTOM_VALIDATION_EXCEPTION' }] },
    ])
    await expect(salesforce.query('SELECT Nothing FROM Account')).rejects.toMatchObject({
      errorCode: 'INVALID_FIELD',
    })
  })
})
