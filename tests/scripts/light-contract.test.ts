import { expect, test } from 'vitest'
import { api } from '../../contract/api.ts'
import type { Call } from '../../contract/core/endpoint.ts'
import { lightContract } from '../../scripts/light-contract.ts'

test('pages are given of every call how it is made and who may make it', () => {
  const { load } = lightContract(api)
  const found = typeof load === 'function' ? Reflect.apply(load, {}, ['/x/contract/api.ts']) : null
  const { code } = found as { code: string }
  const light: Record<string, object> = JSON.parse(code.replace('export const api = ', ''))
  expect(Object.keys(light)).toEqual(Object.keys(api))
  const calls: Record<string, Call> = api
  for (const [name, { method, path, gate, roles, reads }] of Object.entries(calls))
    expect(light[name]).toEqual({ method, path, gate, roles, reads })
})

test('nothing but the list of calls is replaced', () => {
  const { load } = lightContract(api)
  const at = (id: string) => (typeof load === 'function' ? Reflect.apply(load, {}, [id]) : null)
  expect(at('/x/contract/core/endpoint.ts')).toBeUndefined()
  expect(at('/x/src/lib/api.ts')).toBeUndefined()
})

test('the promises are taken out of the other files, and nothing else', () => {
  const { transform } = lightContract(api)
  const text = [
    'export const Name = z.string()',
    'export const listsCalls = {',
    '  lists: call({',
    "    path: '/lists',",
    '  }),',
    '}',
    'export const most = 3',
  ].join('\n')
  const changed = (id: string) =>
    typeof transform === 'function' ? Reflect.apply(transform, {}, [text, id]) : null
  expect(changed('/x/contract/saved-work/lists.ts')).toMatchObject({
    code: 'export const Name = /* @__PURE__ */ z.string()\n\nexport const most = 3',
  })
  expect(changed('/x/src/screens/lists/queries.ts')).toBeUndefined()
})
