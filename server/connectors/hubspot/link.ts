import * as z from 'zod/mini'
import type { Api, Written } from '../port.ts'
import type { Calls } from './calls.ts'
import { RowError, version } from './shapes.ts'

type Pair = { person: string; company: string }

/** Puts contacts into companies by HubSpot's default association. */
export const linkPeople = async (
  calls: Calls,
  api: Api,
  pairs: readonly Pair[],
): Promise<readonly Written[]> => {
  if (pairs.length === 0) return []
  const answer = await calls.write(
    api,
    {
      method: 'POST',
      path: `/crm/associations/${version}/contacts/companies/batch/associate/default`,
      body: {
        inputs: pairs.map(({ person, company }) => ({ from: { id: person }, to: { id: company } })),
      },
    },
    LinkAnswer,
  )
  if ('done' in answer) return answersTo(pairs, answer.done.errors ?? [])
  const { body } = answer.refusal
  const blamed = pairs.filter((pair) => isBlamed(pair, body))
  if (blamed.length === 0) return pairs.map((pair) => refused(pair, body))
  // A refused call did nothing, also for the pairs that it does not blame.
  const others = pairs.filter((pair) => !blamed.includes(pair))
  return [...(await linkPeople(calls, api, others)), ...blamed.map((pair) => refused(pair, body))]
}

const LinkAnswer = z.object({ errors: z.optional(z.array(RowError)) })

const answersTo = (pairs: readonly Pair[], errors: readonly RowError[]): readonly Written[] =>
  pairs.map((pair): Written => {
    const error = errors.find((each) => isBlamed(pair, each))
    return error ? refused(pair, error) : { ref: pair.person, is: 'updated', id: pair.person }
  })

const isBlamed = ({ person, company }: Pair, { context }: RowError): boolean => {
  const ids = new Set([...(context?.['INVALID_OBJECT_IDS'] ?? []), ...(context?.['ids'] ?? [])])
  return ids.has(person) || ids.has(company)
}

const refused = ({ person }: Pair, error: RowError): Written => ({
  ref: person,
  is: 'refused',
  code: error.category ?? 'REFUSED',
  text: error.message ?? 'HubSpot refused the association.',
  retry: 'never',
})
