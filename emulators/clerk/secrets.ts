import { createHash, randomBytes, randomInt, scryptSync, timingSafeEqual } from 'node:crypto'
import { clerkError } from './errors.ts'
import type { World } from './world.ts'

const CODE_LIFE_MS = 10 * 60_000
const CODE_ATTEMPTS = 5
const MAX_SENT = 200

export function hashPassword(password: string): string {
  const salt = randomBytes(16)
  return `${salt.toString('hex')}:${scryptSync(password, salt, 32).toString('hex')}`
}

export function passwordMatches(password: string, hash: string | null): boolean {
  const [salt, digest] = hash?.split(':') ?? []
  if (!salt || !digest) return false
  return timingSafeEqual(
    scryptSync(password, Buffer.from(salt, 'hex'), 32),
    Buffer.from(digest, 'hex'),
  )
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export function checkNewPassword(password: string, param = 'password'): void {
  if (password.length < 8) {
    throw clerkError(
      422,
      'form_password_length_too_short',
      'Passwords must be 8 characters or more.',
      param,
    )
  }
  if (password.length > 72) {
    throw clerkError(
      422,
      'form_password_length_too_long',
      'Passwords must be 72 characters or fewer.',
      param,
    )
  }
}

/** Stores the code for the inspector page; nothing leaves the machine. */
export function sendCode(world: World, subjectId: string, to: string, subject: string): void {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const now = world.now()
  world.state.codes[subjectId] = { code, attempts: 0, expireAt: now + CODE_LIFE_MS }
  recordSent(world, { at: now, to, subject, code, link: '' })
}

export function sendLink(world: World, to: string, subject: string, link: string): void {
  recordSent(world, { at: world.now(), to, subject, code: '', link })
}

function recordSent(world: World, message: World['state']['sent'][number]): void {
  world.state.sent = [message, ...world.state.sent].slice(0, MAX_SENT)
}

/** Throws Clerk's error if the code is wrong, used or expired. */
export function spendCode(world: World, subjectId: string, code: string): void {
  const pending = world.state.codes[subjectId]
  if (!pending || pending.expireAt <= world.now()) {
    throw clerkError(
      422,
      'verification_expired',
      'This code has expired. Ask for a new one.',
      'code',
    )
  }
  pending.attempts += 1
  if (pending.attempts > CODE_ATTEMPTS) {
    throw clerkError(
      422,
      'verification_failed',
      'Too many failed attempts. Ask for a new code.',
      'code',
    )
  }
  if (pending.code !== code) throw clerkError(422, 'form_code_incorrect', 'Incorrect code.', 'code')
  delete world.state.codes[subjectId]
}
