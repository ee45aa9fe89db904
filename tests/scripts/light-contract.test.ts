import { expect, test } from 'vitest'
import { api } from '../../contract/api.ts'
import { lightContract } from '../../scripts/light-contract.ts'

test('pages are given every call with all but its schemas and its summary', () => {
  const { load } = lightContract(api)
  const found = typeof load === 'function' ? Reflect.apply(load, {}, ['/x/contract/api.ts']) : null
  const { code } = found as { code: string }
  const light: Record<string, object> = JSON.parse(code.replace('export const api = ', ''))
  expect(Object.keys(light)).toEqual(Object.keys(api))
  for (const [name, { input, output, summary, ...rest }] of Object.entries(api)) {
    expect([input, output, summary]).not.toContain(undefined)
    expect(light[name]).toEqual(rest)
  }
})

test('nothing but the list of calls is replaced', () => {
  const { load } = lightContract(api)
  const at = (id: string) => (typeof load === 'function' ? Reflect.apply(load, {}, [id]) : null)
  expect(at('/x/contract/call.ts')).toBeUndefined()
  expect(at('/x/src/lib/api.ts')).toBeUndefined()
})
