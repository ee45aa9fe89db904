import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { CrmFault } from './core/types.ts'

/** The emulator of a CRM in another process. */
export type RemoteCrm = {
  state: () => Promise<z.infer<typeof State>>
  fault: (fault: CrmFault) => Promise<void>
}

const State = z.object({
  records: z.array(
    z.object({
      id: z.string(),
      object: z.string(),
      values: z.record(z.string(), z.unknown()),
      isDeleted: z.boolean(),
      source: z.enum(['seed', 'api', 'user']),
    }),
  ),
  audit: z.object({ doubles: z.number(), early: z.number(), deletes: z.number() }),
})
const Ports = z.record(z.string(), z.number())
const Secret = z.object({ clientSecret: z.string() })

/** `folder` is `crm` in the product's data folder, `name` the CRM's, `prefix` that of its settings. */
export const remoteCrm = (folder: string, name: string, prefix: string): RemoteCrm => {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const { clientSecret } = Secret.parse(read(`${name.toLowerCase().replaceAll(' ', '-')}.json`))
  const port = Ports.parse(read('ports.json'))[prefix]
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer ${clientSecret}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`the emulator answered ${answer.status}`)
    return answer.json()
  }
  return {
    state: async () => State.parse(await ask('/_/state')),
    fault: async (fault) => void (await ask('/_/commands', { act: 'fault', fault })),
  }
}
