import { createPublicKey } from 'node:crypto'
import { verifyToken } from '@clerk/backend'
import { expect } from 'vitest'
import { z } from 'zod/mini'
import { openPage, type Page, type Profile } from './clerk-js.ts'
import { ORIGIN, startClerk, type StartedClerk } from './start.ts'

export interface Neighbourhood {
  emulator: StartedClerk
  open: (profile?: Profile) => Promise<Page>
  signIn: (identifier: string, password: string) => Promise<Page>
  nextAddress: () => string
  /** The password is 'long enough'. */
  newcomer: (form?: {
    emailAddress?: string
    phoneNumber?: string
  }) => Promise<{ email: string; page: Page }>
  companyOf: (name: string) => Promise<Page>
  closePages: () => Promise<void>
}

export async function openNeighbourhood(): Promise<Neighbourhood> {
  const emulator = await startClerk()
  const pages: Page[] = []
  let people = 0
  const open: Neighbourhood['open'] = async (profile) => {
    const page = await openPage(emulator, profile)
    pages.push(page)
    return page
  }
  const nextAddress = (): string => {
    people += 1
    return `person-${people}@newcomer.example`
  }
  const newcomer: Neighbourhood['newcomer'] = async (form = {}) => {
    const email = form.emailAddress ?? nextAddress()
    const page = await open()
    const signUp = await page.clerk.client.signUp.create({
      password: 'long enough',
      ...form,
      emailAddress: email,
    })
    await signUp.prepareEmailAddressVerification({ strategy: 'email_code' })
    const done = await signUp.attemptEmailAddressVerification({
      code: await emulator.lastCode(email),
    })
    await page.clerk.setActive({ session: done.createdSessionId })
    return { email, page }
  }
  return {
    emulator,
    open,
    nextAddress,
    newcomer,
    signIn: async (identifier, password) => {
      const page = await open()
      const { createdSessionId } = await page.clerk.client.signIn.create({ identifier, password })
      await page.clerk.setActive({ session: createdSessionId })
      return page
    },
    companyOf: async (name) => {
      const { page } = await newcomer()
      await page.clerk.setActive({ organization: await page.clerk.createOrganization({ name }) })
      return page
    },
    closePages: async () => {
      for (const page of pages.splice(0)) await page.close()
    },
  }
}

export async function expectRefusal(
  call: Promise<unknown> | undefined,
  error: object,
): Promise<void> {
  await expect(call).rejects.toMatchObject({ errors: [error] })
}

const Keys = z.object({ keys: z.array(z.looseObject({ n: z.string(), e: z.string() })) })
const Claims = z.looseObject({
  o: z.optional(z.object({ id: z.string(), slg: z.string(), rol: z.string() })),
})

export async function verifyClaims(token: string | null | undefined, jwksUrl: string) {
  const { keys } = Keys.parse(await (await fetch(jwksUrl)).json())
  const key = createPublicKey({ key: keys[0] ?? {}, format: 'jwk' })
  const claims = await verifyToken(token ?? '', {
    jwtKey: key.export({ type: 'spki', format: 'pem' }).toString(),
    authorizedParties: [ORIGIN],
  })
  return Claims.parse(claims)
}

export async function roleIn({ clerk }: Page, { emulator }: Neighbourhood): Promise<unknown> {
  const token = await clerk.session?.getToken({ skipCache: true })
  return (await verifyClaims(token, emulator.jwksUrl)).o?.rol
}
