import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Fault } from '../faults.ts'

export interface RemoteEmulator {
  url: string
  secretKey: string
  apiUrl: string
  sentTo: (address: string) => Promise<{ subject: string; code: string; link: string }[]>
  begin: (fault: Fault) => Promise<void>
  clear: () => Promise<void>
}

const Address = z.object({ url: z.string(), secretKey: z.string() })
const Sent = z.array(
  z.object({ to: z.string(), subject: z.string(), code: z.string(), link: z.string() }),
)

export const ADDRESS_FILE = 'address.json'

/** `folder` is `clerk` in the product's data folder. */
export function emulatorOf(folder: string): RemoteEmulator {
  const text = readFileSync(join(folder, ADDRESS_FILE), 'utf8')
  const { url, secretKey } = Address.parse(JSON.parse(text))
  const ask = async (method: string, body?: object): Promise<void> => {
    const answer = await fetch(`${url}/faults`, {
      method,
      headers: {
        authorization: `Bearer ${secretKey}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
    })
    if (!answer.ok) throw new Error(`the emulator answered ${answer.status}`)
  }
  return {
    url,
    secretKey,
    apiUrl: `${url}/bapi`,
    sentTo: async (address) => {
      const sent = Sent.parse(await (await fetch(`${url}/sent.json`)).json())
      return sent.filter((message) => message.to === address)
    },
    begin: (fault) => ask('POST', fault),
    clear: () => ask('DELETE'),
  }
}
