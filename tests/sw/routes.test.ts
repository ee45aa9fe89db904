import { describe, expect, test } from 'vitest'
import { api } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/core/endpoint.ts'
import { filters } from '../../contract/search/filters.ts'
import { links } from '../../contract/links.ts'
import { routeFor } from '../../sw/routes.ts'

const origin = 'https://fieldbook.example'
const get = (path: string, mode = 'cors') =>
  routeFor({ url: new URL(path, origin).href, method: 'GET', mode }, origin)
const visit = (path: string) => get(path, 'navigate')

describe('a visit', () => {
  const screens = [...Object.values(links).map((link) => link('x')), '/', '/sign-in/factor-one']

  test.each(screens)('to %s opens the shell', (path) => {
    expect(visit(path)).toBe('shell')
  })

  test.each([
    '/api/openapi.json',
    '/api/filters',
    '/__clerk/v1/client',
    '/__inbox',
    '/assets/index-abc.js',
    '/manifest.webmanifest',
    '/sw.js',
  ])('to %s goes to the server', (path) => {
    expect(visit(path)).toBe('network')
  })

  test('to another site is passed through', () => {
    expect(visit('https://elsewhere.example/dashboard')).toBe('network')
  })
})

describe('a file shared with the app', () => {
  const post = (path: string, mode = 'navigate') =>
    routeFor({ url: new URL(path, origin).href, method: 'POST', mode }, origin)

  test('is stored for the upload screen, and only there', () => {
    expect(post(links.upload())).toBe('shared')
    expect(post(links.upload(), 'cors')).toBe('network')
    expect(post(links.dataExchange())).toBe('network')
    expect(post(`https://elsewhere.example${links.upload()}`)).toBe('network')
  })
})

describe('a request of the app', () => {
  test('for its own files is answered from the precache', () => {
    expect(get('/assets/index-abc.js')).toBe('file')
    expect(get('/icons/icon-192.png', 'no-cors')).toBe('file')
  })

  test('for the code of the map is answered from the store of the map', () => {
    expect(get('/assets/map-abc.js')).toBe('map')
    expect(get('/assets/maplibre-gl-worker-abc.js')).toBe('map')
  })

  test('for clerk-js is cached once fetched', () => {
    expect(get('/clerk-js/5.128.0/clerk.browser.js', 'no-cors')).toBe('clerk-js')
  })

  test('for filters and catalogue options is answered from the cache first', () => {
    expect(get('/api/filters?module=core')).toBe('catalogue')
    expect(get('/api/search/filter/options?identifier=revenue')).toBe('catalogue')
    expect(get('/api/search/filter/options/search?identifier=skills&searchTerm=')).toBe('catalogue')
    expect(get('/api/search/filter/options/multi-level?identifier=industry')).toBe('catalogue')
  })

  test.each(['search', 'multi-level'])(
    'for an option search (%s) with a typed term goes to the network only, for every filter',
    (search) => {
      for (const { identifier } of filters) {
        const path = `/api/search/filter/options/${search}?identifier=${identifier}`
        expect(get(`${path}&searchTerm=quokka`)).toBe('network')
        expect(get(`${path}&searchTerm=+`)).toBe('network')
        expect(get(`${path}&searchTerm=&searchTerm=quokka`)).toBe('network')
      }
    },
  )

  test('with any text that a member can type goes to the network only, whatever the contract offers', () => {
    // The app fills these in from its own lists.
    const chosen = new Set(['identifier', 'levelOneId', 'module', 'country', 'from', 'size'])
    for (const [name, { method, path, input }] of Object.entries<Endpoint>(api)) {
      if (method !== 'GET' || !('shape' in input)) continue
      for (const key of Object.keys(input.shape ?? {})) {
        if (chosen.has(key) || path.includes(`{${key}}`)) continue
        const query = new URLSearchParams({ identifier: 'industry', [key]: 'quokka' })
        expect(`${name}: ${get(`/api${path}?${query}`)}`).toBe(`${name}: network`)
      }
    }
  })

  const personal = filters.filter((f) => f.kind === 'ids' || f.about === 'activity')

  test.each(personal.map((f) => f.identifier))(
    'for the options of %s, which name records or activities, is never cached',
    (identifier) => {
      expect(get(`/api/search/filter/options?identifier=${identifier}`)).toBe('network')
      expect(get(`/api/search/filter/options/search?identifier=${identifier}`)).toBe('network')
    },
  )

  test.each([
    '/api/customer/info',
    '/api/records/company/1',
    '/api/search/saved',
    '/api/search/recent',
    '/api/crm/org',
  ])('for %s goes to the network only', (path) => {
    expect(get(path)).toBe('network')
  })

  test('is passed through unless it is a GET', () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])
      for (const path of ['/api/filters', '/api/records', '/__clerk/v1/client', '/dashboard'])
        expect(routeFor({ url: origin + path, method, mode: 'cors' }, origin)).toBe('network')
  })

  test('to the sign-in service is recognised on our origin and on its own', () => {
    expect(get('/__clerk/v1/environment')).toBe('identity')
    expect(get('https://clerk.fieldbook.example/v1/client?__clerk_api_version=2025-04-10')).toBe(
      'identity',
    )
    expect(get('https://clerk.fieldbook.example/v1/client')).toBe('network')
  })

  test('to another origin is never answered as ours', () => {
    expect(get('https://elsewhere.example/api/filters')).toBe('network')
    expect(get('https://elsewhere.example/clerk-js/5.128.0/clerk.browser.js')).toBe('network')
  })
})
