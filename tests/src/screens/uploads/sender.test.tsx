import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { links } from '../../../../contract/links.ts'
import { partBytes } from '../../../../src/screens/uploads/send-file.ts'
import { UploadScreen } from '../../../../src/screens/uploads/upload-screen.tsx'
import { session } from '../../../../src/session/session.ts'
import { Unreachable } from '../../../../src/lib/api-errors.ts'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { cacheFile, listCachedIds, sharedCache } from '../../../../src/offline/file-cache.ts'
import { personalCache } from '../../../../src/offline/sign-out-message.ts'
import { alex } from '../../../kit/session/people.ts'
import { fakeApi, show, type FakeCalls } from '../../../kit/screens/screen.tsx'
import {
  aFile,
  anUpload,
  aProblem,
  fakeUploadServer,
  cachesInMemory,
  id,
} from '../../../kit/screens/uploads.ts'

const unknown = session.current()
let person = 0
let device = cachesInMemory()
let cache = ''

beforeEach(() => {
  // Uploads outlive a screen, so each test signs in another user.
  person += 1
  const userId = `user_upload_${person}`
  act(() => session.update({ identity: { ...alex, userId } }))
  device = cachesInMemory()
  cache = personalCache(userId, 'org_1')
  vi.stubGlobal('caches', device)
})
afterEach(() => {
  vi.unstubAllGlobals()
  connectivity.online = true
  act(() => session.update(unknown))
})

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
        connectivity.online = true
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
      upload: ({ id: uploadId }) => Promise.resolve({ ...arrived, id: uploadId }),
      uploadPreview: () => Promise.resolve(preview),
      ...calls,
    }),
    address,
  )
}

const choose = async (file: File): Promise<void> => {
  await userEvent.upload(await screen.findByLabelText(/^Drop or choose/), file)
}

describe('an upload', () => {
  it('leaves the device once it has arrived, and opens its next step', async () => {
    const { calls, uploads } = fakeUploadServer()
    open(calls)
    await choose(aFile(partBytes + 10))
    expect(await screen.findByText('Map your columns')).toBeDefined()
    expect([...uploads.values()].map(({ bytes }) => bytes.length)).toEqual([partBytes + 10])
    await vi.waitFor(async () => expect(await listCachedIds(device, cache)).toEqual([]))
  })

  it.each([
    [aFile(10, 'leads.pdf'), /is not a CSV, TSV or XLSX file/],
    [aFile(10, 'leads.xls'), /in an old Excel format/],
    [aFile(0), /is empty/],
    [aFile(25_000_001), /Files can be up to 25 MB/],
  ])(
    'is refused with a reason before sending if the file is unreadable (%#)',
    async (file, message) => {
      const { calls, paths } = fakeUploadServer()
      open(calls)
      const field = await screen.findByLabelText<HTMLInputElement>(/^Drop or choose/)
      await userEvent.setup({ applyAccept: false }).upload(field, file)
      expect((await screen.findByRole('alert')).textContent).toMatch(message)
      expect(paths).toEqual([])
    },
  )

  it('waits offline on the device, reports no progress, and continues on reconnect', async () => {
    const line = aSilentLine()
    const { calls, uploads } = fakeUploadServer(line.cut)
    connectivity.online = false
    open(calls)
    await screen.findByText(/we’ll upload it when you reconnect/)
    await choose(aFile(100))
    await screen.findByRole('heading', { name: 'Waiting' })
    await screen.findByText(/Nothing uploaded yet/)
    await screen.findByText(/stays on this device/)
    expect(screen.queryByText(/saved/i)).toBeNull()
    expect(await listCachedIds(device, cache)).toHaveLength(1)
    line.mend()
    await screen.findByText('Map your columns')
    expect([...uploads.values()].map(({ bytes }) => bytes.length)).toEqual([100])
  })

  it('pauses and resumes', async () => {
    const { calls, uploads, paths } = fakeUploadServer()
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
    expect(paths).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Resume' }))
    await screen.findByText('Map your columns')
    expect(paths).toHaveLength(3)
    expect([...uploads.values()].map(({ bytes }) => bytes.length)).toEqual([partBytes * 3])
  })

  it('resumes when the screen opens after the page was closed', async () => {
    const { calls, uploads } = fakeUploadServer()
    const file = aFile(partBytes * 2)
    await cacheFile(device, cache, id, file)
    uploads.set(id, { size: file.size, name: file.name, bytes: new Uint8Array(partBytes) })
    open(calls, links.uploadOf(id))
    await screen.findByText('Map your columns')
    expect(uploads.get(id)?.bytes).toHaveLength(partBytes * 2)
  })

  it('asks for a file that the device lacks, and accepts it only with the same name and size', async () => {
    const { calls, uploads, paths } = fakeUploadServer()
    const file = aFile(partBytes * 2)
    uploads.set(id, { size: file.size, name: file.name, bytes: new Uint8Array(partBytes) })
    const now = () => uploads.get(id)?.bytes.length ?? 0
    open(
      {
        ...calls,
        upload: () => Promise.resolve({ ...arrived, size: file.size, receivedBytes: now() }),
      },
      links.uploadOf(id),
    )
    await screen.findByText(/Choose leads.csv again to pick up where it stopped/)
    await choose(aFile(partBytes, 'leads.csv'))
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /different file\. Choose leads\.csv \(524 KB\)/,
    )
    expect(paths).toEqual([])
    await choose(file)
    await screen.findByText('Map your columns')
    expect(paths).toEqual([`/exchange/uploads/${id}/parts/${partBytes}`])
  })

  it("shows the server's reason next to a refused file", async () => {
    const { calls } = fakeUploadServer()
    const detail = 'Your organisation holds 100 files already. Delete one first.'
    open({ ...calls, createUpload: () => Promise.reject(aProblem('invalid-input', { detail })) })
    await choose(aFile(100))
    await screen.findByRole('heading', { name: 'Not uploaded' })
    expect(screen.getByRole('alert').textContent).toBe(detail)
  })

  it('of another user is neither visible nor sent', async () => {
    const line = aSilentLine()
    const { calls, uploads } = fakeUploadServer(line.cut)
    open(calls)
    await choose(aFile(100))
    await screen.findByRole('heading', { name: 'Waiting' })
    act(() => session.update({ identity: { ...alex, userId: 'user_somebody_else' } }))
    expect(screen.queryByRole('heading', { name: 'Waiting' })).toBeNull()
    expect(uploads.size).toBe(0)
  })
})

describe('a file from the operating system', () => {
  it('is uploaded after it was shared with the app', async () => {
    const { calls, uploads } = fakeUploadServer()
    await cacheFile(device, sharedCache, 'one', aFile(50, 'from-mail.tsv'))
    open(calls, links.sharedFile('one'))
    await screen.findByText('Map your columns')
    expect([...uploads.values()].map(({ name }) => name)).toEqual(['from-mail.tsv'])
    expect(await listCachedIds(device, sharedCache)).toEqual([])
  })

  it('asks for the file again if it did not arrive', async () => {
    open({}, links.sharedFile('nothing'))
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /didn’t get the shared file. Choose it here/,
    )
  })

  it('is uploaded after it was opened with the app', async () => {
    const { calls, uploads } = fakeUploadServer()
    type Take = (launch: { files: { getFile: () => Promise<File> }[] }) => void
    let take: Take = () => undefined
    vi.stubGlobal('launchQueue', { setConsumer: (consumer: Take) => (take = consumer) })
    open(calls)
    await screen.findByLabelText(/^Drop or choose/)
    take({ files: [{ getFile: () => Promise.resolve(aFile(50, 'double-clicked.csv')) }] })
    await screen.findByText('Map your columns')
    expect([...uploads.values()].map(({ name }) => name)).toEqual(['double-clicked.csv'])
  })
})
