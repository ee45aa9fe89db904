import { isIP } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { guardedGet, Insecure } from '../../../server/platform/vendors/guarded-get.ts'
import { PrivateAddress, type Resolve } from '../../../server/platform/vendors/guarded-post.ts'
import { watchConnects } from '../../kit/connects.ts'

let connects: ReturnType<typeof watchConnects>
beforeEach(() => {
  connects = watchConnects()
})
afterEach(() => connects.stop())

const outcomeOf = (url: string, resolved: string, ownOrigins: readonly string[] = []) => {
  const resolve: Resolve = () => Promise.resolve([{ address: resolved, family: isIP(resolved) }])
  return guardedGet(
    resolve,
    ownOrigins,
  )(url)({}, AbortSignal.timeout(5_000)).catch((error: unknown) => error)
}

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '169.254.169.254',
  '192.168.0.1',
  '::1',
  'fd00::1',
  '::ffff:10.0.0.1',
])('a file is not read from a public name that resolves to %s', async (address) => {
  const outcome = await outcomeOf('https://registers.example/a.csv', address)
  expect(outcome).toBeInstanceOf(PrivateAddress)
  expect(connects.tried()).toEqual([])
})

it.each(['https://127.0.0.1/a.csv', 'https://[::1]/a.csv', 'https://0x7f.1/a.csv'])(
  'a file is not read from %s, without a lookup',
  async (url) => {
    expect(await outcomeOf(url, '203.0.114.1')).toBeInstanceOf(PrivateAddress)
    expect(connects.tried()).toEqual([])
  },
)

it.each([
  'http://registers.example/a.csv',
  'https://user:key@registers.example/a.csv',
  'ftp://registers.example/a',
])('a file is not read from %s: only https without a password is', async (url) => {
  expect(await outcomeOf(url, '203.0.114.1')).toBeInstanceOf(Insecure)
  expect(connects.tried()).toEqual([])
})
