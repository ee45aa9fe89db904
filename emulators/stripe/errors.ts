interface Details {
  type?: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  code?: string
  param?: string
  decline_code?: string
  advice_code?: string
  payment_intent?: object
  setup_intent?: object
  payment_method?: object
}

/** Routes throw it; the app turns it into Stripe's body. */
export class StripeError extends Error {
  readonly status: number
  readonly details: Details

  constructor(status: number, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.details = details
  }
}

export function invalid(message: string, code?: string, param?: string): StripeError {
  return new StripeError(400, message, { ...(code && { code }), ...(param && { param }) })
}

export function missing(what: string, id: string, param = 'id'): StripeError {
  const message = `No such ${what}: '${id}'`
  return new StripeError(404, message, { code: 'resource_missing', param })
}

/** Of a reference inside a body, as opposed to the address. */
export function missingReference(what: string, id: string, param: string): StripeError {
  return invalid(`No such ${what}: '${id}'`, 'resource_missing', param)
}

export function errorBody({ status, message, details }: StripeError): { error: object } {
  const type = status >= 500 ? 'api_error' : 'invalid_request_error'
  const { code } = details
  return {
    error: {
      type,
      ...details,
      message,
      ...(code && { doc_url: `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}` }),
    },
  }
}
