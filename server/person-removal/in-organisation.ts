import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder, type Transaction } from 'kysely'
import { Refusal } from '../platform/refusal.ts'
import type { StoredFile, Tables } from '../platform/db/tables.ts'
import { numbersIn } from '../do-not-call/do-not-call.ts'
import { audit } from '../audit/audit.ts'
import { recount } from '../uploads/rows.ts'
import { nextTick } from '../saved-work/clock.ts'
import { openStatuses } from '../downloads/store.ts'
import { countMatches, redactMatches, type At, type Column } from './sweep.ts'
import type { Traces } from './traces.ts'

type Trx = Transaction<Tables>

export type Leaving = { id: string; traces: Traces; numbers: readonly string[] }

/** `sameName` are texts that hold only the name, which may be another person's. */
export type Holdings = {
  unlocked: number
  lists: number
  activities: number
  requests: number
  uploads: number
  texts: number
  sameName: number
  files: string[]
}

/**
 * In an owner's transaction. Charges stay in the ledger without a name. Repeated calls change nothing. Throws a Refusal while a
 * request that includes the person is open.
 */
export const leaveOrganisation = async (
  trx: Trx,
  orgId: string,
  leaving: Leaving,
  columns: readonly Column[],
): Promise<Holdings> => {
  const seq = await nextTick(trx, orgId)
  const at: At = { trx, seq, orgId, own: sql<boolean>`org_id = ${orgId}` }
  const { id, traces } = leaving
  await checkNoneUnderWay(at, id)
  await fromCrms(at, id)
  const { requests, files } = await fromRequests(at, leaving)
  const holdings: Holdings = {
    requests,
    files,
    uploads: await fromUploads(at, leaving),
    unlocked: await touched(
      trx,
      sql`update unlock set record_id = gen_random_uuid()
        where ${at.own} and category = 'people' and record_id = ${id}::uuid`,
    ),
    lists: await fromLists(at, id),
    activities:
      (await fromActivities(at, id)) + (await fromFollowUps(at, id)) + (await fromDayPlans(at, id)),
    texts: 0,
    sameName: 0,
  }
  await sql`update cadence set target_id = gen_random_uuid(), seq = ${seq}::bigint, deleted_at = coalesce(deleted_at, now())
    where ${at.own} and target_id = ${id}::uuid`.execute(trx)
  await sql`delete from record_activity where ${at.own} and record_id = ${id}::uuid`.execute(trx)
  await sql`delete from feedback where ${at.own} and record_id = ${id}`.execute(trx)
  // Any of them may show the person.
  await sql`update feedback set picture = null where ${at.own} and picture is not null`.execute(trx)
  await sql`update credit_claim set record_id = gen_random_uuid()
    where ${at.own} and category = 'people' and record_id = ${id}::uuid`.execute(trx)
  await fromAnswers(at, leaving)
  await sql`delete from dnc_number where ${at.own} and number = any(${[...leaving.numbers]}::text[])
    and not ${numberElsewhere(id, 'dnc_number.number')}`.execute(trx)
  const isLinked = isFound(holdings)
  for (const column of columns.filter(({ fenced }) => fenced)) {
    if (traces.own !== null) holdings.texts += await redactMatches(at, column, traces.own)
    if (isLinked) holdings.texts += await redactMatches(at, column, traces.name)
    else holdings.sameName += await countMatches(at, column, traces.name)
  }
  await sql`
    insert into record_tombstone (org_id, record_id, category, seq)
    values (${orgId}, ${id}::uuid, 'people', ${seq}::bigint) on conflict do nothing`.execute(trx)
  if (isLinked || holdings.texts > 0) {
    const { files: keys, sameName: _, ...details } = holdings
    const deed = { act: 'person-removed', subject: id } as const
    const by = { orgId, userId: null }
    await audit(trx, by, { ...deed, details: { ...details, files: keys.length } })
  }
  return holdings
}

export const isFound = ({ unlocked, lists, activities, requests, uploads }: Holdings): boolean =>
  unlocked + lists + activities + requests + uploads > 0

const touched = async (trx: Trx, statement: RawBuilder<unknown>): Promise<number> =>
  (await sql`${statement} returning 1`.execute(trx)).rows.length

/** A worker may be writing them to an unpublished file. */
const checkNoneUnderWay = async ({ trx, own }: At, id: string): Promise<void> => {
  const { rows } = await sql`
    select from download_request where ${own} and status = any(${[...openStatuses]}::text[])
      and id in (select request_id from request_row where ${own} and record_id = ${id}::uuid)
    limit 1`.execute(trx)
  if (rows.length > 0)
    throw new Refusal(
      'A download with this person is in progress. Nothing was removed. Run the command again in a minute.',
    )
}

const fromLists = async ({ trx, seq, own }: At, id: string): Promise<number> => {
  // Devices must sync the deletion, so the bare id stays with the list until deletions are forgotten.
  const { rows } = await sql<{ kind: string }>`
    with removals as (
      update list_member set removed = true, seq = ${seq}::bigint
      where ${own} and record_id = ${id}::uuid and not removed returning list_id
    ) update saved_item set size = size - 1, seq = ${seq}::bigint
    where ${own} and id in (select list_id from removals) returning kind`.execute(trx)
  if (rows.some(({ kind }) => kind === 'suppression'))
    await sql`update org_clock set suppressed = ${seq}::bigint where ${own}`.execute(trx)
  return rows.length
}

const fromActivities = async ({ trx, seq, own }: At, id: string): Promise<number> => {
  await sql`
    delete from activity_version where ${own} and item_id in (
      select id from activity where ${own} and record_id = ${id}::uuid)`.execute(trx)
  return touched(
    trx,
    sql`update activity set text = '', field = null, outcome = null, record_id = gen_random_uuid(),
      version = version + 1, seq = ${seq}::bigint,
      deleted_at = coalesce(deleted_at, now()), deleted_by = coalesce(deleted_by, '')
      where ${own} and record_id = ${id}::uuid`,
  )
}

/** They end instead of going, so that their owner reads why. */
const fromFollowUps = async ({ trx, seq, own }: At, id: string): Promise<number> => {
  const { rows } = await sql<{ id: string }>`
    update follow_up set text = '', record_id = gen_random_uuid(), state = 'ended', origin_kind = null,
      origin_id = null, version = version + 1, seq = ${seq}::bigint, updated_at = now()
    where ${own} and record_id = ${id}::uuid returning id`.execute(trx)
  const ids = rows.map((row) => row.id)
  await sql`delete from follow_up_version where ${own} and item_id = any(${ids}::uuid[])`.execute(
    trx,
  )
  await sql`
    insert into follow_up_version (org_id, item_id, version, by_user, fields, changed)
    select org_id, id, version, '', jsonb_build_object('text', text, 'dueDay', due_day::text,
      'dueTime', due_time, 'state', state), '["text", "state"]'
    from follow_up where ${own} and id = any(${ids}::uuid[])`.execute(trx)
  return rows.length
}

/** A stop without a record takes the person's position, so that its owner reads why. */
const fromDayPlans = async ({ trx, seq, own }: At, id: string): Promise<number> => {
  const { rows } = await sql<{ id: string }>`
    select id from day_plan where ${own} and stops -> ${id}::text is not null`.execute(trx)
  const stop = randomUUID()
  const renamed = (column: string) =>
    sql`${sql.ref(column)} = replace(${sql.ref(column)}::text, ${id}, ${stop})::jsonb`
  await sql`
    update day_plan_version set ${renamed('fields')}, ${renamed('changed')}, ${renamed('overruled')}
    where ${own} and (fields::text || changed::text || overruled::text) like ${`%${id}%`}`.execute(
    trx,
  )
  await sql`
    update day_plan set ${renamed('stops')}, ${renamed('stop_order')}, seq = ${seq}::bigint, version = version + 1
    where ${own} and (stops::text || stop_order::text) like ${`%${id}%`}`.execute(trx)
  await sql`
    insert into day_plan_version (org_id, item_id, version, by_user, fields, changed)
    select org_id, id, version, '', jsonb_build_object('stops', stops, 'order', stop_order), '["stops"]'
    from day_plan where ${own} and seq = ${seq}::bigint`.execute(trx)
  return rows.length
}

/** What a CRM has of them is the organisation's; after this nothing here leads to it. */
const fromCrms = async ({ trx, own, orgId }: At, id: string): Promise<void> => {
  await sql`delete from crm_sent where ${own} and record_id = ${id}::uuid`.execute(trx)
  await sql`delete from crm_link where ${own} and record_id = ${id}::uuid`.execute(trx)
  await sql`
    update crm_outcome o set external_id = null, url = null, reason = null, matches = null
    from request_row r where r.org_id = o.org_id and r.request_id = o.request_id and r.row = o.row
      and o.org_id = ${orgId} and r.record_id = ${id}::uuid`.execute(trx)
  await sql`
    update download_request set decisions = decisions - ${id}::text
    where ${own} and decisions -> ${id}::text is not null`.execute(trx)
}

const fromRequests = async (
  { trx, own }: At,
  { id, traces }: Leaving,
): Promise<Pick<Holdings, 'requests' | 'files'>> => {
  const { rows: found } = await sql<{ id: string }>`
    with rows as (
      update request_row set record_id = null, name = '',
        own = case when own is not null then
          (select jsonb_agg(''::text) from jsonb_array_elements(own)) end,
        reason = ${whyEmpty}
      where ${own} and (record_id = ${id}::uuid or ${mention('own', traces)}) returning request_id
    ) select distinct request_id as id from rows`.execute(trx)
  if (found.length === 0) return { requests: 0, files: [] }
  // A rebuild in progress now has an outdated run and will not be published.
  const { rows } = await sql<{ file: StoredFile | null }>`
    update download_request set file_expires_at = now(), run = run + 1
    where ${own} and id = any(${found.map((each) => each.id)}::uuid[]) returning file`.execute(trx)
  return { requests: found.length, files: rows.flatMap(({ file }) => file?.key ?? []) }
}

const whyEmpty = 'This person asked to be removed.'

const fromUploads = async ({ trx, own }: At, { id, traces }: Leaving): Promise<number> => {
  const { rows } = await sql<{ id: string }>`
    with rows as (
      update upload_row set
        cells = (select coalesce(jsonb_agg(''::text), '[]') from jsonb_array_elements(cells)),
        record_id = null, state = 'unmatched', score = 0, reason = ${whyEmpty}, decided = true,
        candidates = '[]'
      where ${own} and (record_id = ${id}::uuid or candidates::text like ${`%${id}%`}
        or ${mention('cells', traces)})
      returning upload_id
    ), files as (
      -- With the beginning of the next part: a text may begin in one part and end in the other.
      select distinct upload_id from (
        select upload_id, bytes || coalesce(
          substring(lead(bytes) over (partition by upload_id order by at) from 1 for 400), '') as bytes
        from upload_part where ${own}) as part
      where exists (
        select from unnest(${[...traces.spelled]}::text[]) as spelled (text)
        where position(convert_to(spelled.text, 'UTF8') in bytes) > 0)
    ) select upload_id as id from rows union select upload_id from files`.execute(trx)
  for (const upload of rows) {
    // The stored bytes include the person, so they are deleted. Members can upload the file again.
    await sql`delete from upload_part where ${own} and upload_id = ${upload.id}::uuid`.execute(trx)
    await sql`update upload set received_bytes = 0, read = jsonb_set(read, '{sample}', '[]') where ${own} and id = ${upload.id}::uuid`.execute(
      trx,
    )
    await recount(trx, upload.id)
  }
  return rows.length
}

const mention = (column: string, { alone }: Traces): RawBuilder<boolean> =>
  alone === null
    ? sql<boolean>`false`
    : sql<boolean>`(${sql.ref(column)} is not null and ${sql.ref(column)}::text ~* ${alone})`

const fromAnswers = async ({ trx, own }: At, { id, traces }: Leaving): Promise<void> => {
  const pattern = [id, traces.name, ...(traces.own === null ? [] : [traces.own])].join('|')
  await sql`delete from idem where ${own} and response ~* ${pattern}`.execute(trx)
}

/** Another person has the number, or a company publishes it. */
export const numberElsewhere = (
  id: string,
  number: string,
): RawBuilder<boolean> => sql<boolean>`(exists (
  select from person p where p.id <> ${id}::uuid
    and (phone_key(p.contact->>'mobile') = ${sql.ref(number)}
      or phone_key(p.contact->>'direct_phone') = ${sql.ref(number)}))
  or exists (select from company c, unnest(${numbersIn('c.doc')}) as own (written)
    where phone_key(own.written) = ${sql.ref(number)}))`
