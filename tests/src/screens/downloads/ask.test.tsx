import { anEstimate, historyOf, open } from '../../../kit/screens/downloads-page.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import type { ExportTemplate } from '../../../../contract/money/downloads.ts'
import { defaultColumns } from '../../../../contract/records/export-columns.ts'
import { Downloading } from '../../../../src/screens/downloads/ask/downloading.tsx'
import { session } from '../../../../src/session/session.ts'
import { ApiProblem, Unreachable } from '../../../../src/lib/api-errors.ts'
import { contact } from '../../../../src/lib/contact.ts'
import { askToDownload, downloading } from '../../../../src/shared/downloads/downloading.ts'
import { queuedDownloads } from '../../../../src/offline/downloads.ts'
import { toastStore } from '../../../../src/ui/toast-store.ts'
import { aRequest } from '../../../kit/fixtures/download-requests.ts'
import { type FakeCalls } from '../../../kit/screens/screen.tsx'

const unknown = session.current()
const user = userEvent.setup()
afterEach(() => {
  downloading.asked = null
  act(() => session.update(unknown))
  contact.reached = true
  toastStore.toasts.splice(0)
})

const ids = Array.from({ length: 120 }, (_, index) => aRequest(index).requestId)
type Asked = Parameters<NonNullable<FakeCalls['requestDownload']>>[0]

/** The dialog for 120 companies, and what was requested. */
const ask = (calls: FakeCalls = {}) => {
  const requested: Asked[] = []
  const accepted = aRequest(500, { status: 'REQUEST_ACCEPTED', statusLabel: 'Request accepted' })
  const page = open(<Downloading />, {
    ...historyOf([]),
    estimate: async () => anEstimate(),
    requestDownload: async (input) => {
      requested.push(input)
      return { ...accepted, requestId: input.id ?? '', name: input.name ?? '' }
    },
    ...calls,
  })
  act(() =>
    askToDownload({ category: 'company', source: { kind: 'ids', ids }, name: 'Perth builders' }),
  )
  return { ...page, requested }
}
const dialog = async () => within(await screen.findByRole('dialog', { name: /^Download/ }))
const changed = (chargeable: number): ApiProblem =>
  new ApiProblem(
    409,
    {
      type: 'about:blank',
      title: 'The price has changed',
      status: 409,
      detail: '',
      instance: '',
      code: 'price-changed',
      requestId: '',
      estimate: anEstimate({ chargeable }),
    },
    null,
  )

describe('asking for a download', () => {
  it('shows the price in parts and the limit beside the button, and requests exactly what is agreed to', async () => {
    const { requested } = ask()
    const form = await dialog()
    const button = await form.findByRole('button', { name: 'Download · 82 credits' })
    for (const words of ['35 already revealed', '3 suppressed, left out', '82 to reveal'])
      expect(form.getByText(words)).toBeTruthy()
    expect(form.getByText('1,118')).toBeTruthy()
    expect(form.getByText('Up to 10,000 rows per download')).toBeTruthy()
    await user.click(form.getByRole('radio', { name: 'XLSX' }))
    await user.click(button)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(requested).toEqual([
      {
        id: expect.any(String),
        type: 'DOWNLOAD',
        category: 'company',
        source: { kind: 'ids', ids },
        name: 'Perth builders',
        format: 'xlsx',
        columns: defaultColumns('company'),
        agreed: 82,
      },
    ])
    expect(toastStore.toasts).toMatchObject([
      { title: 'Perth builders: request accepted', link: { label: 'Download centre' } },
    ])
  })

  it('chooses columns by their names, puts them in order, and has at least one', async () => {
    const { requested } = ask()
    const form = await dialog()
    await user.click(form.getByRole('button', { name: 'Choose columns' }))
    await user.type(form.getByRole('textbox', { name: 'Search columns' }), 'lei')
    await user.click(form.getByRole('checkbox', { name: 'LEI' }))
    await user.click(form.getByRole('button', { name: 'Move LEI up' }))
    await user.click(form.getByRole('button', { name: 'Leave out Company name' }))
    const handle = form.getByRole('button', { name: /^Move Domain: / })
    handle.focus()
    await user.keyboard('{ArrowDown}')
    await user.click(await form.findByRole('button', { name: 'Download · 82 credits' }))
    await waitFor(() => expect(requested).toHaveLength(1))
    const [, , ...rest] = defaultColumns('company')
    const [industry, ...others] = rest
    const last = others.pop()
    expect(requested[0]?.columns).toEqual([industry, 'domain', ...others, 'lei', last])
  })

  it('uses saved columns, saves the present ones, and deletes only one’s own', async () => {
    const templates: ExportTemplate[] = [
      {
        id: ids[0] ?? '',
        name: 'Mail run',
        category: 'company',
        columns: ['name', 'address', 'gone-by-now'],
        isOwner: false,
      },
    ]
    const { requested } = ask({
      exportTemplates: async () => [...templates],
      saveTemplate: async (input) => {
        const made = { ...input, id: ids[1] ?? '', isOwner: true, name: input.name }
        templates.push(made)
        return made
      },
      deleteTemplate: async ({ id }) => {
        templates.splice(
          templates.findIndex((each) => each.id === id),
          1,
        )
      },
    })
    const form = await dialog()
    await user.click(await form.findByRole('button', { name: 'Use the columns of Mail run' }))
    expect(form.getByText('2 columns')).toBeTruthy()
    expect(form.queryByRole('button', { name: 'Remove Mail run' })).toBeNull()
    await user.click(form.getByRole('button', { name: 'Choose columns' }))
    await user.click(form.getByRole('button', { name: 'Save these columns' }))
    await user.type(form.getByRole('textbox', { name: 'Name for these columns' }), 'Short{Enter}')
    await user.click(await form.findByRole('button', { name: 'Remove Short' }))
    await form.findByText('“Short” deleted.')
    await waitFor(() => expect(templates).toHaveLength(1))
    await user.click(form.getByRole('button', { name: 'Undo' }))
    await form.findByRole('button', { name: 'Remove Short' })
    await user.click(form.getByRole('button', { name: /^Download · / }))
    await waitFor(() => expect(requested[0]?.columns).toEqual(['name', 'address']))
  })

  it('asks again with the new numbers where the price has changed', async () => {
    let price = 82
    const requested: number[] = []
    ask({
      estimate: async () => anEstimate({ chargeable: price, after: 1_200 - price }),
      requestDownload: async ({ id, agreed }) => {
        requested.push(agreed)
        if (agreed < price || price === 82) {
          price = 90
          throw changed(90)
        }
        return aRequest(500, { requestId: id ?? '' })
      },
    })
    const form = await dialog()
    await user.click(await form.findByRole('button', { name: 'Download · 82 credits' }))
    await form.findByText(/changed from 82 credits to 90 credits/)
    await user.click(await form.findByRole('button', { name: 'Download · 90 credits' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(requested).toEqual([82, 90])
  })

  it('that cannot be paid goes down to the first that can', async () => {
    const costs: number[] = []
    const { requested } = ask({
      estimate: async ({ source }) => {
        const total = source.kind === 'ids' ? source.ids.length : 0
        costs.push(total)
        const owned = Math.min(20, total)
        const chargeable = total - owned
        return anEstimate({
          total,
          owned,
          suppressed: 0,
          chargeable,
          balance: 40,
          after: 40 - chargeable,
        })
      },
    })
    const form = await dialog()
    await form.findAllByText('100 credits needed, 40 credits available.')
    await user.click(form.getByRole('button', { name: 'Use my remaining credits' }))
    await form.findByText(/^Only the first 60 companies/)
    await user.click(await form.findByRole('button', { name: 'Download · 40 credits' }))
    await waitFor(() => expect(requested).toHaveLength(1))
    expect(requested[0]).toMatchObject({ agreed: 40, source: { ids: ids.slice(0, 60) } })
  })

  it('of more rows than a trial takes says so, and takes the first of them', async () => {
    const { requested } = ask({
      activePlan: async () => ({
        subscription: {
          id: 'sub_1',
          customer: 'cus_1',
          status: 'trialing',
          billingCountry: 'AU',
          billingCurrency: 'AUD',
          planBucketId: 'bkt_trial',
          plan: { product: 'prod_1', metadata: { plan_name: 'Trial' } },
          items: { data: [{ id: 'si_1' }] },
          metadata: null,
        },
      }),
      estimate: async () => anEstimate({ total: 25, owned: 0, suppressed: 0, chargeable: 25 }),
    })
    const form = await dialog()
    await form.findByText('Up to 25 rows per download on trial')
    await user.click(form.getByRole('button', { name: 'Use the first 25' }))
    await user.click(await form.findByRole('button', { name: 'Download · 25 credits' }))
    await waitFor(() =>
      expect(requested[0]).toMatchObject({ source: { ids: ids.slice(0, 25) }, agreed: 25 }),
    )
  })
})

describe('asking for a download without a connection', () => {
  it('keeps it with the most it may cost', async () => {
    const { network, local, requested } = ask()
    await dialog()
    act(() => network.cut())
    const form = await dialog()
    await user.click(
      await form.findByRole('button', { name: 'Download later · up to 120 credits' }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await queuedDownloads(local.device)).toMatchObject([
      { asked: { name: 'Perth builders', agreed: 120, source: { ids } } },
    ])
    act(() => network.mend())
    await waitFor(() => expect(requested).toMatchObject([{ agreed: 120 }]))
  })

  it('keeps it, too, where the answer was lost: under the same id, so it is one request', async () => {
    let tries = 0
    const sent: (string | undefined)[] = []
    const { local } = ask({
      requestDownload: async ({ id }) => {
        sent.push(id)
        tries += 1
        if (tries === 1) throw new Unreachable('network')
        return aRequest(500, { requestId: id ?? '' })
      },
    })
    const form = await dialog()
    await user.click(await form.findByRole('button', { name: 'Download · 82 credits' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(new Set(sent).size).toBe(1)
    await waitFor(async () => expect(await queuedDownloads(local.device)).toEqual([]))
  })
})
