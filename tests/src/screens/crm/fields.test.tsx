import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CrmMapping } from '../../../../contract/money/crm.ts'
import { links } from '../../../../contract/links.ts'
import { Unreachable } from '../../../../src/lib/api-errors.ts'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { log } from '../../../../src/lib/log.ts'
import { CrmScreens } from '../../../../src/screens/crm/crm-screens.tsx'
import type { Mapped } from '../../../../src/screens/crm/mapping/use-mapping.ts'
import { session } from '../../../../src/session/session.ts'
import {
  aConnection,
  aDryRun,
  anIntegration,
  crmKey,
  integrationsOf,
} from '../../../kit/fixtures/crm.ts'
import { aMember, anInfo } from '../../../kit/screens/members.ts'
import { aCompany, recordId } from '../../../kit/fixtures/records.ts'
import { fakeApi, pageOf, show, type FakeCalls } from '../../../kit/screens/screen.tsx'
import { alex } from '../../../kit/session/people.ts'

const unknown = session.current()
const user = userEvent.setup()
beforeEach(() => {
  vi.spyOn(log, 'error').mockReturnValue(undefined)
  act(() => session.update({ identity: alex }))
})
afterEach(() => {
  connectivity.online = true
  vi.restoreAllMocks()
  act(() => session.update(unknown))
})

const aField = (
  name: string,
  label: string,
  given: Partial<Mapped['fields']['company'][number]> = {},
) => ({
  name,
  label,
  type: 'text',
  required: false,
  readOnly: false,
  choices: [],
  ...given,
})

const mapping: CrmMapping = {
  company: {
    creates: true,
    updates: true,
    fields: [{ from: 'name', to: 'title', rule: 'fill-if-empty' }],
    constants: [],
  },
  person: {
    creates: true,
    updates: true,
    fields: [],
    constants: [],
    object: 'contact',
    needsCompany: false,
  },
  owners: {},
}

const mapped = (given: Partial<Mapped> = {}): Mapped => ({
  mapping,
  facts: {
    company: [
      { key: 'name', label: 'Company name', values: [] },
      { key: 'domain', label: 'Domain', values: [] },
      { key: 'industry', label: 'Industry', values: ['Construction', 'Mining'] },
    ],
    person: [{ key: 'first_name', label: 'First name', values: [] }],
  },
  fields: {
    company: [
      aField('title', 'Title', { required: true }),
      aField('web', 'Website'),
      aField('score', 'Score', { readOnly: true }),
      aField('sector', 'Sector', {
        choices: [
          { value: 'BLD', label: 'Building' },
          { value: 'MIN', label: 'Mining' },
        ],
      }),
    ],
    person: [aField('first', 'Given name')],
  },
  owners: [
    { id: 'o1', name: 'Alex F.', email: 'ALEX@harbour.example' },
    { id: 'o2', name: 'Shared desk', email: null },
  ],
  problems: [],
  ...given,
})

const open = (calls: FakeCalls = {}) => {
  const saved: CrmMapping[] = []
  show(
    <CrmScreens />,
    fakeApi({
      ...integrationsOf(anIntegration()),
      crmMapping: async () => mapped(),
      saveCrmMapping: async (input) => {
        saved.push(input.mapping)
        return { problems: [] }
      },
      customerInfo: async () =>
        anInfo([
          aMember({ userId: 'user_1', name: 'Alex Fernleigh', email: 'alex@harbour.example' }),
          aMember({ userId: 'user_2', name: 'Sam Wattle', email: 'sam@harbour.example' }),
        ]),
      ...calls,
    }),
    links.crmFields(crmKey),
  )
  return saved
}

const companies = async () => within(await screen.findByRole('region', { name: 'Companies' }))
const save = async (): Promise<void> => user.click(screen.getByRole('button', { name: /^Save/ }))
const choose = (label: string, option: string): Promise<void> =>
  user.selectOptions(screen.getByRole('combobox', { name: label }), option)

describe('the fields of a CRM', () => {
  it('follow the admin: another field, another rule, one more, one less', async () => {
    const saved = open()
    await companies()
    await choose('Company name goes into', 'Website')
    await choose('When to write Company name', 'Overwrite')
    const add = within(screen.getByRole('group', { name: 'Companies: add a field' }))
    await user.selectOptions(add.getByRole('combobox', { name: 'From Fieldbook' }), 'Domain')
    const into = add.getByRole('combobox', { name: 'Into Acme' })
    expect(within(into).queryByRole('option', { name: 'Score' })).toBeNull()
    expect(within(into).getByRole('option', { name: 'Website' })).toHaveProperty('disabled', true)
    await user.selectOptions(into, 'Sector')
    await user.click(screen.getByRole('button', { name: 'Companies: add this field' }))
    await save()
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.company.fields).toEqual([
      { from: 'name', to: 'web', rule: 'overwrite' },
      { from: 'domain', to: 'sector', rule: 'fill-if-empty' },
    ])
    await user.click(screen.getByRole('button', { name: 'Remove Company name' }))
    await save()
    await waitFor(() => expect(saved).toHaveLength(2))
    expect(saved[1]?.company.fields).toMatchObject([{ from: 'domain' }])
  })

  it('take the CRM’s choice for each value, by name where the admin chose none', async () => {
    const industry = { from: 'industry', to: 'sector', rule: 'overwrite' } as const
    const company = { ...mapping.company, fields: [industry] }
    const saved = open({ crmMapping: async () => mapped({ mapping: { ...mapping, company } }) })
    const part = await companies()
    const values = part.getByRole('button', { name: /^Values of Industry/ })
    expect(values.textContent).toContain('1 of 2 unmatched')
    await user.click(values)
    expect(part.getByRole('option', { name: 'Mining (same name)' })).toBeTruthy()
    await choose('Construction', 'Building')
    await save()
    await waitFor(() =>
      expect(saved[0]?.company.fields).toEqual([{ ...industry, choices: { Construction: 'BLD' } }]),
    )
    await choose('Industry goes into', 'Website')
    await save()
    await waitFor(() => expect(saved[1]?.company.fields).toEqual([{ ...industry, to: 'web' }]))
  })

  it('show what a push does with five real records, once changes are saved', async () => {
    const calls: unknown[] = []
    open({
      records: async ({ filters }) => {
        calls.push(filters)
        return pageOf([aCompany(1)])
      },
      dryRun: async ({ source }) => {
        calls.push(source)
        return aDryRun({
          total: 1,
          rows: [
            {
              recordId: recordId(1),
              name: 'Ossly Academy',
              outcome: 'created',
              reason: null,
              matches: [],
              changes: [{ field: 'Title', before: null, after: 'Ossly Academy' }],
              credits: 0,
            },
          ],
        })
      },
    })
    await companies()
    const preview = screen.getByRole('button', { name: 'Preview five companies' })
    await choose('When to write Company name', 'Never')
    await user.click(preview)
    expect(calls).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Discard changes' }))
    await user.click(preview)
    const rows = within(await screen.findByRole('list', { name: 'Preview' }))
    expect(rows.getByText('Title: Ossly Academy')).toBeTruthy()
    expect(rows.getByText('Create')).toBeTruthy()
    expect(calls).toEqual([{ 'cus-downloaded': ['Yes'] }, { kind: 'ids', ids: [recordId(1)] }])
  })

  it('keep the focus while a field is chosen', async () => {
    open()
    await companies()
    await choose('Company name goes into', 'Website')
    expect(document.activeElement).toBe(
      screen.getByRole('combobox', { name: 'Company name goes into' }),
    )
  })

  it('have fixed values, by choice where the CRM has choices', async () => {
    const saved = open()
    await companies()
    const fixed = within(screen.getByRole('region', { name: 'Companies: fixed values' }))
    await user.selectOptions(fixed.getByRole('combobox', { name: 'Field in Acme' }), 'Sector')
    await user.click(fixed.getByRole('button', { name: 'Companies: add a fixed value' }))
    await user.selectOptions(fixed.getByRole('combobox', { name: 'Sector' }), 'Mining')
    await user.selectOptions(fixed.getByRole('combobox', { name: 'Field in Acme' }), 'Website')
    await user.click(fixed.getByRole('button', { name: 'Companies: add a fixed value' }))
    await save()
    expect(saved).toEqual([])
    await user.type(fixed.getByRole('textbox', { name: 'Website' }), 'none')
    await save()
    await waitFor(() =>
      expect(saved[0]?.company.constants).toEqual([
        { to: 'sector', value: 'MIN' },
        { to: 'web', value: 'none' },
      ]),
    )
  })

  it('turn people into leads, and leave out people without a company', async () => {
    const saved = open()
    await companies()
    await user.click(screen.getByRole('radio', { name: 'Leads' }))
    await user.click(screen.getByRole('switch', { name: /^Only people whose company is in Acme/ }))
    await user.click(screen.getByRole('switch', { name: 'Create new people' }))
    await save()
    await waitFor(() =>
      expect(saved[0]?.person).toMatchObject({
        object: 'lead',
        needsCompany: true,
        creates: false,
      }),
    )
  })

  it('list members without an owner first, above the fields, and ask for one', async () => {
    const saved = open()
    await screen.findByText(/^Sam Wattle has no owner in Acme yet/)
    const owners = within(screen.getByRole('region', { name: 'Owners' }))
    const companyPart = screen.getByRole('region', { name: 'Companies' })
    expect(
      screen.getByRole('region', { name: 'Owners' }).compareDocumentPosition(companyPart),
    ).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    const names = owners.getAllByRole('combobox').map((each) => each.getAttribute('id'))
    expect(owners.getByRole('combobox', { name: 'Sam Wattle' }).id).toBe(names[0])
    expect(owners.getByRole('option', { name: 'Alex F. (same email)' })).toBeTruthy()
    await choose('Sam Wattle', 'Shared desk')
    expect(screen.queryByText(/has no owner in Acme yet/)).toBeNull()
    await save()
    await waitFor(() => expect(saved[0]?.owners).toEqual({ user_2: 'o2' }))
  })

  it('find an owner by typing where the CRM has more than ten users', async () => {
    const owners = Array.from({ length: 11 }, (_, index) => ({
      id: `o${index}`,
      name: index < 2 ? 'Robin Banksia' : `Owner ${index}`,
      email: `owner${index}@harbour.example`,
    }))
    const saved = open({ crmMapping: async () => mapped({ owners }) })
    const owner = await screen.findByRole('combobox', { name: 'Sam Wattle' })
    expect(owner).toHaveProperty('value', 'No owner')
    await user.click(owner)
    await user.keyboard('Robin')
    await user.tab()
    expect(owner).toHaveProperty('value', 'No owner')
    await user.click(owner)
    await user.keyboard('Robin Banksia (owner1@harbour.example)')
    await save()
    expect(owner).toHaveProperty('value', 'Robin Banksia (owner1@harbour.example)')
    await waitFor(() => expect(saved[0]?.owners).toEqual({ user_2: 'o1' }))
  })

  it('say what cannot work, before and after they are saved', async () => {
    open({
      crmMapping: async () => mapped({ problems: ['Acme requires “Sector”.'] }),
      saveCrmMapping: async () => ({ problems: ['Acme requires “Region”.'] }),
    })
    await screen.findByText('Acme requires “Sector”.')
    expect(screen.queryByText('Save to check again.')).toBeNull()
    await choose('When to write Company name', 'Never')
    screen.getByText('Save to check again.')
    await save()
    await screen.findByText('Acme requires “Region”.')
    expect(screen.queryByText('Acme requires “Sector”.')).toBeNull()
  })

  it('are as before after Discard', async () => {
    const saved = open()
    await companies()
    await user.click(screen.getByRole('button', { name: 'Remove Company name' }))
    await user.click(screen.getByRole('button', { name: 'Discard changes' }))
    expect(screen.getByRole('combobox', { name: 'Company name goes into' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(saved).toEqual([])
  })

  it('stay as the admin left them when saving fails', async () => {
    open({ saveCrmMapping: async () => Promise.reject(new Unreachable('network')) })
    await companies()
    await choose('When to write Company name', 'Never')
    await save()
    await screen.findByText(/^We couldn’t save this/)
    expect(screen.getByRole('combobox', { name: 'When to write Company name' })).toHaveProperty(
      'value',
      'never',
    )
  })

  it('load again after a failure', async () => {
    let works = false
    open({
      crmMapping: async () => (works ? mapped() : Promise.reject(new Unreachable('network'))),
    })
    await screen.findByText('We couldn’t load the fields of Acme')
    works = true
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect((await companies()).getByRole('button', { name: 'Remove Company name' })).toBeTruthy()
  })

  it('need a connection', async () => {
    connectivity.online = false
    open()
    expect(await screen.findByText('You’re offline')).toBeTruthy()
  })

  it('lead to Integrations where the CRM is not connected', async () => {
    open(integrationsOf(anIntegration({ connection: null })))
    const connect = await screen.findByRole('link', { name: 'Connect a CRM' })
    expect(connect.getAttribute('href')).toBe(links.integrations())
  })

  it('lead to Integrations where the CRM ended the access, and say so', async () => {
    const problem = 'Acme asks an admin to sign in again.'
    const connection = aConnection({ isWorking: false, problem })
    open({
      ...integrationsOf(anIntegration({ connection })),
      crmMapping: () => Promise.reject(new Unreachable('network')),
    })
    const reconnect = await screen.findByRole('link', { name: 'Reconnect' })
    expect(reconnect.getAttribute('href')).toBe(links.integrations())
    expect(screen.getByText(problem)).toBeTruthy()
  })
})
