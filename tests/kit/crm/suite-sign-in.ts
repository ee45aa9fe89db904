import { describe, expect, it } from 'vitest'
import {
  ClientRefused,
  Expired,
  Revoked,
  SignInRefused,
} from '../../../server/connectors/errors.ts'
import { allowAccess, connect, openConnector, redirect, signIn } from './connect.ts'
import { decide } from './decide.ts'
import type { ConnectorSubject } from './subject.ts'

/** Longer than any access token lives. */
const tokenLifeMs = 25 * 3_600_000

export const signInSuite = ({ kind, start, hint }: ConnectorSubject): void => {
  describe('sign-in', () => {
    const open = () => openConnector(kind, start)

    it('returns a grant and its account after an admin allows access', async () => {
      const opened = await open()
      const grant = await signIn(opened, { hint })
      const account = await opened.connector.account({ http: opened.http, grant })
      expect(grant.refreshToken).toBeTruthy()
      expect(account).toMatchObject({ id: expect.stringMatching(/./), missingScopes: [] })
      expect(account.name).not.toBe('')
      expect(opened.emulator.audit()).toMatchObject({ secrets: 0, deletes: 0 })
    })

    it('returns an error and no code after an admin denies access', async () => {
      const { connector } = await open()
      const url = connector.oauth.authorize({
        state: 'abc',
        challenge: 'x'.repeat(43),
        redirect,
        hint,
      })
      const query = await decide(url, 'deny')
      expect(query.get('state')).toBe('abc')
      expect(query.get('error')).toBeTruthy()
      expect(query.get('code')).toBeNull()
    })

    it('refuses a code that was used before', async () => {
      const { connector, http } = await open()
      const attempt = await allowAccess(connector, { hint })
      await connector.oauth.redeem(http, attempt)
      await expect(connector.oauth.redeem(http, attempt)).rejects.toThrow(SignInRefused)
    })

    it('refuses a code with another redirect address', async () => {
      const { connector, http } = await open()
      const attempt = await allowAccess(connector, { hint })
      const other = { ...attempt, redirect: 'https://other.example/crm/return' }
      await expect(connector.oauth.redeem(http, other)).rejects.toThrow(SignInRefused)
    })

    it('blames our own client for a wrong secret', async () => {
      const opened = await open()
      const grant = await signIn(opened, { hint })
      const other = kind.open({ ...opened.emulator.settings, clientSecret: 'wrong' })
      await expect(other.oauth.refresh(opened.http, grant)).rejects.toThrow(ClientRefused)
      await expect(opened.connector.oauth.refresh(opened.http, grant)).resolves.toBeTruthy()
    })

    it('throws Expired for an old access token, and works again after a refresh', async () => {
      const { connector, emulator, http, api, grant } = await connect(kind, start, hint)
      emulator.advance(tokenLifeMs)
      await expect(connector.account(api)).rejects.toThrow(Expired)
      const next = await connector.oauth.refresh(http, grant)
      expect(next.accessToken).not.toBe(grant.accessToken)
      expect(next.refreshToken).toBeTruthy()
      await expect(connector.account({ http, grant: next })).resolves.toBeTruthy()
    })

    it('rotates refresh tokens as `rotates` says', async () => {
      const { connector, http, grant } = await connect(kind, start, hint)
      const next = await connector.oauth.refresh(http, grant)
      const { rotates } = connector.oauth
      expect(next.refreshToken === grant.refreshToken).toBe(rotates === 'never')
      const second: unknown = await connector.oauth
        .refresh(http, grant)
        .catch((cause: unknown) => cause)
      expect(second instanceof Revoked).toBe(rotates === 'kills-old')
    })

    it('throws Revoked at a refresh after a user removed the app', async () => {
      const { connector, emulator, http, grant } = await connect(kind, start, hint)
      emulator.user.revoke()
      await expect(connector.oauth.refresh(http, grant)).rejects.toThrow(Revoked)
    })

    it('revokes a grant twice without an error', async () => {
      const { connector, http, grant } = await connect(kind, start, hint)
      await connector.oauth.revoke(http, grant)
      await expect(connector.oauth.revoke(http, grant)).resolves.toBeUndefined()
    })
  })
}
