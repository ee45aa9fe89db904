import { internationalNumber, phoneErrors, type ReadNumber } from '../../contract/core/phone.ts'

/** What clerk-js shows of a request before it is sent; what is set on it becomes the answer where the request is not sent. */
type Asked = { method?: unknown; path?: unknown; body?: unknown; status?: number }
type Answered = { payload?: unknown }

type Hooks = {
  before: (ask: (asked: Asked) => Promise<boolean>) => void
  after: (told: (asked: Asked, answered: Answered) => void) => void
}

/**
 * Has every mobile number that one of Clerk's screens is about to send read here first: one that is not in a valid international
 * format (spec 5) is answered at once, in Clerk's own form of an error, and never sent. The hooks are internals of the pinned version;
 * where they are missing the sign-in service's own check remains and the answer is false.
 */
export function checkPhones(
  clerk: object,
  loadReader: () => Promise<ReadNumber> = smallReader,
): boolean {
  const hooks = hooksOf(clerk)
  if (!hooks) return false
  const refused = new WeakSet<Asked>()
  hooks.before(async (asked) => {
    const phone = phoneIn(asked)
    if (phone === null) return true
    // Without the reader, whose code may be out of reach, the sign-in service decides.
    const read = await loadReader().catch(() => null)
    if (read === null || internationalNumber(phone, read) !== null) return true
    refused.add(asked)
    asked.status = 422
    return false
  })
  hooks.after((asked, answered) => {
    if (refused.has(asked)) answered.payload = { errors: [refusal] }
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

/** The number a request carries; an empty one is none, since it is optional. */
function phoneIn({ method, body }: Asked): string | null {
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
    after: (told) => void Reflect.apply(after, clerk, [told]),
  }
}
