import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../../escape-html.ts'
import { page } from './html.ts'
import { CrmRefused, type CrmUser, type CrmWorld } from './world.ts'

/** What the product requests. */
export type Consent = {
  clientId: string
  redirect: string
  state: string | null
  scopes: readonly string[]
  optionalScopes?: readonly string[]
  challenge: string | null
  /** Added to the address that the admin returns to. */
  returnWith?: Record<string, string>
}

/** A page with Allow and Deny, plain HTML: a test presses them by a form post to `/_/consent`. */
export const consentRoutes = (
  app: FastifyInstance,
  world: CrmWorld,
  path: string,
  read: (query: URLSearchParams) => Consent,
): void => {
  const open = openRequests(app, world)
  app.get(path, { exposeHeadRoute: false }, async (request, reply) => {
    const { searchParams } = new URL(request.url, 'http://emulator.example')
    const consent = read(searchParams)
    if (consent.clientId !== world.state.clientId || !URL.canParse(consent.redirect))
      return reply
        .code(400)
        .type('text/html')
        .send(page(world.name, 'This app cannot connect', wrongApp))
    const id = randomBytes(12).toString('base64url')
    open.set(id, consent)
    return reply.type('text/html; charset=utf-8').send(consentPage(world, id, consent))
  })
}

const wrongApp = '<p>The client id or the redirect address is wrong.</p>'

const requests = new WeakMap<FastifyInstance, Map<string, Consent>>()

/** Several authorize paths share the one page. */
const openRequests = (app: FastifyInstance, world: CrmWorld): Map<string, Consent> => {
  const existing = requests.get(app)
  if (existing) return existing
  const open = new Map<string, Consent>()
  requests.set(app, open)
  app.post('/_/consent', async (request, reply) => {
    const form = new URLSearchParams(String(request.body))
    const consent = open.get(form.get('request') ?? '')
    if (!consent) throw new CrmRefused({ status: 400, body: 'This page was used before.' })
    open.delete(form.get('request') ?? '')
    const location =
      form.get('decision') === 'allow'
        ? allow(world, consent, form.get('user') ?? '')
        : returnTo(consent, { error: 'access_denied', error_description: 'The user denied access' })
    world.save()
    return reply.code(302).header('location', location).send()
  })
  return open
}

const allow = (world: CrmWorld, consent: Consent, userId: string): string => {
  const user = world.users.find(({ id }) => id === userId) ?? world.users[0]
  if (!user) throw new Error('The account has no user.')
  const { redirect, challenge } = consent
  const requested = [...consent.scopes, ...(consent.optionalScopes ?? [])]
  const scopes = requested.filter((scope) => !user.deniedScopes.includes(scope))
  const code = world.oauth.newCode({ redirect, challenge, userId: user.id, scopes })
  return returnTo(consent, { code })
}

const returnTo = (
  { redirect, state, returnWith }: Consent,
  parameters: Record<string, string>,
): string => {
  const url = new URL(redirect)
  for (const [name, value] of Object.entries({ ...parameters, ...returnWith }))
    url.searchParams.set(name, value)
  if (state !== null) url.searchParams.set('state', state)
  return url.href
}

const consentPage = (world: CrmWorld, id: string, consent: Consent): string => {
  const scopes = [...consent.scopes, ...(consent.optionalScopes ?? [])]
  return page(
    world.name,
    `Connect Fieldbook to ${world.name}?`,
    `<p>The app wants to:</p><ul>${scopes.map((scope) => `<li><code>${escapeHtml(scope)}</code></li>`).join('')}</ul>
<form method="post" action="/_/consent"><input type="hidden" name="request" value="${id}">
<label>As <select name="user">${world.users.map(option).join('')}</select></label>
<button class="primary" name="decision" value="allow">Allow</button><button name="decision" value="deny">Deny</button></form>`,
  )
}

const option = ({ id, name, email }: CrmUser): string =>
  `<option value="${escapeHtml(id)}">${escapeHtml(`${name} (${email})`)}</option>`
