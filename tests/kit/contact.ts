import type { LightMyRequestResponse } from 'fastify'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Person } from '../../contract/records/records.ts'
import { savePeople, withTick } from '../../server/records/store.ts'
import type { Contact } from '../../server/platform/db/tables.ts'
import type { TestApp } from './app.ts'
import type { Member } from './saved-work.ts'

/** `listed` is a mobile on the market's register. */
export type Kind = 'all' | 'email' | 'mobile' | 'listed' | 'direct' | 'none'

/** Each detail contains these four digits. */
export type Planted = { id: string; digits: string; kind: Kind; contact: Contact }

export const plantContacts = async (test: TestApp, kinds: readonly Kind[]): Promise<Planted[]> => {
  const rows = await test.db.owner.selectFrom('person').select('id').orderBy('id').execute()
  const companies = await test.db.owner.selectFrom('company').select('doc').execute()
  const usedDigits = new Set(
    [...JSON.stringify(companies).matchAll(canary)].map(([, , digits]) => digits),
  )
  const free = Array.from({ length: 9000 }, (_, at) => String(1000 + at)).filter(
    (digits) => !usedDigits.has(digits),
  )
  await sql`delete from listed_number`.execute(test.db.owner)
  const planted = rows.map(({ id }, at): Planted => {
    const kind = kinds[at % kinds.length] ?? 'none'
    const digits = free[at] ?? ''
    return { id, digits, kind, contact: contactOf(kind, digits) }
  })
  await writePlanted(test, planted)
  return planted
}

export const writePlanted = async (test: TestApp, planted: readonly Planted[]): Promise<void> => {
  const rows = await test.db.owner
    .selectFrom('person')
    .select(['id', 'doc'])
    .where(
      'id',
      'in',
      planted.map(({ id }) => id),
    )
    .execute()
  const docs = new Map(rows.map(({ id, doc }) => [id, doc]))
  const people = planted.flatMap(({ id, kind, contact }) => {
    const doc = docs.get(id)
    return doc === undefined ? [] : [{ person: masked(doc, kind, contact), contact }]
  })
  await withTick(test.db, (trx, seq) => savePeople(trx, people, seq))
  await test.settle()
}

export const canariesIn = (text: string): string[] =>
  [...text.matchAll(canary)].map(([, email, number]) => email ?? number ?? '')

const canary = /canary(\d{4})\.(?:work|home)@|[78]\D{0,2}(?:5550|7010)\D{0,2}(\d{4})(?!\d)/g

export const contactOf = (kind: Kind, digits: string): Contact => {
  const has = (...kinds: Kind[]): boolean => kind === 'all' || kinds.includes(kind)
  return {
    ...(has('email') && {
      work_email: `canary${digits}.work@canary.example`,
      personal_email: `canary${digits}.home@canary.example`,
    }),
    ...(has('mobile', 'listed') && { mobile: `+61 7 5550 ${digits}` }),
    ...(has('direct') && { direct_phone: `+61 8 7010 ${digits}` }),
  }
}

const masked = (doc: Person, kind: Kind, contact: Contact): Person => {
  const { work_email: _w, personal_email: _p, mobile: _m, direct_phone: _d, ...rest } = doc
  return {
    ...rest,
    ...(contact.work_email && {
      work_email: { masked: 'c•••@canary.example', deliverability: 'verified' as const },
      personal_email: { masked: 'c•••@canary.example' },
    }),
    ...(contact.mobile && {
      mobile: {
        masked: '+61 7•• ••• •••',
        type: 'mobile' as const,
        dnc: { listed: kind === 'listed' ? ('yes' as const) : ('unknown' as const) },
      },
    }),
    ...(contact.direct_phone && { direct_phone: { masked: '+61 8•• ••• •••' } }),
  }
}

export const choosePolicy = (member: Member, dncPolicy: 'hide' | 'flag') =>
  member.write('PUT', '/customer/update', { data: { policies: { dncPolicy } } })

export const bringWash = async (
  member: Member,
  result: { listed?: readonly string[]; notListed?: readonly string[] },
) => {
  const { listed = [], notListed = [] } = result
  const begin = {
    name: 'result.csv',
    washedAt: '2026-03-02',
    total: listed.length + notListed.length,
  }
  const created = await member.write('POST', '/do-not-call/washes', begin)
  const path = `/do-not-call/washes/${created.body.id}`
  const added = await member.write('POST', `${path}/numbers`, { listed, notListed })
  return [created, added, await member.write('POST', `${path}/finish`)]
}

export const suppress = (member: Member, recordIds: readonly string[]) =>
  member.write('POST', '/lists', {
    name: `Suppressed ${crypto.randomUUID()}`,
    category: 'people',
    kind: 'suppression',
    recordIds,
  })

/** Runs the job first if the server has to make the file again. */
export const requestLink = async (test: TestApp, member: Member, id: string, what = 'file') => {
  const ask = () => member.write('POST', `/download/request/${id}/link`, { what })
  let link = await ask()
  for (let tries = 0; link.status === 425 && tries < 100; tries++) {
    await setTimeout(tries * 5)
    await test.work()
    link = await ask()
  }
  return link
}

export const downloadFile = async (
  test: TestApp,
  member: Member,
  id: string,
): Promise<LightMyRequestResponse> =>
  test.app.inject({ url: (await requestLink(test, member, id)).body.url })

export const expireFile = (test: TestApp, orgId: string, id: string) =>
  test.db.asOrg(orgId, (trx) =>
    sql`update download_request set file_expires_at = now() - interval '1 minute' where id = ${id}::uuid`.execute(
      trx,
    ),
  )
