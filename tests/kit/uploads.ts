import { uploadPartPath } from '../../contract/money/upload-file.ts'
import type { Someone, TestApp } from './app.ts'
import { memberOf, type Member } from './saved-work.ts'

export const sendPart = async (
  test: TestApp,
  as: Someone,
  id: string,
  offset: number,
  bytes: Uint8Array,
  headers: Record<string, string> = {},
) => {
  const answer = await test.app.inject({
    method: 'PUT',
    url: `/api${uploadPartPath(id, offset)}`,
    headers: {
      authorization: `Bearer ${await test.token(as)}`,
      'content-type': 'application/octet-stream',
      ...headers,
    },
    payload: Buffer.from(bytes),
  })
  return { status: answer.statusCode, body: answer.json() }
}

export const sendFile = async (
  test: TestApp,
  member: Member,
  content: string | Uint8Array,
  about: { name?: string; category?: 'company' | 'people'; id?: string } = {},
): Promise<string> => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const created = await member.write('POST', '/exchange/uploads', {
    name: 'leads.csv',
    ...about,
    size: bytes.length,
  })
  if (created.status !== 201) throw new Error(`creating answered ${created.status}`)
  for (let offset = 0; offset < bytes.length; offset += 1_000_000)
    await sendPart(
      test,
      member.as,
      created.body.id,
      offset,
      bytes.subarray(offset, offset + 1_000_000),
    )
  return created.body.id
}

/** Accepts the suggested mapping; returns the upload's id. */
export const mapFile = async (
  test: TestApp,
  member: Member,
  content: string | Uint8Array,
  category: 'company' | 'people' = 'company',
): Promise<string> => {
  const id = await sendFile(test, member, content, { category })
  const preview = await member.write('POST', `/exchange/uploads/${id}/preview`, { category })
  if (preview.status !== 200) throw new Error(`preview answered ${preview.body.detail}`)
  const columns = preview.body.columns.map(({ field }: { field: string | null }) => field)
  const mapped = await member.write('POST', `/exchange/uploads/${id}/map`, { category, columns })
  if (mapped.status !== 200) throw new Error(`mapping answered ${mapped.body.detail}`)
  return id
}

export const matchFile = async (
  test: TestApp,
  member: Member,
  content: string | Uint8Array,
  category: 'company' | 'people' = 'company',
) => {
  const id = await mapFile(test, member, content, category)
  await member.write('POST', `/exchange/uploads/${id}/match`)
  await test.work()
  return (await member.read(`/exchange/uploads/${id}`)).body
}

export const rowsOf = async (member: Member, id: string, state?: string) =>
  (await member.write('POST', `/exchange/uploads/${id}/rows`, { size: 100, state })).body.rows

export const alexOf = (test: TestApp): Member =>
  memberOf(test, { userId: 'user_alex', role: 'admin' })

export const line = (...cells: readonly (string | undefined)[]): string =>
  cells
    .map((cell = '') => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',')
