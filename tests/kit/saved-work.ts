import type { Someone, TestApp } from './app.ts'

type Answer = Awaited<ReturnType<TestApp['ask']>>
type Method = Parameters<TestApp['ask']>[0]

/** Every write has a new idempotency key by default. */
export type Member = {
  as: Someone
  read(path: string): Promise<Answer>
  write(method: Method, path: string, body?: object, key?: string): Promise<Answer>
}

export const memberOf = (test: TestApp, as: Someone): Member => ({
  as,
  read: (path) => test.ask('GET', path, undefined, { as }),
  write: (method, path, body = {}, key = crypto.randomUUID()) =>
    test.ask(method, path, method === 'DELETE' ? undefined : body, {
      as,
      headers: { 'idempotency-key': key },
    }),
})

export const colleagues = (test: TestApp) => ({
  alex: memberOf(test, { userId: 'user_alex', role: 'admin' }),
  sam: memberOf(test, { userId: 'user_sam', role: 'basic_member' }),
  kim: memberOf(test, { userId: 'user_kim', role: 'basic_member' }),
})

export const someRecords = async (
  test: TestApp,
  category: 'company' | 'people',
  size: number,
  filters: object = {},
): Promise<string[]> => {
  const { body } = await test.ask('POST', '/records', { category, size, filters })
  const records: { id: string }[] = body.records
  return records.map(({ id }) => id)
}
