import { describe, expect, test, vi } from 'vitest'
import {
  asBytes,
  asScript,
  cacheFirst,
  CATALOGUES,
  deleteOldCatalogues,
  orUnavailable,
  staleWhileRevalidate,
} from '../../sw/caching.ts'
import { isPageOf, refreshShell } from '../../sw/shell.ts'
import { memoryCache } from '../kit/device/memory-cache.ts'

const url = 'https://fieldbook.example/api/filters?module=core'
const catalogueRequest = (headers: Record<string, string> = {}) => new Request(url, { headers })
const never = () => Promise.reject(new TypeError('Failed to fetch'))

const setup = () => {
  const cache = memoryCache()
  const behind: Promise<unknown>[] = []
  const ask = (fetch: (request: Request) => Promise<Response>, request = catalogueRequest()) =>
    staleWhileRevalidate(request, cache, fetch, (work) => behind.push(work))
  return { cache, ask, settled: () => Promise.all(behind) }
}

describe('a catalogue', () => {
  test('comes from the network first, then from the cache, renewed in the background', async () => {
    const { ask, settled } = setup()
    const answers = ['one', 'two'].map((body) => new Response(body))
    const fetch = async () => answers.shift() ?? new Response('three')
    expect(await (await ask(fetch)).text()).toBe('one')
    expect(await (await ask(fetch)).text()).toBe('one')
    await settled()
    expect(await (await ask(fetch)).text()).toBe('two')
  })

  test('is marked if it comes from the cache, so that it does not count as an answer of the server', async () => {
    const { ask } = setup()
    const first = await ask(async () => new Response('one', { headers: { etag: '"1"' } }))
    expect(first.headers.has('fieldbook-cached')).toBe(false)
    const second = await ask(never)
    expect([second.headers.get('fieldbook-cached'), second.headers.get('etag')]).toEqual([
      '1',
      '"1"',
    ])
  })

  test('leaves no body of a renewal unread, which would keep its connection', async () => {
    const { ask, settled } = setup()
    await ask(async () => new Response('one'))
    const cancel = vi.fn<() => void>()
    const refused = new Response(new ReadableStream({ cancel }), { status: 426 })
    await ask(async () => refused)
    await settled()
    expect(cancel).toHaveBeenCalledOnce()
  })

  test('ends a silent renewal after a minute, because a newer worker waits for it', async () => {
    const { ask, settled } = setup()
    await ask(async () => new Response('one'))
    const patience = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
    const silent = ({ signal }: Request) =>
      new Promise<Response>((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('given up')))
      })
    expect(await (await ask(silent)).text()).toBe('one')
    expect(timeout).toHaveBeenCalledExactlyOnceWith(60_000)
    patience.abort()
    await settled()
    timeout.mockRestore()
  })

  test('comes from the cache while offline', async () => {
    const { ask, settled } = setup()
    await ask(async () => new Response('one'))
    expect(await (await ask(never)).text()).toBe('one')
    await settled()
  })

  test('fails while offline if it is not cached', async () => {
    const { ask } = setup()
    await expect(ask(never)).rejects.toThrow('Failed to fetch')
  })

  test.each([206, 401, 403, 426, 429, 500, 503])(
    'of status %i is returned and never cached',
    async (status) => {
      const { ask, cache } = setup()
      expect((await ask(async () => new Response('no', { status }))).status).toBe(status)
      expect(await cache.keys()).toHaveLength(0)
    },
  )

  test('keeps its cached answer after a failed renewal', async () => {
    const { ask, settled } = setup()
    await ask(async () => new Response('one'))
    await ask(async () => new Response('signed out', { status: 401 }))
    await settled()
    expect(await (await ask(never)).text()).toBe('one')
  })

  test('is renewed by its ETag, and an unchanged answer stays cached', async () => {
    const { ask, settled } = setup()
    await ask(async () => new Response('one', { headers: { etag: '"7"' } }))
    const sent: (string | null)[] = []
    await ask(async (request) => {
      sent.push(request.headers.get('if-none-match'))
      return new Response(null, { status: 304 })
    })
    await settled()
    expect(sent).toEqual(['"7"'])
    expect(await (await ask(never)).text()).toBe('one')
  })

  test('is shared by all users, because the token is not part of the key', async () => {
    const { ask } = setup()
    const varying = new Response('one', { headers: { vary: 'Authorization' } })
    await ask(async () => varying, catalogueRequest({ authorization: 'Bearer a' }))
    expect(await (await ask(never, catalogueRequest({ authorization: 'Bearer b' }))).text()).toBe(
      'one',
    )
  })

  test('evicts the oldest answers beyond 200', async () => {
    const { ask, cache } = setup()
    for (let index = 0; index < 205; index += 1)
      await ask(async () => new Response('x'), new Request(`${url}&n=${index}`))
    const keys = await cache.keys()
    expect(keys).toHaveLength(200)
    expect(keys[0]?.url).toBe(`${url}&n=5`)
  })
})

test('activation deletes the catalogues of earlier workers, whose URLs hold typed terms, and nothing else', async () => {
  const names = new Set(['fieldbook-catalogues-v1', CATALOGUES, 'fieldbook-data-push', 'workbox-x'])
  await deleteOldCatalogues({
    keys: async () => [...names],
    delete: async (name) => names.delete(name),
  })
  expect([...names]).toEqual([CATALOGUES, 'fieldbook-data-push', 'workbox-x'])
})

test('a file with a hash in its URL is fetched once', async () => {
  const cache = memoryCache()
  await cacheFirst(catalogueRequest(), cache, async () => new Response('one'))
  expect(await (await cacheFirst(catalogueRequest(), cache, never)).text()).toBe('one')
})

test('a missing file is not cached', async () => {
  const cache = memoryCache()
  await cacheFirst(catalogueRequest(), cache, async () => new Response('no', { status: 404 }))
  expect(
    await (await cacheFirst(catalogueRequest(), cache, async () => new Response('one'))).text(),
  ).toBe('one')
})

test('a request to the sign-in service returns 503 if it is unreachable, or else its answer', async () => {
  expect((await orUnavailable(catalogueRequest(), never)).status).toBe(503)
  expect(
    (await orUnavailable(catalogueRequest(), async () => new Response('', { status: 401 }))).status,
  ).toBe(401)
})

describe('the shell', () => {
  const page = (build: string, status = 200) =>
    new Response(`<head><meta name="build" content="${build}"></head>`, { status })

  test('of another build, or an error, is not taken for the page of this build', async () => {
    expect(await isPageOf('abc', page('abc'))).toBe(true)
    expect(await isPageOf('abc', page('def'))).toBe(false)
    expect(await isPageOf('abc', page('abc', 500))).toBe(false)
    expect(await isPageOf('', new Response('<p>Sign in to this network</p>'))).toBe(false)
  })

  test('is renewed in place by the same build and never by another', async () => {
    const cache = memoryCache()
    const renew = (response: Response) =>
      refreshShell(
        '/index.html',
        'https://fieldbook.example/index.html?r=abc',
        'abc',
        cache,
        async () => response,
      )
    await renew(page('def'))
    expect(await cache.keys()).toHaveLength(0)
    await renew(page('abc'))
    expect(await cache.keys()).toHaveLength(1)
  })
})

test('a script stored as bytes has no script type in the cache, and is unchanged when it is served', async () => {
  const script = new Response('run()', {
    headers: { 'content-type': 'text/javascript', etag: '"1"' },
  })
  const stored = asBytes(script)
  expect(stored.headers.get('content-type')).toBe('application/octet-stream')
  expect(stored.headers.get('etag')).toBe('"1"')
  const answered = asScript(stored)
  expect(answered.headers.get('content-type')).toBe('text/javascript')
  expect(await answered.text()).toBe('run()')
})
