import { internationalNumber, phoneErrors, type ReadNumber } from '../../contract/core/phone.ts'

/** What a hook sets becomes the answer if the request is not sent. */
type ClerkRequest = { method?: unknown; path?: unknown; body?: unknown; status?: number }
type ClerkResponse = { payload?: unknown }

type Hooks = {
  before: (ask: (request: ClerkRequest) => Promise<boolean>) => void
  after: (listener: (request: ClerkRequest, response: ClerkResponse) => void) => void
}

/**
 * Refuses an invalid international number (spec 5) before Clerk's screens send it, in Clerk's format. Returns false if the hooks,
 * internals of the pinned version, are missing; then only the service checks.
 */
export function checkPhones(
  clerk: object,
  loadReader: () => Promise<ReadNumber> = smallReader,
): boolean {
  const hooks = hooksOf(clerk)
  if (!hooks) return false
  const refused = new WeakSet<ClerkRequest>()
  hooks.before(async (request) => {
    const phone = phoneIn(request)
    if (phone === null) return true
    // If the parser does not load, the sign-in service decides.
    const read = await loadReader().catch(() => null)
    if (read === null || internationalNumber(phone, read) !== null) return true
    refused.add(request)
    request.status = 422
    return false
  })
  hooks.after((request, response) => {
    if (refused.has(request)) response.payload = { errors: [refusal] }
  })
  return true
}

const refusal = {
  code: 'form_param_format_invalid',
  message: phoneErrors.format,
  long_message: phoneErrors.format,
  meta: { param_name: 'phone_number' },
}

const smallReader = async (): Promise<ReadNumber> =>
  (await import('libphonenumber-js/min')).parsePhoneNumberFromString

/** Null if empty, because the number is optional. */
function phoneIn({ method, body }: ClerkRequest): string | null {
  if (method === undefined || method === 'GET' || typeof body !== 'string') return null
  const phone = new URLSearchParams(body).get('phone_number')
  return phone === null || phone.trim() === '' ? null : phone
}

function hooksOf(clerk: object): Hooks | null {
  const before: unknown = Reflect.get(clerk, '__unstable__onBeforeRequest')
  const after: unknown = Reflect.get(clerk, '__unstable__onAfterResponse')
  if (typeof before !== 'function' || typeof after !== 'function') return null
  return {
    before: (ask) => void Reflect.apply(before, clerk, [ask]),
    after: (listener) => void Reflect.apply(after, clerk, [listener]),
  }
}
