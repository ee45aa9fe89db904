import * as z from 'zod/mini'
import { api, type EndpointName } from '../../contract/api.ts'
import { Problem, problems } from '../../contract/core/problem.ts'

type Answer = { status: number; type: string; body: string }

export const faultOf = (
  request: { name: EndpointName },
  { status, type, body }: Answer,
): string | null => {
  if (status >= 500) return `answered ${status} ${body.slice(0, 200)}`
  if (status >= 200 && status < 300) {
    const parsed = z.safeParse(
      api[request.name].output,
      status === 204 && body === '' ? undefined : JSON.parse(body),
    )
    return parsed.success ? null : `output is not what the contract says: ${parsed.error.message}`
  }
  if (!type.startsWith('application/problem+json')) return `${status} is no problem but ${type}`
  const parsed = z.safeParse(Problem, JSON.parse(body))
  if (!parsed.success) return `${status} is no problem: ${body.slice(0, 200)}`
  const known = Object.entries(problems).find(([code]) => code === parsed.data.code)?.[1]
  if (known?.status !== status || parsed.data.status !== status)
    return `code ${parsed.data.code} does not go with status ${status}`
  if (insides.test(parsed.data.detail) || sqlFragments.test(parsed.data.detail))
    return `detail tells of the inside: ${parsed.data.detail}`
  return null
}

const insides = /\bat [^"]*:\d+:\d+|node_modules|\.ts:\d|ZodError|TypeError|RangeError|pglite/i
const sqlFragments = /select \S+ from|syntax error at or near|violates|relation "|column "/i
