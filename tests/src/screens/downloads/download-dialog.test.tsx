import { anEstimate, historyOf, open } from '../../../kit/screens/downloads-page.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import type { ExportTemplate } from '../../../../contract/money/downloads.ts'
import { defaultColumns } from '../../../../contract/records/export-columns.ts'
import { Downloading } from '../../../../src/screens/downloads/ask/downloading.tsx'
import { session } from '../../../../src/session/session.ts'
import { ApiProblem, Unreachable } from '../../../../src/lib/api-errors.ts'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { askToDownload, downloadStore } from '../../../../src/shared/downloads/download-store.ts'
import { queuedDownloads } from '../../../../src/offline/downloads.ts'
import { toastStore } from '../../../../src/ui/toast-store.ts'
import { aRequest } from '../../../kit/fixtures/download-requests.ts'
import { type FakeCalls } from '../../../kit/screens/screen.tsx'
import { aMetadata } from '../../../kit/screens/uploads.ts'

const unknown = session.current()
const user = userEvent.setup()
const onTrial: FakeCalls = {
  customerMetadata: async () => {
    const { metadata } = aMetadata()
    const limits = { plan: 'Trial', pinnedLists: 3, rowsPerRequest: 25, dataExchange: false }
    return { metadata: { ...metadata, limits } }
  },
}
afterEach(() => {
  downloadStore.requested = null
  act(() => session.update(unknown))
  connectivity.online = true
  toastStore.toasts.splice(0)
})

const ids = Array.from({ length: 120 }, (_, index) => aRequest(index).requestId)
type DownloadInput = Parameters<NonNullable<FakeCalls['requestDownload']>>[0]

const ask = (calls: FakeCalls = {}, name = 'Perth builders') => {
  const requested: DownloadInput[] = []
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
  act(() => askToDownload({ category: 'company', source: { kind: 'ids', ids }, name }))
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

describe('the download dialog', () => {
  it('shows the price in parts and the limit, and requests exactly what the user agrees to', async () => {
    const { requested } = ask()
    const form = await dialog()
    const button = await form.findByRole('button', { name: 'Download · 82 credits' })
    for (const text of ['35 already revealed', '3 suppressed, left out', '82 to reveal'])
      expect(form.getByText(text)).toBeTruthy()
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

  it('asks for another request when the same records are downloaded again', async () => {
    const { requested } = ask()
    for (const format of ['CSV', 'XLSX']) {
      const form = await dialog()
      await user.click(form.getByRole('radio', { name: format }))
      await user.click(await form.findByRole('button', { name: 'Download · 82 credits' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      act(() =>
        askToDownload({
          category: 'company',
          source: { kind: 'ids', ids },
          name: 'Perth builders',
        }),
      )
    }
    expect(new Set(requested.map(({ id }) => id)).size).toBe(2)
  })

  it('selects and sorts columns by name, and requires one', async () => {
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

  it("applies saved columns, saves the current columns, and deletes only the user's own", async () => {
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
        const template = { ...input, id: ids[1] ?? '', isOwner: true, name: input.name }
        templates.push(template)
        return template
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

  it('asks again with the new price after a price change', async () => {
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

  it('offers the first records that the credits cover', async () => {
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

  it('says how many rows a trial allows, and takes the first of them', async () => {
    const { requested } = ask({
      ...onTrial,
      estimate: async () => anEstimate({ total: 25, owned: 0, suppressed: 0, chargeable: 25 }),
    })
    const form = await dialog()
    await form.findByText('Up to 25 rows per download on Trial')
    await user.click(form.getByRole('button', { name: 'Use the first 25' }))
    await user.click(await form.findByRole('button', { name: 'Download · 25 credits' }))
    await waitFor(() =>
      expect(requested[0]).toMatchObject({ source: { ids: ids.slice(0, 25) }, agreed: 25 }),
    )
  })
})

it('a file named by its count has the new count after the cut to the first rows', async () => {
  ask(onTrial, '120 companies')
  const form = await dialog()
  await user.click(await form.findByRole('button', { name: 'Use the first 25' }))
  expect(form.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', '25 companies')
})

describe('the download dialog, offline', () => {
  it('queues the request with its maximum price', async () => {
    const { network, local, requested } = ask()
    await dialog()
    act(() => network.cut())
    const form = await dialog()
    await user.click(
      await form.findByRole('button', { name: 'Download later · up to 120 credits' }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await queuedDownloads(local.device)).toMatchObject([
      { request: { name: 'Perth builders', agreed: 120, source: { ids } } },
    ])
    act(() => network.mend())
    await waitFor(() => expect(requested).toMatchObject([{ agreed: 120 }]))
  })

  it('queues the request under the same id if the answer was lost', async () => {
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
