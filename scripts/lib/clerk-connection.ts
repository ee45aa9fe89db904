import { join } from 'node:path'
import type { ClerkConnection } from '../../server/main.ts'
import type { ClerkEnv } from '../../server/platform/process/clerk-env.ts'
import type { Env } from '../../server/platform/process/env.ts'
import { demoPasswords } from './demo-users.ts'

export type Clerk = {
  connection: ClerkConnection
  /** The page with emailed codes; undefined with the real Clerk. */
  inspector: string | undefined
  close: () => Promise<void>
}

export const connectClerk = async (env: Env): Promise<Clerk> => {
  if (env.clerk !== undefined) {
    const { publishableKey, secretKey, frontendApi, proxyTarget, jwksUrl, issuer } = env.clerk
    return {
      connection: {
        publishableKey,
        secretKey,
        apiUrl: 'https://api.clerk.com',
        jwksUrl: jwksUrl ?? `${frontendApi}/.well-known/jwks.json`,
        issuers: issuer === undefined ? issuersOf(env, env.clerk) : [issuer],
        proxyTarget,
        frontendApi: proxyTarget === undefined ? frontendApi : undefined,
      },
      inspector: undefined,
      close: () => Promise.resolve(),
    }
  }
  const { startClerkEmulator } = await import('../../emulators/clerk/emulator.ts')
  const { demoSeed } = await import('../../emulators/clerk/demo.ts')
  const emulator = await startClerkEmulator({
    dataFolder: join(env.dataFolder, 'clerk'),
    origin: () => env.publicOrigin ?? `http://localhost:${env.port}`,
    seed: demoSeed(demoPasswords),
    webhook: { url: () => `${addressOf(env)}/api/webhooks/clerk` },
  })
  return {
    connection: {
      publishableKey: emulator.publishableKey,
      secretKey: emulator.secretKey,
      apiUrl: emulator.apiUrl,
      jwksUrl: emulator.jwksUrl,
      issuers: [emulator.issuer],
      proxyTarget: emulator.url,
      frontendApi: undefined,
      webhookSecrets: [emulator.webhookSecret],
    },
    inspector: emulator.url,
    close: () => emulator.close(),
  }
}

/** Clerk issues tokens as its Frontend API, or as the proxy's address where an instance is configured so. */
const issuersOf = ({ publicOrigin, port }: Env, clerk: ClerkEnv): string[] =>
  clerk.proxyTarget === undefined
    ? [clerk.frontendApi]
    : [clerk.frontendApi, `${publicOrigin ?? `http://localhost:${port}`}/__clerk`]

/** Of the product, for the emulators' webhooks. */
export const addressOf = ({ host, port }: Env): string => {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
