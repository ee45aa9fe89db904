import { randomUUID } from 'node:crypto'
import { Agent, request as httpRequest } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose'
import type { Chance } from '../chance.ts'
import { testIssuer } from '../app-parts.ts'
import { organisations } from './orders.ts'

export type Op = {
  key: string
  orgId: string
  body: { id?: string; name: string; [part: string]: unknown }
  acknowledged: string | null
}

export type Client = {
  jwk: JWK
  ops: Op[]
  differing: number
  refused: string[]
  /** Until `until` settles; reports each acknowledgement. */
  load(port: number, until: Promise<unknown>, atOnce: number, onFirst: () => void): Promise<void>
  /** Sends a few more requests, and repeats this many acknowledged ones. */
  repeat(port: number, most: number): Promise<void>
  open(port: number): Promise<number>
}

/** Repeats unanswered requests under the same key, and sometimes answered ones. */
export const openClient = async (chance: Chance, people: readonly string[]): Promise<Client> => {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'crash', alg: 'RS256' }
  const tokens = new Map<string, string>()
  for (const { id } of organisations)
    tokens.set(
      id,
      await new SignJWT({
        sid: 'sess_crash',
        azp: 'http://localhost',
        v: 2,
        o: { id, rol: 'admin', slg: id },
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'crash' })
        .setIssuer(testIssuer)
        .setSubject('user_crash')
        .setIssuedAt(Math.floor(Date.now() / 1000) - 60)
        .setExpirationTime('6h')
        .sign(privateKey),
    )
  let agent = new Agent({ keepAlive: true })
  const ops: Op[] = []
  const open: Op[] = []

  const send = (
    port: number,
    orgId: string,
    path: string,
    key: string,
    body: object,
  ): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const request = httpRequest(
        {
          agent,
          port,
          host: '127.0.0.1',
          method: 'POST',
          path: `/api${path}`,
          timeout: 20_000,
          headers: {
            authorization: `Bearer ${tokens.get(orgId) ?? ''}`,
            'content-type': 'application/json',
            'idempotency-key': key,
          },
        },
        (answer) => {
          let text = ''
          answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
          answer.on('error', reject)
        },
      )
      request.on('error', reject)
      request.on('timeout', () => request.destroy(new Error('no answer')))
      request.end(JSON.stringify(body))
    })

  const next = (): Op => {
    const again =
      open.length > 0 && chance.is(0.5) ? open.splice(chance.whole(open.length), 1)[0] : undefined
    if (again) return again
    return ops.length > 0 && chance.is(0.05) ? chance.of(ops) : fresh()
  }

  const fresh = (): Op => {
    const op: Op = {
      key: randomUUID(),
      orgId: chance.of(organisations).id,
      body: {
        // Half of them let the server choose the id, and have only their key.
        ...(chance.is(0.5) ? { id: randomUUID() } : {}),
        name: `op ${ops.length}`,
        category: 'people',
        source: {
          kind: 'ids',
          ids: Array.from({ length: 1 + chance.whole(3) }, () => chance.of(people)),
        },
        format: chance.is(0.1) ? 'xlsx' : 'csv',
        agreed: 3,
      },
      acknowledged: null,
    }
    ops.push(op)
    return op
  }

  const once = async (port: number, op: Op): Promise<boolean> => {
    const { status, text } = await send(port, op.orgId, '/download/request', op.key, op.body)
    if (status === 202) {
      const { requestId } = JSON.parse(text) as { requestId: string }
      if (op.acknowledged !== null && op.acknowledged !== requestId) client.differing += 1
      op.acknowledged ??= requestId
      return true
    }
    // Its twin is still under way, the database is away, or the server has as much to do as it can promise.
    if (status === 409 || status === 503 || status === 429) await pause(20)
    else client.refused.push(`${status} ${text.slice(0, 300)}`)
    return false
  }

  const client: Client = {
    jwk,
    ops,
    differing: 0,
    refused: [],
    open: async (port) => {
      let open = 0
      for (const { id } of organisations)
        for (const status of ['REQUEST_ACCEPTED', 'CREDIT_VALIDATION_COMPLETED']) {
          const body = { status, size: 1 }
          const { status: answer, text } = await send(
            port,
            id,
            '/download/history',
            randomUUID(),
            body,
          )
          if (answer !== 200) throw new Error(`history: ${answer}`)
          open += (JSON.parse(text) as { total: number }).total
        }
      return open
    },
    repeat: async (port, most) => {
      // A few more, so that there is something to ask twice however little was acknowledged before.
      for (let n = 0; n < 8; n++) await once(port, fresh())
      const known = ops.filter(({ acknowledged }) => acknowledged !== null)
      for (const op of known.slice(Math.max(0, known.length - most))) await once(port, op)
    },
    load: async (port, until, atOnce, onFirst) => {
      let over = false
      void until.then(() => (over = true))
      // Users wait for their requests, so clients run ahead of the server by a few seconds at most.
      let ahead = 0
      const look = async (): Promise<void> => {
        while (!over) {
          ahead = await client.open(port).catch(() => ahead)
          await pause(200)
        }
      }
      const sendUntilOver = async (): Promise<void> => {
        while (!over) {
          if (ahead > mostAhead) {
            await pause(20)
            continue
          }
          const op = next()
          try {
            if (await once(port, op)) onFirst()
            else if (op.acknowledged === null) open.push(op)
          } catch {
            if (op.acknowledged === null) open.push(op)
            if (over) return
            await pause(5)
          }
        }
      }
      await Promise.all([look(), ...Array.from({ length: atOnce }, sendUntilOver)])
      agent.destroy()
      agent = new Agent({ keepAlive: true })
    },
  }
  return client
}

const mostAhead = 150
const pause = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms))
