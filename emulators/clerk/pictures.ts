import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clerkError } from './errors.ts'
import type { OrganizationRecord, UserRecord } from './state.ts'
import { newId, type World } from './world.ts'

const LARGEST_BYTES = 10 * 1024 * 1024

// Detected by the first bytes instead of the file name; without SVG, which can hold scripts.
const KINDS = [
  { ending: 'png', type: 'image/png', begins: '89504e47' },
  { ending: 'jpg', type: 'image/jpeg', begins: 'ffd8ff' },
  { ending: 'gif', type: 'image/gif', begins: '47494638' },
  { ending: 'webp', type: 'image/webp', begins: '52494646' },
]

/** Throws Clerk's error for other files than pictures. */
export function setPicture(
  world: World,
  owner: UserRecord | OrganizationRecord,
  file: Uint8Array | null,
): void {
  const start = Buffer.from(file?.subarray(0, 4) ?? []).toString('hex')
  const kind = KINDS.find((candidate) => start.startsWith(candidate.begins))
  if (!file || !kind)
    throw clerkError(
      400,
      'avatar_file_type_invalid',
      'File type not supported. Please upload a JPG, PNG, GIF, or WEBP image.',
      'file',
    )
  if (file.length > LARGEST_BYTES)
    throw clerkError(
      413,
      'avatar_file_size_exceeded',
      'File size exceeds the maximum limit of 10MB.',
      'file',
    )
  dropPicture(world, owner)
  const imageId = `${newId('img')}.${kind.ending}`
  mkdirSync(world.pictures, { recursive: true, mode: 0o700 })
  writeFileSync(join(world.pictures, imageId), file, { mode: 0o600 })
  owner.imageId = imageId
}

export function dropPicture(world: World, owner: UserRecord | OrganizationRecord): void {
  if (owner.imageId) rmSync(join(world.pictures, owner.imageId), { force: true })
  owner.imageId = null
}

/** Undefined for an impossible name. */
export function pictureType(imageId: string): string | undefined {
  const ending = /^img_[0-9a-f]+\.(\w+)$/.exec(imageId)?.[1]
  return KINDS.find((kind) => kind.ending === ending)?.type
}
