import { describe, expect, it } from 'vitest'
import { openAccess } from '../../../server/crm/access.ts'
import { mirrorWorker } from '../../../server/crm/mirror/worker.ts'
import { harbour, southern, type Someone } from '../app.ts'
import { Crash, mortal } from '../crash/mortal.ts'
import type { PushApp, PushedCrm } from './push.ts'

const companySearch = { category: 'company', size: 50 }
const southerner: Someone = { orgId: southern.id, userId: 'user_rua' }

/** What is known of a connected CRM's records. */
export const mirrorSuite = (crm: PushedCrm, opened: () => PushApp): void => {
  describe(`the mirror of ${crm.label}`, () => {
    const enter = (name: string, domain: string): string => {
      const { object, values } = crm.company(name, domain)
      return opened().emulator.user.add(object, values)
    }
    /** By default it passes an hour, so that the next pass is due. */
    const refresh = async (minutes = 61): Promise<void> => {
      const app = opened()
      await app.pass(minutes)
      await app.app.jobs.runTimely()
      await app.work()
    }
    /** A week later a full pass follows. */
    const refreshFully = async (): Promise<void> => {
      await refresh(7 * 24 * 60)
      await refresh()
    }
    const keysOf = () =>
      opened()
        .db.owner.selectFrom('crm_key')
        .select(['object', 'external_id as id', 'kind', 'value'])
        .orderBy('object')
        .orderBy('external_id')
        .orderBy('kind')
        .orderBy('value')
        .execute()
    const idsWith = async (domain: string): Promise<string[]> =>
      (await keysOf()).flatMap(({ id, value }) => (value === domain ? [id] : []))
    const linkOf = (recordId: string) =>
      opened()
        .db.owner.selectFrom('crm_link')
        .select(['external_id as id', 'deleted_at as deletedAt'])
        .where('record_id', '=', recordId)
        .executeTakeFirst()
    /** Known to the mirror as well. */
    const pushCompany = async () => {
      const [company] = opened().companies(1)
      const { id = '', domain = '' } = company ?? {}
      expect(await opened().push('company', [id])).toMatchObject({ rows: { delivered: 1 } })
      await refresh(5)
      return { id, domain, there: (await linkOf(id))?.id ?? '' }
    }

    it('has a company that users entered there, with its domain as ours', async () => {
      const first = enter('First', 'first-mirrored.example')
      await refresh()
      expect(await idsWith('first-mirrored.example')).toEqual([first])
      const second = enter('Second', 'second-mirrored.example')
      await refresh()
      expect(await idsWith('second-mirrored.example')).toEqual([second])
      expect(await idsWith('first-mirrored.example')).toEqual([first])
    })

    it('says when it was last read to the end', async () => {
      await refresh()
      const { body } = await opened().crm('POST', '/crm/integrations')
      const of = body.integrations.find(({ key }: { key: string }) => key === crm.kind.key)
      const age = opened().parts.now() - Date.parse(of.connection.recordsAsOf)
      expect(age).toBeGreaterThanOrEqual(0)
      expect(age).toBeLessThan(5 * 60_000)
    })

    it('costs no calls before the next pass is due', async () => {
      await refresh()
      const before = JSON.stringify(opened().emulator.audit().calls)
      await refresh(30)
      expect(JSON.stringify(opened().emulator.audit().calls)).toBe(before)
    })

    it('has what a push created, before the hour is over', async () => {
      const { domain, there } = await pushCompany()
      expect(await idsWith(domain)).toEqual([there])
    })

    it('loses the keys and the link of a record that was deleted there', async () => {
      const unlinked = enter('Unlinked', 'unlinked-mirrored.example')
      const { id, domain, there } = await pushCompany()
      expect(await idsWith('unlinked-mirrored.example')).toEqual([unlinked])
      for (const each of [there, unlinked]) opened().emulator.user.remove(each)
      await (crm.kind.open(opened().emulator.settings).namesDeleted ? refresh() : refreshFully())
      expect(await idsWith(domain)).toEqual([])
      expect(await idsWith('unlinked-mirrored.example')).toEqual([])
      expect(await linkOf(id)).toMatchObject({ id: there, deletedAt: expect.any(Date) })
    })

    it('follows the link of a record that was merged there, where the CRM names the survivor', async () => {
      const { id, there } = await pushCompany()
      const survivor = enter('Survivor', `survivor-${there.slice(0, 8)}.example`)
      await refresh()
      opened().emulator.user.merge(there, survivor)
      await refresh()
      await refreshFully()
      const { id: end, deletedAt } = (await linkOf(id)) ?? {}
      expect([end, deletedAt === null]).toEqual(
        crm.followsMerges ? [survivor, true] : [there, false],
      )
    })

    it('keeps the link of a record that lost its keys there', async () => {
      const { id, there } = await pushCompany()
      opened().emulator.user.edit(there, crm.withoutKeys)
      await refreshFully()
      expect(await linkOf(id)).toMatchObject({ id: there, deletedAt: null })
    })

    /** As the record itself and a search say. */
    const isInCrm = async (category: 'company' | 'people', id: string, as: Someone = {}) => {
      const { ask } = opened()
      const filter = category === 'company' ? 'company_id' : 'person_id'
      const filters = { [filter]: [id], 'cus-in-crm': ['Yes'] }
      const { body: view } = await ask('GET', `/records/${category}/${id}`, undefined, { as })
      const { body } = await ask('POST', '/records', { category, size: 1, filters }, { as })
      return [view.crm?.provider === crm.kind.key, body.total === 1]
    }

    it('marks a company that is there, for its own organisation only', async () => {
      // A company may have come with a person of an earlier push.
      const excluded = { 'cus-in-crm': ['Yes'] }
      const { body } = await opened().ask('POST', '/records', { ...companySearch, excluded })
      const { id, domain } = body.records.find((each: { domain?: string }) => each.domain)
      expect(await isInCrm('company', id)).toEqual([false, false])
      enter('As the users call it', domain)
      await refresh()
      expect(await isInCrm('company', id)).toEqual([true, true])
      expect(await isInCrm('company', id, southerner)).toEqual([false, false])
    })

    it('confirms no email of a person who is not unlocked', async () => {
      const { db, emulator, alex, ask } = opened()
      const { body } = await ask('POST', '/records', {
        category: 'people',
        size: 50,
        filters: { has_work_email: ['Yes'] },
      })
      const { id } = body.records.find((each: { unlocked: boolean }) => !each.unlocked)
      const { contact } = await db.owner
        .selectFrom('person')
        .select('contact')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const { object, values } = crm.person(contact.work_email ?? '')
      emulator.user.add(object, values)
      await refresh()
      expect(await isInCrm('people', id)).toEqual([false, false])
      await alex.write('POST', '/records/reveal', { category: 'people', ids: [id], agreed: 1 })
      await opened().pass(1)
      expect(await isInCrm('people', id)).toEqual([true, true])
      expect(await isInCrm('people', id, southerner)).toEqual([false, false])
    })

    it('finds every company that a push created by the filter for what was pushed', async () => {
      const { db, ask } = opened()
      const links = await db.owner
        .selectFrom('crm_link')
        .select('record_id as id')
        .where('object', '=', 'company')
        .where('created_by_us', '=', true)
        .execute()
      const filters = { company_id: links.map(({ id }) => id), 'cus-pushed-enriched': ['Yes'] }
      const { body } = await ask('POST', '/records', { ...companySearch, filters })
      expect(links.length).toBeGreaterThan(0)
      expect(body.total).toBe(links.length)
    })

    it('has every record once, wherever the server dies', async () => {
      const { db, files, parts } = opened()
      const { id } = await db.owner
        .selectFrom('crm_connection')
        .select('id')
        .executeTakeFirstOrThrow()
      await refreshFully()
      const whole = await keysOf()
      await db.owner.deleteFrom('crm_mirror').execute()
      await db.owner.deleteFrom('crm_key').execute()
      const job = { orgId: harbour.id, kind: '', id, claims: 1, failures: 0, holder: '' }
      for (let k = 1, isOver = false; !isOver; k += 1) {
        const dying = mortal(db, files, k)
        const access = openAccess({ ...parts, db: dying.db })
        isOver = await mirrorWorker({ ...parts, db: dying.db, access })
          .run(job)
          .then(() => true)
          .catch((error: unknown) => {
            if (error instanceof Crash) return false
            throw error
          })
      }
      expect(await keysOf()).toEqual(whole)
    })
  })
}
