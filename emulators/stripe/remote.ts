import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Fault } from '../faults.ts'

const Address = z.object({ url: z.string(), secretKey: z.string(), publishableKey: z.string() })

export const ADDRESS_FILE = 'address.json'

/** What a journey does to the emulator of a product that runs; `folder` is the emulator's data folder. */
export interface RemoteStripe {
  url: string
  secretKey: string
  publishableKey: string
  /** By so many seconds, with all that falls due meanwhile. */
  advance: (seconds: number) => Promise<void>
  begin: (fault: Fault) => Promise<void>
  /** The shares of events that never arrive or arrive twice, and whether they arrive in any order. */
  spoilWebhooks: (spoil: { lost?: number; doubled?: number; shuffled?: boolean }) => Promise<void>
  /** Ends the faults of requests and events. */
  clear: () => Promise<void>
}

export function emulatorOf(folder: string): RemoteStripe {
  const address = Address.parse(JSON.parse(readFileSync(join(folder, ADDRESS_FILE), 'utf8')))
  const ask = async (method: string, path: string, body?: object): Promise<void> => {
    const answer = await fetch(`${address.url}/_emulator/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${address.secretKey}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
    })
    if (!answer.ok) throw new Error(`the emulator answered ${answer.status}`)
  }
  return {
    ...address,
    advance: (seconds) => ask('POST', 'advance', { by: seconds }),
    begin: (fault) => ask('POST', 'faults', fault),
    spoilWebhooks: (spoil) => ask('POST', 'webhooks', spoil),
    clear: () => ask('DELETE', 'faults'),
  }
}
