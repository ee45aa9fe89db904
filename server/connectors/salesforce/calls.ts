import * as z from 'zod/mini'
import { Uncertain, Unreadable } from '../errors.ts'
import { parseJson, type HttpAnswer } from '../http.ts'
import type { Api } from '../port.ts'
import { accessError, budgetError, isDone, readError, refusalOf, type Refusal } from './answers.ts'

export type Sent = { data: unknown } | { refusal: Refusal }

export type Row = Readonly<Record<string, unknown>>

type Rows = 'live' | 'deleted too'

export type Calls = {
  /** The path begins with a slash. Throws ReadRefused for what is wrong with the request, Unavailable for what may be repeated. */
  get(api: Api, path: string): Promise<unknown>
  /** All rows of a query; `deleted` and merged ones too if so. Throws Slow when the day's calls run out. */
  query(api: Api, soql: string, rows?: Rows): Promise<readonly Row[]>
  /** Also Salesforce's own time before the query, in ms since 1970; null if the answer does not say. */
  queryAt(api: Api, soql: string, rows?: Rows): Promise<{ rows: readonly Row[]; at: number | null }>
  /** Below the API's version. Throws Uncertain if it may have been done. Without a body the data is null. */
  send(api: Api, method: 'POST' | 'PATCH', path: string, body: object): Promise<Sent>
}

/** The first version that all of the connector was written for: Summer '26. */
export const dataPath = '/services/data/v67.0'

/** `now` is in ms since 1970. */
export const openCalls = (now: () => number): Calls => {
  const read = async (api: Api, path: string): Promise<HttpAnswer> => {
    const answer = await api.http({
      method: 'GET',
      url: `${api.grant.baseUrl}${path}`,
      headers: headersOf(api),
    })
    if (isDone(answer)) return answer
    throw readError(answer, now())
  }
  const queryAt: Calls['queryAt'] = async (api, soql, wanted = 'live') => {
    const resource = wanted === 'live' ? 'query' : 'queryAll'
    const rows: Row[] = []
    let path: string | null = `${dataPath}/${resource}?q=${encodeURIComponent(soql)}`
    let at: number | null = null
    while (path !== null) {
      const answer: HttpAnswer = await read(api, path)
      const slow = budgetError(answer, now())
      if (slow) throw slow
      at ??= timeOf(answer)
      const { records, next } = parsePage(answer)
      rows.push(...records)
      path = next
    }
    return { rows, at }
  }
  return {
    get: async (api, path) => parseJson(await read(api, path)),
    queryAt,
    query: async (api, soql, wanted) => (await queryAt(api, soql, wanted)).rows,
    send: async (api, method, path, body) => {
      const answer = await api.http({
        method,
        url: `${api.grant.baseUrl}${dataPath}${path}`,
        headers: {
          ...headersOf(api),
          'content-type': 'application/json',
          // Never allowSave=true: what a rule of the customer's finds is theirs to decide.
          'sforce-duplicate-rule-header':
            'allowSave=false; includeRecordDetails=true; runAsCurrentUser=true',
        },
        body: JSON.stringify(body),
        withinMs: 120_000,
      })
      if (isDone(answer)) return { data: parseSent(answer) }
      const access = accessError(answer, now())
      if (access) throw access
      const refusal = refusalOf(answer)
      if (!refusal || answer.status >= 500 || answer.status === 408)
        throw new Uncertain(`Salesforce answered ${answer.status}.`)
      return { refusal }
    },
  }
}

/** Throws Unreadable. */
export const parse = <T>(shape: z.ZodMiniType<T>, value: unknown): T => {
  const parsed = shape.safeParse(value)
  if (!parsed.success) throw new Unreadable(z.prettifyError(parsed.error))
  return parsed.data
}

const headersOf = ({ grant }: Api) => ({
  authorization: `Bearer ${grant.accessToken}`,
  accept: 'application/json',
})

const timeOf = ({ headers }: HttpAnswer): number | null => {
  const at = Date.parse(headers['date'] ?? '')
  return Number.isNaN(at) ? null : at
}

const Page = z.object({
  done: z.boolean(),
  nextRecordsUrl: z.nullish(z.string()),
  records: z.array(z.looseObject({})),
})

const parsePage = (answer: HttpAnswer): { records: readonly Row[]; next: string | null } => {
  const { done, nextRecordsUrl, records } = parse(Page, parseJson(answer))
  if (done) return { records, next: null }
  if (!nextRecordsUrl?.startsWith('/services/data/'))
    throw new Unreadable('Salesforce did not say where a query goes on.')
  return { records, next: nextRecordsUrl }
}

/** It was done, so an answer that does not parse is no refusal. */
const parseSent = (answer: HttpAnswer): unknown => {
  if (answer.status === 204) return null
  try {
    return parseJson(answer)
  } catch (cause) {
    throw new Uncertain('The answer of Salesforce does not parse.', { cause })
  }
}
