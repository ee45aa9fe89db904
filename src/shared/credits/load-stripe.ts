import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { readPageSettings } from '../../lib/page-settings.ts'

let loading: Promise<Stripe> | null = null

/** Stripe's script, fetched with the first card and never before. Rejects if it cannot be loaded; the next call tries again. */
export const openStripe = (): Promise<Stripe> => {
  loading ??= load().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

const load = async (): Promise<Stripe> => {
  const settings = readPageSettings().stripe
  if (!settings) throw new Error('The page has no key of Stripe.')
  // The loader uses a script that is already there, and otherwise fetches Stripe's own.
  if (settings.scriptUrl !== null) await addScript(settings.scriptUrl)
  const stripe = await loadStripe(settings.publishableKey)
  if (stripe === null) throw new Error('Stripe runs in browsers only.')
  return stripe
}

const addScript = (src: string): Promise<void> =>
  new Promise((done, fail) => {
    const script = document.createElement('script')
    script.src = src
    script.addEventListener('load', () => done())
    script.addEventListener('error', () => {
      script.remove()
      fail(new Error('The script for cards did not load.'))
    })
    document.head.append(script)
  })
