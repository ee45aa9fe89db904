import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from './errors.ts'
import { primaryEmail } from './shapes.ts'
import { membershipsOfUser, type World } from './world.ts'

/** A page for developers with the users and the codes 'sent'; it is not served through the product's own address. */
export function inspectorRoutes(app: FastifyInstance, world: World): void {
  app.get('/', (request, reply) => {
    refuseProxied(request)
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .header('cache-control', 'no-store')
      .send(page(world))
  })

  app.get('/sent.json', (request) => {
    refuseProxied(request)
    return world.state.sent
  })
}

// Through the product's origin anyone who reaches the product could read the codes and take over accounts.
function refuseProxied(request: FastifyRequest): void {
  if (
    request.headers['x-forwarded-host'] ||
    request.headers['x-forwarded-for'] ||
    request.headers.forwarded
  )
    throw notFound()
}

function page(world: World): string {
  const sent = world.state.sent.map((one) => [
    new Date(one.at).toISOString(),
    one.to,
    one.subject,
    one.code,
  ])
  const users = Object.values(world.state.users).map((user) => {
    const places = membershipsOfUser(world.state, user.id).map(
      (one) => `${world.state.organizations[one.organizationId]?.name ?? ''} (${one.role})`,
    )
    return [
      user.id,
      primaryEmail(user),
      `${user.firstName ?? ''} ${user.lastName ?? ''}`,
      places.join(', '),
    ]
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="5"><title>Sign-in emulator</title>
<style>body{font:16px/1.5 system-ui;margin:32px;max-width:1100px}table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:4px 12px 4px 0;border-bottom:1px solid #ccc}</style>
<h1>Sign-in emulator</h1><p>Stands in for Clerk on this machine. Nothing here was sent anywhere.</p>
<h2>Codes</h2>${table(['When', 'To', 'Subject', 'Code'], sent)}
<h2>Users</h2>${table(['Id', 'E-mail', 'Name', 'Organisations'], users)}</html>`
}

function table(heads: string[], rows: string[][]): string {
  if (rows.length === 0) return '<p>None yet.</p>'
  const row = (tag: string, cells: string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`
  return `<table>${row('th', heads)}${rows.map((cells) => row('td', cells)).join('')}</table>`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
