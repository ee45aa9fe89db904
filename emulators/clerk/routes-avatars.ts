import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { notFound } from './errors.ts'
import { pictureType } from './pictures.ts'
import { digestOf } from './secrets.ts'
import { primaryEmail } from './shapes.ts'
import type { World } from './world.ts'

interface ByFile {
  Params: { file: string }
}

export function avatarRoutes(app: FastifyInstance, world: World): void {
  app.get<ByFile>('/img/:file', (request, reply) => {
    const { file } = request.params
    const type = pictureType(file)
    if (type) {
      return reply
        .type(type)
        .header('cache-control', 'private, max-age=300')
        .header('x-content-type-options', 'nosniff')
        .send(readPicture(join(world.pictures, file)))
    }
    const id = file.replace(/\.svg$/, '')
    const user = world.state.users[id]
    const organization = world.state.organizations[id]
    const name = user
      ? [user.firstName, user.lastName].filter(Boolean).join(' ') || primaryEmail(user)
      : (organization?.name ?? '?')
    return reply
      .type('image/svg+xml')
      .header('cache-control', 'private, max-age=300')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(avatar(id, name))
  })
}

function readPicture(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    throw notFound()
  }
}

function avatar(id: string, name: string): string {
  const parts = name.split(/[\s@.]+/).filter((part) => /^[\p{L}\p{N}]/u.test(part))
  const initials =
    parts
      .slice(0, 2)
      .map((part) => part.charAt(0).toUpperCase())
      .join('') || '?'
  const hue = Number.parseInt(digestOf(id).slice(0, 4), 16) % 360
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80" width="80" height="80"><rect width="80" height="80" fill="hsl(${hue} 32% 38%)"/><text x="40" y="41" fill="#fff" font-family="system-ui, sans-serif" font-size="32" font-weight="600" text-anchor="middle" dominant-baseline="central">${initials}</text></svg>`
}
