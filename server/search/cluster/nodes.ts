/** Nodes of a cluster that speak OpenSearch's HTTP API. */
export type Nodes = {
  /**
   * A body is JSON, or lines of JSON. Another node is tried when one does not answer, so every call must be repeatable. Throws
   * `ClusterAway`, or `ClusterRefusal` for a status of 400 and above.
   */
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object | string,
    timeoutMs?: number,
  ): Promise<unknown>
}

/** No node answers, or the cluster is too busy. */
export class ClusterAway extends Error {}

export class ClusterRefusal extends Error {
  readonly status: number

  constructor(status: number, why: string) {
    super(why)
    this.status = status
  }
}

export type NodesParts = {
  /** Each with its user and password, if it needs them. */
  urls: readonly string[]
  fetch: typeof fetch
  now(): number
}

/** Milliseconds for which a node that did not answer is left alone. */
const pauseMs = 2_000
/** The node is overloaded, starts or has lost its cluster. */
const busy = new Set([429, 502, 503, 504])

export const createNodes = ({ urls, fetch, now }: NodesParts): Nodes => {
  const nodes = urls.map((url) => ({ ...addressOf(url), pausedUntil: 0 }))
  let turn = 0
  return {
    call: async (method, path, body, timeoutMs = 60_000) => {
      const from = turn++
      const order = nodes.map((_, index) => nodes[(from + index) % nodes.length])
      let why = 'each node has just failed'
      for (const node of order) {
        if (!node || node.pausedUntil > now()) continue
        const answer = await send(fetch, node, { method, path, body, timeoutMs }).catch(reasonOf)
        if (typeof answer === 'string') {
          node.pausedUntil = now() + pauseMs
          why = answer
          continue
        }
        if (answer.status < 400) return answer.text === '' ? null : JSON.parse(answer.text)
        why = answer.text.slice(0, 2_000)
        if (!busy.has(answer.status)) throw new ClusterRefusal(answer.status, why)
      }
      throw new ClusterAway(`The search cluster does not answer: ${why}`)
    },
  }
}

type Message = {
  method: string
  path: string
  body: object | string | undefined
  timeoutMs: number
}

type Address = { origin: string; authorization: string | undefined }

const send = async (
  fetch: NodesParts['fetch'],
  { origin, authorization }: Address,
  { method, path, body, timeoutMs }: Message,
): Promise<{ status: number; text: string }> => {
  const response = await fetch(`${origin}${path}`, {
    method,
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(body !== undefined && {
        'content-type': typeof body === 'string' ? 'application/x-ndjson' : 'application/json',
      }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}

const addressOf = (url: string): Address => {
  const { origin, username, password } = new URL(url)
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return {
    origin,
    authorization: username === '' ? undefined : `Basic ${Buffer.from(user).toString('base64')}`,
  }
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
