import type { Appearance, Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { links } from '../../../contract/links.ts'
import { openStripe } from './load-stripe.ts'

/** Stripe's own fields: a card never passes through Fieldbook. Each call answers why it was refused, or null once it is paid. */
export type CardFields = {
  mount: (target: HTMLElement, clientSecret: string) => Promise<() => void>
  confirm: (clientSecret: string) => Promise<string | null>
  /** The bank wants the customer to confirm a card that is on file. */
  confirmWithBank: (clientSecret: string) => Promise<string | null>
}

export const createCardFields = (open: () => Promise<Stripe> = openStripe): CardFields => {
  let elements: StripeElements | null = null
  return {
    mount: async (target, clientSecret) => {
      const stripe = await open()
      elements = stripe.elements({ clientSecret, appearance: appearanceOf(target) })
      const element = elements.create('payment')
      await new Promise<void>((done, fail) => {
        element.on('ready', () => done())
        element.on('loaderror', ({ error }) => fail(new Error(error.message ?? '')))
        element.mount(target)
      })
      return () => element.destroy()
    },
    confirm: async (clientSecret) => {
      const stripe = await open()
      if (elements === null) return notReady
      const checked = await elements.submit()
      if (checked.error) return refusalOf(checked.error)
      const { error } = await stripe.confirmPayment({
        elements,
        clientSecret,
        confirmParams: { return_url: new URL(links.billing(), location.href).href },
        redirect: 'if_required',
      })
      return error ? refusalOf(error) : null
    },
    confirmWithBank: async (clientSecret) => {
      const { error } = await (await open()).handleNextAction({ clientSecret })
      return error ? refusalOf(error) : null
    },
  }
}

const notReady = 'The card form is still loading. Try again in a moment.'

/** Stripe writes its messages for customers. */
const refusalOf = ({ message }: Pick<StripeError, 'message'>): string =>
  message ?? 'Your bank declined the card. Try another card.'

const appearanceOf = (target: HTMLElement): Appearance => ({
  theme: isDark(target) ? 'night' : 'stripe',
  variables: { borderRadius: '6px', fontSizeBase: '16px' },
})

/** The user's choice, or else the system's. */
const isDark = (target: HTMLElement): boolean => {
  const scheme = getComputedStyle(target).colorScheme
  return scheme.includes('light')
    ? scheme.includes('dark') && matchMedia('(prefers-color-scheme: dark)').matches
    : scheme.includes('dark')
}
