import * as z from 'zod/mini'
import { parseJson, type Http } from '../connectors/http.ts'
import { RegisterAway, RegisterRefused, unknownNumber, type Register } from './answers.ts'

const Entity = z.object({
  entityStatusCode: z.string(),
  entityStatusDescription: z.optional(z.nullable(z.string())),
  gstNumbers: z.optional(z.nullable(z.array(z.unknown()))),
})

/** The NZBN register's API, version 5. A GST number is there only if its business wants that. */
export const nzbn = (http: Http, origin: string, key: string): Register => ({
  name: 'NZBN',
  ask: async (number) => {
    const url = new URL(`/gateway/nzbn/v5/entities/${encodeURIComponent(number)}`, origin)
    const headers = { 'ocp-apim-subscription-key': key, accept: 'application/json' }
    const answer = await http({ method: 'GET', url: url.href, headers, withinMs: 10_000 })
    if (answer.status === 404) return unknownNumber
    if (answer.status === 401 || answer.status === 403)
      throw new RegisterRefused('The NZBN register refuses NZBN_API_KEY.')
    if (answer.status !== 200) throw new RegisterAway(`NZBN answered ${answer.status}.`)
    const read = Entity.safeParse(parseJson(answer))
    if (!read.success) throw new RegisterAway('NZBN answered in another form.')
    const { entityStatusCode: code, entityStatusDescription: description, gstNumbers } = read.data
    return {
      status: description ?? code,
      isActive: code === registered,
      isGstRegistered: (gstNumbers?.length ?? 0) > 0 ? true : null,
    }
  },
})

const registered = '50'
