import { z } from 'zod/mini'

/** As clerk-js sees it: keeps cookies and sends forms; methods other than GET and POST go in the query. */
export interface Browser {
  send: (method: string, path: string, form?: Record<string, string>) => Promise<Reply>
  get: (path: string) => Promise<Reply>
  post: (path: string, form?: Record<string, string>) => Promise<Reply>
  cookie: (name: string) => string | undefined
}

interface Reply {
  status: number
  body: z.infer<typeof Body>
}

const Loose = z.record(z.string(), z.unknown())

// A few endpoints return a list; it is under `data` here.
const Answer = z.union([
  Loose,
  z.pipe(
    z.array(Loose),
    z.transform((list): Record<string, unknown> => ({ data: list })),
  ),
])

const Session = z.looseObject({
  id: z.string(),
  last_active_organization_id: z.nullable(z.string()),
  last_active_token: z.object({ object: z.literal('token'), jwt: z.string() }),
  user: z.looseObject({ id: z.string(), organization_memberships: z.array(Loose) }),
})

const Client = z.looseObject({
  sessions: z.array(Session),
  sign_in: z.nullable(Loose),
  sign_up: z.nullable(Loose),
  last_active_session_id: z.nullable(z.string()),
})

const Body = z.looseObject({
  response: z.optional(z.nullable(Answer)),
  client: z.optional(z.nullable(Client)),
  errors: z.optional(z.array(z.object({ code: z.string(), message: z.string(), meta: Loose }))),
  meta: z.optional(z.object({ client: z.nullable(Client) })),
  jwt: z.optional(z.string()),
})

export function openBrowser(url: () => string, origin: string): Browser {
  const jar = new Map<string, string>()
  const send = async (
    method: string,
    path: string,
    form: Record<string, string> = {},
  ): Promise<Reply> => {
    const override = ['GET', 'POST'].includes(method) ? '' : `?_method=${method}`
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(`${url()}${path}${override}`, {
      method: method === 'GET' ? 'GET' : 'POST',
      headers: { cookie, ...(method === 'GET' ? {} : { origin }) },
      body: method === 'GET' ? null : new URLSearchParams(form),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    return { status: answer.status, body: z.parse(Body, await answer.json()) }
  }
  return {
    send,
    get: (path) => send('GET', path),
    post: (path, form) => send('POST', path, form),
    cookie: (name) => jar.get(name),
  }
}

export async function signIn(browser: Browser, email: string, password: string) {
  const started = await browser.post('/v1/client/sign_ins', { identifier: email })
  const id = String(started.body.response?.['id'])
  const done = await browser.post(`/v1/client/sign_ins/${id}/attempt_first_factor`, {
    strategy: 'password',
    password,
  })
  const session = done.body.client?.sessions[0]
  if (!session) throw new Error(`not signed in: ${JSON.stringify(done.body)}`)
  return { id: session.id, token: session.last_active_token.jwt, session, reply: done }
}
