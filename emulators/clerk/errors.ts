/** An answer in Clerk's error form; the routes throw it and the app turns it into the body. */
export class ClerkError extends Error {
  readonly status: number
  readonly code: string
  readonly param: string | undefined

  constructor(status: number, code: string, message: string, param?: string) {
    super(message)
    this.status = status
    this.code = code
    this.param = param
  }
}

/** `param` names the field of the form under which Clerk's screens show the message. */
export function clerkError(
  status: number,
  code: string,
  message: string,
  param?: string,
): ClerkError {
  return new ClerkError(status, code, message, param)
}

export function notFound(): ClerkError {
  return clerkError(404, 'resource_not_found', 'Resource not found')
}

/** Only for a session that is really over: clerk-js signs the person out on a 401. */
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
        meta: error.param ? { param_name: error.param } : {},
      },
    ],
  }
}
