/** Routes throw it; the app turns it into Clerk's body. */
export class ClerkError extends Error {
  readonly status: number
  readonly code: string
  readonly meta: object

  constructor(status: number, code: string, message: string, meta: object = {}) {
    super(message)
    this.status = status
    this.code = code
    this.meta = meta
  }
}

/** `param` names the form field; `meta` has the other fields that Clerk's screens read. */
export function clerkError(
  status: number,
  code: string,
  message: string,
  param?: string,
  meta: object = {},
): ClerkError {
  return new ClerkError(status, code, message, param ? { param_name: param, ...meta } : meta)
}

export function notFound(): ClerkError {
  return clerkError(404, 'resource_not_found', 'Resource not found')
}

/** Only for a session that is really over: clerk-js signs the user out on a 401. */
export function unauthenticated(): ClerkError {
  return clerkError(401, 'authentication_invalid', 'Invalid authentication')
}

export function errorBody(error: ClerkError): object {
  return {
    errors: [
      {
        code: error.code,
        message: error.message,
        long_message: error.message,
        meta: error.meta,
      },
    ],
  }
}
