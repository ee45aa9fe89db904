import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { links } from '../../../../contract/links.ts'
import { partBytes } from '../../../../src/screens/uploads/send-file.ts'
import { UploadScreen } from '../../../../src/screens/uploads/upload-screen.tsx'
import { session } from '../../../../src/session/session.ts'
import { Unreachable } from '../../../../src/lib/api-errors.ts'
import { contact } from '../../../../src/lib/contact.ts'
import { keepFile, keptIds, sharedCache } from '../../../../src/offline/kept-files.ts'
import { personalCache } from '../../../../src/offline/leaving-message.ts'
import { alex } from '../../../kit/session/people.ts'
import { fakeApi, show, type FakeCalls } from '../../../kit/screens/screen.tsx'
import {
  aFile,
  anUpload,
  aProblem,
  aTaker,
  cachesInMemory,
  id,
} from '../../../kit/screens/uploads.ts'

const unknown = session.current()
let person = 0
let device = cachesInMemory()
let cache = ''

beforeEach(() => {
  // What is on its way outlives a screen: everybody here is somebody else.
  person += 1
  const userId = `user_upload_${person}`
  act(() => session.update({ identity: { ...alex, userId } }))
  device = cachesInMemory()
  cache = personalCache(userId, 'org_1')
  vi.stubGlobal('caches', device)
})
afterEach(() => {
  vi.unstubAllGlobals()
  contact.reached = true
  act(() => session.update(unknown))
})

/** A line that stays silent until it is let go. */
const aSilentLine = () => {
  let open = false
  let wake: (() => void)[] = []
  return {
    cut: () => (open ? null : ('before' as const)),
    mend: () => {
      open = true
      for (const each of wake) each()
      wake = []
      act(() => {
        contact.reached = true
      })
    },
  }
}

const arrived = anUpload({ state: 'UPLOADED', columns: null, rows: null })

const open = (calls: FakeCalls, address = links.upload()) => {
  const preview = {
    format: 'csv' as const,
    encoding: 'utf-8' as const,
    delimiter: ',',
    sheet: null,
    headerRow: 1,
    rows: 3,
    category: 'company' as const,
    columns: [],
    firstRows: [],
  }
  return show(
    <UploadScreen />,
    fakeApi({
      upload: ({ id: asked }) => Promise.resolve({ ...arrived, id: asked }),
      uploadPreview: () => Promise.resolve(preview),
      ...calls,
    }),
    address,
  )
}

const choose = async (file: File): Promise<void> => {
  await userEvent.upload(await screen.findByLabelText(/^Drop or choose/), file)
}

describe('a file of one’s own', () => {
  it('is chosen, uploaded and then looked at; the device lets it go once it has arrived', async () => {
    const { calls, taken } = aTaker()
    open(calls)
    await choose(aFile(partBytes + 10))
    expect(await screen.findByText('Map your columns')).toBeDefined()
    expect([...taken.values()].map(({ bytes }) => bytes.length)).toEqual([partBytes + 10])
    await vi.waitFor(async () => expect(await keptIds(device, cache)).toEqual([]))
  })

  it.each([
    [aFile(10, 'leads.pdf'), /is not a CSV, TSV or XLSX file/],
    [aFile(10, 'leads.xls'), /in an old Excel format/],
    [aFile(0), /is empty/],
    [aFile(25_000_001), /Files can be up to 25 MB/],
  ])(
    'that cannot be read is refused in words before anything is sent (%#)',
    async (file, words) => {
      const { calls, asked } = aTaker()
      open(calls)
      const field = await screen.findByLabelText<HTMLInputElement>(/^Drop or choose/)
      await userEvent.setup({ applyAccept: false }).upload(field, file)
      expect((await screen.findByRole('alert')).textContent).toMatch(words)
      expect(asked).toEqual([])
    },
  )

  it('waits on the device without a connection, claims nothing, and goes by itself once there is one', async () => {
    const line = aSilentLine()
    const { calls, taken } = aTaker(line.cut)
    contact.reached = false
    open(calls)
    await screen.findByText(/we’ll upload it when you reconnect/)
    await choose(aFile(100))
    await screen.findByRole('heading', { name: 'Waiting' })
    await screen.findByText(/Nothing uploaded yet/)
    await screen.findByText(/stays on this device/)
    expect(screen.queryByText(/saved/i)).toBeNull()
    expect(await keptIds(device, cache)).toHaveLength(1)
    line.mend()
    await screen.findByText('Map your columns')
    expect([...taken.values()].map(({ bytes }) => bytes.length)).toEqual([100])
  })

  it('is paused and goes on from there', async () => {
    const { calls, taken, asked } = aTaker()
    let parts = 0
    let answer = (): void => undefined
    open({
      ...calls,
      putBytes: async (...given) => {
        parts += 1
        if (parts === 2) {
          await new Promise<void>((resolve) => (answer = resolve))
          throw new Unreachable('network')
        }
        return calls.putBytes(...given)
      },
    })
    await choose(aFile(partBytes * 3))
    await vi.waitFor(() => expect(parts).toBe(2))
    await userEvent.click(screen.getByRole('button', { name: 'Pause' }))
    answer()
    await screen.findByRole('heading', { name: 'Paused' })
    expect(asked).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Resume' }))
    await screen.findByText('Map your columns')
    expect(asked).toHaveLength(3)
    expect([...taken.values()].map(({ bytes }) => bytes.length)).toEqual([partBytes * 3])
  })

  it('that was on its way when the page was closed goes on when the screen is opened again', async () => {
    const { calls, taken } = aTaker()
    const file = aFile(partBytes * 2)
    await keepFile(device, cache, id, file)
    taken.set(id, { size: file.size, name: file.name, bytes: new Uint8Array(partBytes) })
    open(calls, links.uploadOf(id))
    await screen.findByText('Map your columns')
    expect(taken.get(id)?.bytes).toHaveLength(partBytes * 2)
  })

  it('that the device no longer has is asked for again, and taken only if name and size agree', async () => {
    const { calls, taken, asked } = aTaker()
    const file = aFile(partBytes * 2)
    taken.set(id, { size: file.size, name: file.name, bytes: new Uint8Array(partBytes) })
    const now = () => taken.get(id)?.bytes.length ?? 0
    open(
      {
        ...calls,
        upload: () => Promise.resolve({ ...arrived, size: file.size, held: now() }),
      },
      links.uploadOf(id),
    )
    await screen.findByText(/Choose leads.csv again to pick up where it stopped/)
    await choose(aFile(partBytes, 'leads.csv'))
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /different file\. Choose leads\.csv \(524 KB\)/,
    )
    expect(asked).toEqual([])
    await choose(file)
    await screen.findByText('Map your columns')
    expect(asked).toEqual([`/exchange/uploads/${id}/parts/${partBytes}`])
  })

  it('that the server will not have is told in the server’s words, next to the file', async () => {
    const { calls } = aTaker()
    const detail = 'Your organisation holds 100 files already. Delete one first.'
    open({ ...calls, createUpload: () => Promise.reject(aProblem('invalid-input', { detail })) })
    await choose(aFile(100))
    await screen.findByRole('heading', { name: 'Not uploaded' })
    expect(screen.getByRole('alert').textContent).toBe(detail)
  })

  it('of somebody else is neither seen nor sent on', async () => {
    const line = aSilentLine()
    const { calls, taken } = aTaker(line.cut)
    open(calls)
    await choose(aFile(100))
    await screen.findByRole('heading', { name: 'Waiting' })
    act(() => session.update({ identity: { ...alex, userId: 'user_somebody_else' } }))
    expect(screen.queryByRole('heading', { name: 'Waiting' })).toBeNull()
    expect(taken.size).toBe(0)
  })
})

describe('a file that the system hands over', () => {
  it('shared with the app, is taken from the device and uploaded', async () => {
    const { calls, taken } = aTaker()
    await keepFile(device, sharedCache, 'one', aFile(50, 'from-mail.tsv'))
    open(calls, links.sharedFile('one'))
    await screen.findByText('Map your columns')
    expect([...taken.values()].map(({ name }) => name)).toEqual(['from-mail.tsv'])
    expect(await keptIds(device, sharedCache)).toEqual([])
  })

  it('that did not arrive is asked for', async () => {
    open({}, links.sharedFile('nothing'))
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /didn’t get the shared file. Choose it here/,
    )
  })

  it('opened with the app, is uploaded', async () => {
    const { calls, taken } = aTaker()
    type Take = (launch: { files: { getFile: () => Promise<File> }[] }) => void
    let take: Take = () => undefined
    vi.stubGlobal('launchQueue', { setConsumer: (consumer: Take) => (take = consumer) })
    open(calls)
    await screen.findByLabelText(/^Drop or choose/)
    take({ files: [{ getFile: () => Promise.resolve(aFile(50, 'double-clicked.csv')) }] })
    await screen.findByText('Map your columns')
    expect([...taken.values()].map(({ name }) => name)).toEqual(['double-clicked.csv'])
  })
})
