import { z } from 'zod'

export type StripeEnv = {
  secretKey: string
  publishableKey: string
  /** Several during a rotation. */
  webhookSecrets: readonly string[]
  /** `rates`: two fixed rates of GST; `auto`: Stripe Tax, which needs registrations in the account. */
  tax: 'rates' | 'auto'
}

export const stripeVariables = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(
      /^[rs]k_(test|live)_\S+$/,
      "must start with sk_test_, sk_live_ or rk_, as in Stripe's dashboard",
    )
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\S+$/, "must start with pk_test_ or pk_live_, as in Stripe's dashboard")
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((secret) => secret.trim())
        .filter(Boolean),
    )
    .refine(
      (secrets) => secrets.length > 0 && secrets.every((secret) => /^whsec_\S{4,}$/.test(secret)),
      "must be a signing secret of Stripe's dashboard, starting with whsec_, or several with commas between",
    )
    .optional(),
  STRIPE_TAX: z.enum(['rates', 'auto'], 'must be rates or auto').default('rates'),
}

const together = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']

export const stripeProblems = (set: Record<string, string | undefined>): string[] => {
  const missing = together.filter((name) => set[name] === undefined)
  if (missing.length > 0 && missing.length < together.length)
    return [
      `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set: set all of ${together.join(', ')} for card payment, or none of them.`,
    ]
  const [secret, publishable] = together.map((name) => /_(test|live)_/.exec(set[name] ?? '')?.[1])
  return secret === publishable
    ? []
    : [
        'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different kinds: one is a test key and the other a live key.',
      ]
}

/** Undefined unless all are set. */
export const stripeOf = (read: {
  STRIPE_SECRET_KEY?: string | undefined
  STRIPE_PUBLISHABLE_KEY?: string | undefined
  STRIPE_WEBHOOK_SECRET?: readonly string[] | undefined
  STRIPE_TAX: StripeEnv['tax']
}): StripeEnv | undefined => {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecrets,
    STRIPE_TAX: tax,
  } = read
  return secretKey && publishableKey && webhookSecrets
    ? { secretKey, publishableKey, webhookSecrets, tax }
    : undefined
}
