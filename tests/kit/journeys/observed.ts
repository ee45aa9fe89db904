import type { BrowserContext, Route } from '@playwright/test'
import type { ObserveEmulator } from '../../../emulators/observe/emulator.ts'

/** Where pages find the services. A page may not call this machine itself. */
export const servicesOrigin = 'https://services.example'

/** Pages of this context have the keys of every service; the services are `observe`. */
export const withServices = async (
  context: BrowserContext,
  observe: ObserveEmulator,
): Promise<void> => {
  // PostHog sends nothing from a browser that a program drives; every session is recorded.
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'webdriver', { value: false })
    Math.random = () => 0.05
  })
  const keys = {
    posthogKey: 'phc_1',
    posthogHost: servicesOrigin,
    sentryDsn: `${servicesOrigin.replace('//', '//public@')}/1`,
  }
  await context.route(
    ({ origin }) => origin === servicesOrigin,
    (route) => passOn(route, observe),
  )
  await context.route(
    (url) => /^\/(dashboard|sign-in)/.test(url.pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.continue()
      const response = await route.fetch()
      const html = await response.text()
      const policy = (response.headers()['content-security-policy'] ?? '').replace(
        /(script|connect)-src 'self'/g,
        `$& ${servicesOrigin} https://app.productfruits.com`,
      )
      await route.fulfill({
        response,
        headers: { ...response.headers(), 'content-security-policy': policy },
        body: html.replace(
          /(<script type="application\/json" id="boot">)(.*?)(<\/script>)/s,
          (_, begin: string, json: string, end: string) =>
            begin + JSON.stringify({ ...JSON.parse(json), ...keys }) + end,
        ),
      })
    },
  )
  const patch = (path: string, change: (body: never) => object) =>
    context.route(`**/api${path}`, async (route) => {
      const response = await route.fetch()
      const body: unknown = await response.json()
      await route.fulfill({ response, json: change(body as never) })
    })
  await patch('/configs', ({ configs }: { configs: object }) => ({
    configs: {
      ...configs,
      posthog: true,
      product_fruits: true,
      product_fruits_workspace_code: 'workspace',
      chat_script: `${servicesOrigin}/1.js`,
    },
  }))
  await patch('/platform/features', ({ features }: { features: object }) => ({
    features: { ...features, analytics: { enabled: true }, 'chat-widget': { enabled: true } },
  }))
  await context.route('**/api/fetch-hubspot-token', (route) =>
    route.fulfill({ json: { token: 'visitor-1', email: 'alex@harbour.example' } }),
  )
  await context.route('https://app.productfruits.com/static/script.js', (route) =>
    passOn(route, observe),
  )
}

const passOn = async (route: Route, { url }: ObserveEmulator): Promise<void> => {
  const request = route.request()
  const { pathname, search } = new URL(request.url())
  const method = request.method()
  const body = request.postDataBuffer()
  const answer = await fetch(`${url}${pathname}${search}`, {
    method,
    headers: { 'content-type': request.headers()['content-type'] ?? 'text/plain' },
    ...(body !== null && { body: new Uint8Array(body) }),
  })
  const text = await answer.text()
  await route.fulfill({
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: text.replaceAll(url, servicesOrigin),
  })
}
