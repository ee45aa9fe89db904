import type { api } from '../../../contract/api.ts'
import type { EndpointOutput } from '../../../contract/core/endpoint.ts'
import type { Act } from '../../../contract/org/members.ts'
import type { Upload } from '../../../contract/money/uploads.ts'
import { uploadPartPath } from '../../../contract/money/upload-file.ts'
import { problems, type ProblemCode } from '../../../contract/core/problem.ts'
import type { ApiClient } from '../../../src/lib/api.ts'
import { ApiProblem, Unreachable } from '../../../src/lib/api-errors.ts'
import type { Caches } from '../../../src/offline/file-cache.ts'
import { memoryCache } from '../device/memory-cache.ts'

export const id = '0190a0a0-0000-7000-8000-000000000777'

export const anUpload = (given: Partial<Upload> = {}): Upload => ({
  id,
  name: 'leads.csv',
  category: 'company',
  state: 'MATCHED',
  size: 48_200,
  receivedBytes: 48_200,
  user: { userId: 'user_1', name: 'Alex Fernleigh' },
  isOwner: true,
  rows: 1_000,
  done: 1_000,
  counts: { accepted: 812, review: 90, unmatched: 98, duplicates: 14 },
  columns: [
    { header: 'Firm', field: 'name' },
    { header: 'Web', field: 'website' },
    { header: 'Notes', field: null },
  ],
  reason: null,
  listId: null,
  requestId: null,
  createdAt: '2026-02-03T10:00:00Z',
  updatedAt: '2026-02-03T10:05:00Z',
  ...given,
})

/** `disabled` are acts that the user may not spend credits on. */
export const aMetadata = (
  disabled: Act[] = [],
): EndpointOutput<(typeof api)['customerMetadata']> => ({
  metadata: {
    defaultCountry: 'AU',
    caps: { cap: null, disabled },
    limits: { plan: 'Growth', pinnedLists: 20, rowsPerRequest: 10_000, dataExchange: true },
    dncPolicy: 'hide',
    offlineGraceHours: 72,
    crmActivities: true,
  },
})

export const aProblem = (
  code: ProblemCode,
  more: { detail?: string; errors?: ApiProblem['errors']; receivedBytes?: number } = {},
): ApiProblem =>
  new ApiProblem(
    problems[code].status,
    {
      type: `https://fieldbook.example/problems/${code}`,
      title: problems[code].title,
      status: problems[code].status,
      detail: more.detail ?? '',
      instance: '/exchange/uploads',
      code,
      requestId: 'r-1',
      ...more,
      errors: [...(more.errors ?? [])],
    },
    null,
  )

/** `cut` may break the connection before or after a part is stored. */
export const fakeUploadServer = (cut: () => 'before' | 'after' | null = () => null) => {
  const uploads = new Map<string, { size: number; bytes: Uint8Array; name: string }>()
  const paths: string[] = []
  const crossing = async <T>(act: () => T | Promise<T>): Promise<T> => {
    const how = cut()
    if (how === 'before') throw new Unreachable('network')
    const answer = await act()
    if (how === 'after') throw new Unreachable('network')
    return answer
  }
  const calls: Pick<ApiClient, 'createUpload' | 'putBytes'> = {
    createUpload: (input, options) =>
      crossing(() => {
        options?.signal?.throwIfAborted()
        const key = input.id ?? ''
        const upload = uploads.get(key) ?? {
          size: input.size,
          bytes: new Uint8Array(),
          name: input.name,
        }
        uploads.set(key, upload)
        const { size, name } = upload
        return anUpload({
          id: key,
          name,
          size,
          receivedBytes: upload.bytes.length,
          state: 'UPLOADED',
        })
      }),
    putBytes: (path, part, options) =>
      crossing(async () => {
        options?.signal?.throwIfAborted()
        paths.push(path)
        const [key, upload] =
          [...uploads].find(([each]) => path.startsWith(uploadPartPath(each, 0).slice(0, -1))) ?? []
        if (key === undefined || upload === undefined) throw aProblem('not-found')
        const offset = Number(path.split('/').at(-1))
        if (offset > upload.bytes.length)
          throw aProblem('version-conflict', { receivedBytes: upload.bytes.length })
        const bytes = await bytesOf(part)
        if (offset + bytes.length > upload.bytes.length)
          upload.bytes = joined(upload.bytes.subarray(0, offset), bytes)
        return { receivedBytes: upload.bytes.length, size: upload.size }
      }),
  }
  return { calls, uploads: uploads, paths: paths }
}

export const cachesInMemory = (): Caches & { readonly names: () => string[] } => {
  const cacheMap = new Map<string, Cache>()
  return {
    open: async (name) => {
      const cache = cacheMap.get(name) ?? memoryCache()
      cacheMap.set(name, cache)
      return cache
    },
    delete: async (name) => cacheMap.delete(name),
    names: () => [...cacheMap.keys()],
  }
}

/** Without two equal parts. */
export const aFile = (bytes: number, name = 'leads.csv'): File =>
  new File([Uint8Array.from({ length: bytes }, (_, at) => (at * 31 + (at >> 8)) % 251)], name, {
    type: 'text/csv',
  })

export const bytesOf = async (file: Blob): Promise<Uint8Array> =>
  new Uint8Array(await file.arrayBuffer())

const joined = (first: Uint8Array, second: Uint8Array): Uint8Array => {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

export const same = (first: Uint8Array | undefined, other: Uint8Array): boolean =>
  first?.length === other.length && first.every((byte, at) => byte === other[at])
