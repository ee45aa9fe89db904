import { describe, expect, it, vi } from 'vitest'
import { ApiProblem, Unreachable } from '../../../src/lib/api-errors.ts'
import { createApi, type ApiSettings } from '../../../src/lib/api.ts'

type Reply = { status?: number; body?: unknown; text?: string; headers?: Record<string, string> }

const setUp = (replies: (Reply | Error)[], more: Partial<ApiSettings> = {}) => {
  const requests: { url: string; method: string; headers: Headers; body: unknown }[] = []
  const contact: boolean[] = []
  const outdated = vi.fn<() => void>()
  const getToken = vi.fn<ApiSettings['getToken']>(async () => 'token-1')
  const api = createApi({
    fetch: async (url, init) => {
      requests.push({
        url: typeof url === 'string' ? url : '',
        method: init?.method ?? 'GET',
        headers: new Headers(init?.headers),
        body: typeof init?.body === 'string' ? JSON.parse(init.body) : null,
      })
      const reply = replies.shift() ?? {}
      if (reply instanceof Error) throw reply
      init?.signal?.throwIfAborted()
      const text = reply.text ?? JSON.stringify(reply.body ?? {})
      const status = reply.status ?? 200
      return new Response(status === 204 ? null : text, { status, headers: reply.headers ?? {} })
    },
    getToken,
    isSignedIn: () => true,
    deploymentId: 'build-7',
    onContact: (reached) => contact.push(reached),
    onOutdated: outdated,
    ...more,
  })
  return { api, requests, contact, outdated, getToken }
}

const problem = (code: string, status: number, more: object = {}): Reply => ({
  status,
  body: {
    type: `https://fieldbook.example/problems/${code}`,
    title: 'A title',
    status,
    detail: 'A detail.',
    instance: '/records',
    code,
    requestId: 'r-1',
    ...more,
  },
})

const caught = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'resolved',
    (error: unknown) => error,
  )

describe('an API request', () => {
  it('puts its path parameters into the path, escaped, and nowhere else', async () => {
    const { api, requests } = setUp([])
    await api.company({ id: 'a/b?c' })
    expect(requests[0]?.url).toBe('/api/records/company/a%2Fb%3Fc')
  })

  it('sends the other fields of a GET as the query, without undefined fields', async () => {
    const { api, requests } = setUp([])
    await api.searchFilterOptions({
      identifier: 'industry',
      from: 0,
      size: 10,
      searchTerm: 'sola & co',
      country: undefined,
    })
    const url = new URL(requests[0]?.url ?? '', 'https://fieldbook.example')
    expect(url.pathname).toBe('/api/search/filter/options/search')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      identifier: 'industry',
      from: '0',
      size: '10',
      searchTerm: 'sola & co',
    })
    expect(requests[0]?.body).toBeNull()
  })

  it('sends the other fields of a POST as JSON', async () => {
    const { api, requests } = setUp([])
    await api.register({ category: 'people', countries: ['NZ'] })
    expect(requests[0]).toMatchObject({
      url: '/api/register/people',
      method: 'POST',
      body: { countries: ['NZ'] },
    })
    expect(requests[0]?.headers.get('content-type')).toBe('application/json')
  })

  it('carries the token and the deployment id', async () => {
    const { api, requests } = setUp([])
    await api.filters({})
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer token-1')
    expect(requests[0]?.headers.get('deployment-id')).toBe('build-7')
  })

  it('to a public endpoint waits for no token while no user is signed in', async () => {
    const { api, requests, getToken } = setUp([], { isSignedIn: () => false })
    await api.configs()
    expect(getToken).not.toHaveBeenCalled()
    expect(requests[0]?.headers.has('authorization')).toBe(false)
    expect(requests[0]?.headers.get('deployment-id')).toBe('build-7')
  })

  it('resolves with the body, or with undefined without a body', async () => {
    const { api } = setUp([{ body: { features: {} } }, { status: 204 }])
    expect(await api.platformFeatures()).toEqual({ features: {} })
    expect(await api.platformFeatures()).toBeUndefined()
  })
})

describe('an API request that changes data', () => {
  it('has a new idempotency key each time', async () => {
    const { api, requests } = setUp([])
    await api.feedback({ kind: 'idea', message: 'More', page: '/' })
    await api.feedback({ kind: 'idea', message: 'More', page: '/' })
    const keys = requests.map((request) => request.headers.get('idempotency-key'))
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys[0]).not.toBe(keys[1])
  })

  it('uses a given idempotency key', async () => {
    const { api, requests } = setUp([])
    await api.feedback({ kind: 'idea', message: 'More', page: '/' }, { idempotencyKey: 'k-1' })
    expect(requests[0]?.headers.get('idempotency-key')).toBe('k-1')
  })

  it('keeps the idempotency key when it is retried with a fresh token', async () => {
    const { api, requests } = setUp([problem('unauthenticated', 401), { body: { id: 'f' } }])
    await api.feedback({ kind: 'idea', message: 'More', page: '/' })
    expect(requests).toHaveLength(2)
    expect(requests[1]?.headers.get('idempotency-key')).toBe(
      requests[0]?.headers.get('idempotency-key'),
    )
  })

  it('differs from a POST that only reads, which has no idempotency key', async () => {
    const { api, requests } = setUp([])
    await api.records({ category: 'company', from: 0, size: 10 })
    expect(requests[0]?.headers.has('idempotency-key')).toBe(false)
  })
})

describe('an error response', () => {
  it('becomes an ApiProblem with all its fields', async () => {
    const errors = [{ pointer: '/filters/revenue/0', code: 'unknown-value', detail: 'No.' }]
    const { api, contact } = setUp([
      { ...problem('invalid-filter', 422, { errors }), headers: { 'retry-after': '7' } },
    ])
    const error = await caught(api.records({ category: 'company', from: 0, size: 10 }))
    expect(error).toBeInstanceOf(ApiProblem)
    expect(error).toMatchObject({
      code: 'invalid-filter',
      status: 422,
      detail: 'A detail.',
      errors,
      requestId: 'r-1',
      retryAfter: 7,
    })
    expect(contact).toEqual([true])
  })

  it('without a problem body has the code unexpected', async () => {
    const { api } = setUp([{ status: 500, text: 'boom' }])
    expect(await caught(api.configs())).toMatchObject({ code: 'unexpected', status: 500 })
  })

  it('of 401 is retried once with a fresh token', async () => {
    const { api, getToken } = setUp([problem('unauthenticated', 401), { body: [] }])
    expect(await api.filters({})).toEqual([])
    expect(getToken.mock.calls).toEqual([[{ fresh: false }], [{ fresh: true }]])
  })

  it('of 401 is thrown if the retry gets it too', async () => {
    const refused = problem('unauthenticated', 401)
    const { api, requests } = setUp([refused, refused])
    expect(await caught(api.filters({}))).toMatchObject({ code: 'unauthenticated' })
    expect(requests).toHaveLength(2)
  })

  it('of 426 reports that this version is outdated', async () => {
    const { api, outdated } = setUp([problem('client-outdated', 426)])
    expect(await caught(api.filters({}))).toBeInstanceOf(ApiProblem)
    expect(outdated).toHaveBeenCalledOnce()
  })
})

describe('a request that does not reach our server', () => {
  it('is Unreachable after a network error', async () => {
    const { api, contact } = setUp([new TypeError('Failed to fetch')])
    const error = await caught(api.configs())
    expect(error).toBeInstanceOf(Unreachable)
    expect(error).toMatchObject({ reason: 'network' })
    expect(contact).toEqual([false])
  })

  it('is Unreachable after a timeout', async () => {
    const { api, contact } = setUp([], {
      fetch: (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        }),
    })
    expect(await caught(api.configs({}, { timeoutMs: 1 }))).toMatchObject({ reason: 'timeout' })
    expect(contact).toEqual([false])
  })

  it('is Unreachable behind the login page of a network', async () => {
    const { api, contact } = setUp([{ text: '<html>Welcome to the hotel</html>' }])
    expect(await caught(api.configs())).toBeInstanceOf(Unreachable)
    expect(contact).toEqual([false])
  })

  it('is Unreachable behind a gateway that fails', async () => {
    const { api } = setUp([{ status: 502, text: 'Bad gateway' }])
    expect(await caught(api.configs())).toBeInstanceOf(Unreachable)
  })

  it.each([
    ['404 of a gateway without a server behind it', { status: 404, text: '404 page not found' }],
    ['410 of a gateway', { status: 410, text: '' }],
    ['511 of a network that asks for a login', { status: 511, text: '<html>Log in</html>' }],
    ['200 without a body', { status: 200, text: '' }],
  ])('is Unreachable after a %s: nothing counts as deleted or done', async (_, reply) => {
    const { api, contact } = setUp([reply])
    expect(await caught(api.company({ id: 'c-1' }))).toBeInstanceOf(Unreachable)
    expect(contact).toEqual([false])
  })

  it('differs from a 404 of our server, which is thrown as not-found', async () => {
    const { api } = setUp([problem('not-found', 404)])
    expect(await caught(api.company({ id: 'c-1' }))).toMatchObject({ code: 'not-found' })
  })

  it('differs from an answer of the worker’s cache, which says nothing about the server', async () => {
    const { api, contact } = setUp([{ body: [], headers: { 'fieldbook-cached': '1' } }])
    expect(await api.filters({})).toEqual([])
    expect(contact).toEqual([])
  })

  it('reports silence after four seconds, and not if the answer comes in time', async () => {
    vi.useFakeTimers()
    const onSilence = vi.fn<() => void>()
    const replies = Promise.withResolvers<Response>()
    const { api } = setUp([], { fetch: () => replies.promise, onSilence })
    const call = api.configs()
    await vi.advanceTimersByTimeAsync(3_900)
    expect(onSilence).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    expect(onSilence).toHaveBeenCalledOnce()
    replies.resolve(Response.json({}))
    await call
    const quick = setUp([{ body: {} }], { onSilence })
    await quick.api.configs()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(onSilence).toHaveBeenCalledOnce()
    vi.useRealTimers()
  })

  it('differs from a 503 of the server, which is an ApiProblem', async () => {
    const { api } = setUp([problem('unavailable', 503)])
    expect(await caught(api.configs())).toMatchObject({ code: 'unavailable' })
  })

  it('is Unreachable and not sent if its token is missing', async () => {
    const { api, requests, getToken } = setUp([])
    getToken.mockResolvedValue(null)
    expect(await caught(api.filters({}))).toMatchObject({ reason: 'identity' })
    expect(requests).toHaveLength(0)
  })

  it('is answered from the worker’s cache if its token is missing', async () => {
    const getCached = async (url: string) =>
      url === '/api/filters?module=core'
        ? Response.json([], { headers: { 'fieldbook-cached': '1' } })
        : undefined
    const { api, requests, contact, getToken } = setUp([], { getCached })
    getToken.mockResolvedValue(null)
    expect(await api.filters({ module: 'core' })).toEqual([])
    expect(await caught(api.company({ id: 'c-1' }))).toMatchObject({ reason: 'identity' })
    expect([requests, contact]).toEqual([[], []])
  })
})

it('An aborted request rejects with its reason and says nothing about the connection', async () => {
  const { api, contact } = setUp([])
  const off = new AbortController()
  off.abort(new Error('newer criteria'))
  expect(await caught(api.filters({}, { signal: off.signal }))).toMatchObject({
    message: 'newer criteria',
  })
  expect(contact).toEqual([])
})

describe('an upload of bytes', () => {
  it('sends them unchanged with a token, and again with a fresh token after a 401', async () => {
    const { api, requests, getToken } = setUp([
      problem('unauthenticated', 401),
      { body: { receivedBytes: 3, size: 3 } },
    ])
    const answer = await api.putBytes('/exchange/uploads/1/parts/0', new Blob(['a,b']))
    expect(answer).toEqual({ receivedBytes: 3, size: 3 })
    expect(requests.map(({ url, method }) => `${method} ${url}`)).toEqual([
      'PUT /api/exchange/uploads/1/parts/0',
      'PUT /api/exchange/uploads/1/parts/0',
    ])
    expect(requests[1]?.headers.get('content-type')).toBe('application/octet-stream')
    expect(requests[1]?.headers.get('deployment-id')).toBe('build-7')
    expect(getToken.mock.calls.map(([{ fresh }]) => fresh)).toEqual([false, true])
  })

  it('rejects with the problem of a refusal', async () => {
    const { api } = setUp([problem('version-conflict', 409, { receivedBytes: 7 })])
    const error = await caught(api.putBytes('/exchange/uploads/1/parts/9', new Blob(['x'])))
    expect(error).toBeInstanceOf(ApiProblem)
    expect(error).toMatchObject({ code: 'version-conflict', body: { receivedBytes: 7 } })
  })
})
