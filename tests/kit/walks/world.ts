import { pino } from 'pino'
import type { Endpoint } from '../../../contract/core/endpoint.ts'
import { startTestApp, type Someone, type TestApp } from '../app.ts'
import type { Market } from './pool.ts'

export type Request = {
  method: Endpoint['method']
  url: string
  headers: Record<string, string>
  payload?: string | undefined
}
export type Reply = { status: number; headers: Record<string, unknown>; body: string }
export type Send = (request: Request, as: Someone | null) => Promise<Reply>

export type World = {
  test: TestApp
  market: Market
  companies: readonly { id: string; name: string }[]
  send: Send
  errors(): string[]
  close(): Promise<void>
}

export const openWorld = async (
  parts: NonNullable<Parameters<typeof startTestApp>[0]>['parts'] = {},
): Promise<World> => {
  const errors: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) })
  const test = await startTestApp({ companies: 60, people: 120, parts: { log, ...parts } })
  const rowsOf = (table: 'company' | 'person') =>
    test.db.owner.selectFrom(table).select('id').orderBy('id').execute()
  const companies = await test.db.owner
    .selectFrom('company')
    .select(['id', 'name'])
    .orderBy('id')
    .execute()
  return {
    test,
    companies,
    market: {
      company: new Set(companies.map(({ id }) => id)),
      people: new Set((await rowsOf('person')).map(({ id }) => id)),
      signal: new Set(),
    },
    send: async ({ method, url, headers, payload }, as) => {
      const reply = await test.app.inject({
        method,
        url,
        headers: {
          ...headers,
          ...(as === null ? {} : { authorization: `Bearer ${await test.token(as)}` }),
        },
        ...(payload === undefined ? {} : { payload }),
      })
      return { status: reply.statusCode, headers: reply.headers, body: reply.body }
    },
    errors: () => errors.splice(0),
    close: test.close,
  }
}
