import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { DownloadData } from '../../../src/shared/data-export/download-data.tsx'
import { fakeApi, show } from '../../kit/screens/screen.tsx'

const { saveFile } = vi.hoisted(() => ({
  saveFile: vi.fn<(name: string, parts: readonly Uint8Array[], type: string) => void>(),
}))
vi.mock('../../../src/lib/save-file.ts', () => ({ saveFile }))
beforeEach(() => saveFile.mockClear())

it('Download my data saves all parts as one archive of CSV and JSON, without empty files', async () => {
  const parts = [
    { file: 'lists', csv: '"Name"\r\n"A"\r\n', rows: [{ Name: 'A' }], next: 'lists:1' },
    { file: 'lists', csv: '"B"\r\n', rows: [{ Name: 'B' }], next: 'agents' },
    { file: 'agents', csv: '', rows: [], next: null },
  ]
  const ownData = async (input?: { after?: string | undefined }) => {
    const after = input?.after
    const part = parts[after === undefined ? 0 : after === 'agents' ? 2 : 1]
    if (part === undefined) throw new Error('no such part')
    return part
  }
  show(<DownloadData of="user" />, fakeApi({ ownData }))
  await userEvent.click(screen.getByRole('button', { name: 'Download my data' }))
  await vi.waitFor(() => expect(saveFile).toHaveBeenCalledOnce())
  const [name, bytes = [], type] = saveFile.mock.lastCall ?? []
  expect([name, type]).toEqual([
    expect.stringMatching(/^fieldbook-my-data-\d{4}-\d\d-\d\d\.zip$/),
    'application/zip',
  ])
  const text = bytes.map((part) => new TextDecoder().decode(part)).join('')
  expect(text).toContain('lists.csv"Name"\r\n"A"\r\n"B"\r\n')
  expect(text).toContain('lists.json[\n{"Name":"A"},\n{"Name":"B"}\n]\n')
  expect(text).not.toContain('agents')
})

it('a failed download of company data says so and saves nothing', async () => {
  show(
    <DownloadData of="organisation" />,
    fakeApi({ organisationData: () => Promise.reject(new Error('away')) }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Download company data' }))
  await screen.findByText(/^We couldn’t download this\./)
  expect(saveFile).not.toHaveBeenCalled()
})
