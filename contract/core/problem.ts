import * as z from 'zod/mini'

/** Every error code with its HTTP status and title (product 2.12). */
export const problems = {
  malformed: { status: 400, title: 'We couldn’t read this request' },
  unauthenticated: { status: 401, title: 'Sign in to continue' },
  'crm-token': { status: 401, title: 'Your CRM session has expired' },
  'subscription-required': { status: 402, title: 'You need an active plan' },
  'insufficient-credits': { status: 402, title: 'Insufficient credits' },
  'payment-declined': { status: 402, title: 'The payment was declined' },
  'cap-reached': { status: 402, title: 'You’ve reached your credit limit' },
  'role-forbidden': { status: 403, title: 'Your role doesn’t allow this' },
  'feature-disabled': { status: 403, title: 'Your plan doesn’t include this' },
  'not-found': { status: 404, title: 'Not found' },
  'name-taken': { status: 409, title: 'This name is taken' },
  'version-conflict': { status: 409, title: 'Changed by someone else in the meantime' },
  'price-changed': { status: 409, title: 'The price has changed' },
  'plan-active': { status: 409, title: 'Your company already has a plan' },
  'trial-used': { status: 409, title: 'This trial has been used' },
  'still-running': { status: 409, title: 'This request is still running' },
  'crm-away': { status: 409, title: 'This CRM isn’t connected' },
  deleted: { status: 410, title: 'Deleted in the meantime' },
  'file-expired': { status: 410, title: 'This file has expired' },
  'too-large': { status: 413, title: 'This request is too large' },
  'range-beyond': { status: 416, title: 'This file is shorter' },
  'invalid-input': { status: 422, title: 'Some values aren’t valid' },
  'invalid-filter': { status: 422, title: 'Some filters aren’t valid' },
  'page-too-deep': { status: 422, title: 'You can only page through the first 10,000 results' },
  'amount-mismatch': { status: 422, title: 'The amount doesn’t add up' },
  'payment-unavailable': { status: 422, title: 'Card payment isn’t set up here' },
  'crm-refused': { status: 422, title: 'The CRM refused this' },
  'key-reused': { status: 422, title: 'This Idempotency-Key was used for a different request' },
  'key-missing': { status: 400, title: 'An Idempotency-Key is required' },
  'not-ready': { status: 425, title: 'Not ready yet' },
  'client-outdated': { status: 426, title: 'A newer version of Fieldbook is available' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  unexpected: { status: 500, title: 'Something went wrong on our side' },
  maintenance: { status: 503, title: 'Fieldbook is down for maintenance' },
  unavailable: { status: 503, title: 'Fieldbook is briefly unavailable' },
  'crm-unavailable': { status: 503, title: 'The CRM isn’t answering' },
  'register-away': { status: 503, title: 'The register isn’t answering' },
  'storage-full': { status: 507, title: 'We’re out of storage' },
} as const

export type ProblemCode = keyof typeof problems

/** `pointer` is a JSON pointer. */
export const ProblemDetail = z.object({
  pointer: z.string(),
  code: z.string(),
  detail: z.string(),
})
export type ProblemDetail = z.infer<typeof ProblemDetail>

/** As a JSON pointer writes it (RFC 6901). */
export const escapePointer = (part: string): string =>
  part.replaceAll('~', '~0').replaceAll('/', '~1')

/** application/problem+json (RFC 9457, product 2.12). Further members depend on the code. */
export const Problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  instance: z.string(),
  code: z.string(),
  requestId: z.string(),
  errors: z.optional(z.array(ProblemDetail)),
})
export type Problem = z.infer<typeof Problem>
