import { describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/lib/ports.ts'
import { sentenceFor } from '../../scripts/lib/sentences.ts'
import { openDatabase } from '../../server/platform/db.ts'
import { Refusal } from '../../server/platform/refusal.ts'

const refused = async (url: string): Promise<unknown> =>
  openDatabase({ url }).then(
    () => undefined,
    (error: unknown) => error,
  )

describe('what is printed when a start fails', () => {
  it('is the sentence of a refusal, without a stack', () => {
    expect(sentenceFor(new Refusal('Port 3000 is taken.'))).toBe('Port 3000 is taken.')
  })

  it('is a sentence where no PostgreSQL server listens', async () => {
    const url = `postgres://someone@127.0.0.1:${await freePort()}/fieldbook`
    expect(sentenceFor(await refused(url))).toBe(
      'No PostgreSQL server answers at DATABASE_URL: start it, or correct the address.',
    )
  })

  it('is a sentence where several addresses of a host were tried in vain', () => {
    const each = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    expect(sentenceFor(new AggregateError([each, each]))).toMatch(/^No PostgreSQL server answers/)
  })

  it('is a sentence when the disk fills up on the way, however deep the cause lies', () => {
    const full = Object.assign(new Error('write'), { code: 'ENOSPC' })
    expect(sentenceFor(new Error('copying failed', { cause: full }))).toMatch(/^The disk is full/)
  })

  it('is the whole error where nobody foresaw it', () => {
    expect(sentenceFor(new TypeError('x is not a function'))).toMatch(
      /TypeError: x is not.*\n\s+at /,
    )
    expect(sentenceFor('odd')).toBe('odd')
  })
})
