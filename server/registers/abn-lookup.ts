import * as z from 'zod/mini'
import { parseJson, type Http } from '../connectors/http.ts'
import { RegisterAway, RegisterRefused, unknownNumber, type Register } from './answers.ts'

/** Errors come with status 200 and a message. `Gst` is the day since when, or null. */
const Details = z.object({
  AbnStatus: z.string(),
  Gst: z.nullable(z.string()),
  Message: z.string(),
})

/** ABN Lookup's JSON service (abr.business.gov.au). Names are left out: a sole trader's is a person's. */
export const abnLookup = (http: Http, origin: string, guid: string): Register => ({
  name: 'ABN Lookup',
  ask: async (abn) => {
    const url = new URL('/json/AbnDetails.aspx', origin)
    url.search = new URLSearchParams({ abn, callback: 'callback', guid }).toString()
    const { status, text } = await http({ method: 'GET', url: url.href, withinMs: 10_000 })
    if (status !== 200) throw new RegisterAway(`ABN Lookup answered ${status}.`)
    const read = Details.safeParse(parseJson({ text: unwrapped(text) }))
    if (!read.success) throw new RegisterAway('ABN Lookup answered in another form.')
    const { AbnStatus, Gst, Message } = read.data
    if (Message.includes('GUID')) throw new RegisterRefused('ABN Lookup refuses ABN_LOOKUP_GUID.')
    if (Message !== '') return unknownNumber
    return {
      status: AbnStatus,
      isActive: AbnStatus === 'Active',
      isGstRegistered: Gst !== null && Gst !== '',
    }
  },
})

/** From 'callback({...})'. */
const unwrapped = (text: string): string => text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'))
