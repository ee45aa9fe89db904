import { z } from 'zod'
import type { ArrivedPush } from './inspector.ts'
import type { MintedSubscription, PushFault } from './emulator.ts'

export type RemotePushService = {
  mint(publicKey: string): Promise<MintedSubscription>
  arrivedAt(endpoint: string): Promise<ArrivedPush[]>
  fail(endpoint: string, fault: PushFault | null): Promise<void>
  end(endpoint: string): Promise<void>
}

const Minted = z.object({
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
})
const Arrived = z.array(
  z.object({
    endpoint: z.string(),
    text: z.string(),
    topic: z.string().nullable(),
    ttl: z.number(),
    urgency: z.string().nullable(),
    at: z.number(),
  }),
)

export const remotePushService = (url: string): RemotePushService => {
  const put = async (path: string, body: object): Promise<Response> => {
    const answer = await fetch(`${url}${path}`, { method: 'PUT', body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`the emulator answered ${answer.status}`)
    return answer
  }
  return {
    mint: async (publicKey) => Minted.parse(await (await put('/mint', { publicKey })).json()),
    arrivedAt: async (endpoint) =>
      Arrived.parse(await (await fetch(`${url}/arrived.json`)).json()).filter(
        (push) => push.endpoint === endpoint,
      ),
    fail: async (endpoint, fault) => void (await put('/fail', { endpoint, fault })),
    end: async (endpoint) => void (await put('/end', { endpoint })),
  }
}
