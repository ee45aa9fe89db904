import { escapeHtml } from '../escape-html.ts'
import { sessionsOf } from './sessions.ts'
import { isOpen, primaryEmail } from './shapes.ts'
import {
  isLive,
  membershipsOfOrganization,
  membershipsOfUser,
  roleOf,
  type World,
} from './world.ts'

const SHOWN = 50

export function inspectorPage(world: World): string {
  const parts = [
    messages(world),
    deliveries(world),
    users(world),
    organizations(world),
    sessions(world),
  ]
  const links = parts.map(
    ({ id, title, rows }) => `<a href="#${id}">${title} <b>${rows.length}</b></a>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="5">
<title>Sign-in emulator</title><style>${STYLE}</style></head><body>
<header><h1>Sign-in emulator</h1>
<p>Emulates Clerk on this machine. Nothing here was really sent.</p>
<nav>${links.join('')}</nav></header>
<main>${parts.map(section).join('')}</main></body></html>`
}

interface Part {
  id: string
  title: string
  empty: string
  heads: string[]
  rows: Cell[][]
}

type Cell = string | { html: string }

function messages(world: World): Part {
  return {
    id: 'sent',
    title: 'Codes and links',
    empty: 'No code was asked for yet.',
    heads: ['When', 'To', 'Subject', 'Code or link'],
    rows: world.state.sent.map((message) => [
      when(world, message.at),
      message.to,
      message.subject,
      message.link
        ? { html: `<a href="${escapeHtml(message.link)}" rel="noreferrer">Open the invitation</a>` }
        : { html: `<code class="code">${escapeHtml(message.code)}</code>` },
    ]),
  }
}

function deliveries(world: World): Part {
  const tones = { delivered: 'good', waiting: 'waits', 'given up': 'bad' }
  return {
    id: 'events',
    title: 'Webhook deliveries',
    empty: world.announces ? 'Nothing has happened yet.' : 'No webhook is set up.',
    heads: ['When', 'Event', 'State', 'Attempts', 'Last answer', 'Id'],
    rows: world.state.deliveries
      .toReversed()
      .map((delivery) => [
        when(world, delivery.at),
        delivery.type,
        { html: `<span class="${tones[delivery.status]}">${delivery.status}</span>` },
        String(delivery.attempts),
        delivery.answer ?? '–',
        { html: `<code>${escapeHtml(delivery.id)}</code>` },
      ]),
  }
}

function users(world: World): Part {
  const { state } = world
  return {
    id: 'users',
    title: 'Users',
    empty: 'No users yet.',
    heads: ['Name', 'E-mail', 'Mobile', 'Organisations', 'Last signed in', 'Id'],
    rows: newest(Object.values(state.users)).map((user) => [
      `${user.firstName ?? ''} ${user.lastName ?? ''}`.trim() || '–',
      { html: `<span class="whole">${escapeHtml(primaryEmail(user))}</span>` },
      user.phones
        .map((phone) => `${phone.value}${phone.verified ? '' : ' (not confirmed)'}`)
        .join(', ') || '–',
      membershipsOfUser(state, user.id)
        .map(
          (membership) =>
            `${state.organizations[membership.organizationId]?.name ?? ''} (${nameOf(membership.role)})`,
        )
        .join(', ') || '–',
      user.lastSignInAt === null ? 'never' : when(world, user.lastSignInAt),
      { html: `<code>${escapeHtml(user.id)}</code>` },
    ]),
  }
}

function organizations(world: World): Part {
  const { state } = world
  return {
    id: 'organisations',
    title: 'Organisations',
    empty: 'There is no organisation yet.',
    heads: ['Name', 'Members', 'Invited', 'Made', 'Id'],
    rows: newest(Object.values(state.organizations)).map((organization) => [
      organization.name,
      membershipsOfOrganization(state, organization.id)
        .map(({ userId, role }) => {
          const user = state.users[userId]
          return `${user ? primaryEmail(user) : userId} (${nameOf(role)})`
        })
        .join(', ') || 'none',
      Object.values(state.invitations)
        .filter(
          (invitation) =>
            invitation.organizationId === organization.id && isOpen(world, invitation),
        )
        .map((invitation) => `${invitation.email} (${nameOf(invitation.role)})`)
        .join(', ') || '–',
      when(world, organization.createdAt),
      { html: `<code>${escapeHtml(organization.id)}</code>` },
    ]),
  }
}

function sessions(world: World): Part {
  const { state } = world
  return {
    id: 'sessions',
    title: 'Sessions',
    empty: 'No active sessions.',
    heads: ['Who', 'In', 'State', 'Last active', 'Browser', 'Id'],
    rows: sessionsOf(world, () => true).map(({ session }) => {
      const user = state.users[session.userId]
      const live = isLive(world, session)
      const label = session.status === 'active' && !live ? 'expired' : session.status
      return [
        user ? primaryEmail(user) : session.userId,
        state.organizations[session.organizationId ?? '']?.name ?? '–',
        { html: `<span class="${live ? 'good' : 'waits'}">${label}</span>` },
        when(world, session.lastActiveAt),
        session.userAgent,
        { html: `<code>${escapeHtml(session.id)}</code>` },
      ]
    }),
  }
}

function section({ id, title, empty, heads, rows }: Part): string {
  const row = (cells: Cell[]) =>
    `<tr>${cells.map((cell, at) => `<td data-head="${heads[at] ?? ''}">${html(cell)}</td>`).join('')}</tr>`
  const shown = rows.slice(0, SHOWN)
  const more =
    rows.length > SHOWN ? `<p class="more">The newest ${SHOWN} of ${rows.length}.</p>` : ''
  const table = `<div class="scroll" tabindex="0"><table><thead><tr>${heads
    .map((head) => `<th scope="col">${head}</th>`)
    .join('')}</tr></thead><tbody>${shown.map(row).join('')}</tbody></table></div>${more}`
  return `<section id="${id}"><h2>${title}</h2>${rows.length === 0 ? `<p class="more">${empty}</p>` : table}</section>`
}

function newest<T extends { createdAt: number }>(rows: T[]): T[] {
  return rows.toSorted((a, b) => b.createdAt - a.createdAt)
}

function nameOf(role: string): string {
  return roleOf(role)?.name ?? role
}

function when(world: World, at: number): string {
  const seconds = Math.max(0, Math.round((world.now() - at) / 1000))
  if (seconds < 60) return `${seconds} s ago`
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min ago`
  if (seconds < 86_400) return `${Math.round(seconds / 3_600)} h ago`
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ')
}

function html(cell: Cell): string {
  return typeof cell === 'string' ? escapeHtml(cell) : cell.html
}

const STYLE = `
:root{color-scheme:light dark;--paper:light-dark(oklch(0.985 0.004 95),oklch(0.2 0.006 95));--card:light-dark(#fff,oklch(0.24 0.006 95));--ink:light-dark(oklch(0.24 0.01 95),oklch(0.93 0.005 95));--quiet:light-dark(oklch(0.46 0.01 95),oklch(0.74 0.008 95));--line:light-dark(oklch(0.9 0.006 95),oklch(0.33 0.006 95));--accent:light-dark(oklch(0.45 0.1 165),oklch(0.8 0.11 165));--amber:light-dark(oklch(0.5 0.11 70),oklch(0.82 0.12 80));--red:light-dark(oklch(0.48 0.17 28),oklch(0.76 0.13 25))}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:14px/1.5 system-ui,sans-serif}
header,main{max-width:1240px;margin:0 auto;padding:24px 24px 0}main{padding:8px 24px 48px}
h1{font-size:26px;line-height:1.2;margin:0 0 4px}h2{font-size:16px;margin:0 0 8px}p{margin:0;color:var(--quiet)}
nav{display:flex;flex-wrap:wrap;gap:4px 20px;margin-top:16px}a{color:var(--accent);text-underline-offset:3px}nav a{text-decoration:none;padding:6px 0}nav b{color:var(--quiet);font-weight:400;font-variant-numeric:tabular-nums}
a:focus-visible,.scroll:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
section{margin-top:24px;scroll-margin-top:16px}.scroll{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:10px}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:8px 16px;vertical-align:top}td{max-width:360px;overflow-wrap:anywhere}td:first-child{white-space:nowrap}
th{font-size:12px;font-weight:500;color:var(--quiet);white-space:nowrap;border-bottom:1px solid var(--line)}tr+tr td{border-top:1px solid var(--line)}
code{font:12px/1.5 ui-monospace,monospace;color:var(--quiet);white-space:nowrap}.code{font-size:16px;color:var(--ink);letter-spacing:.08em}
.whole{white-space:nowrap}.good{color:var(--accent)}.waits{color:var(--amber)}.bad{color:var(--red)}.more{padding:8px 0}`
