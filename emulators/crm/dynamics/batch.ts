import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { ApiCall } from '../core/app.ts'
import { CrmRefused, type CrmAnswer } from '../core/world.ts'
import { dispatch } from './dispatch.ts'
import { badRequest, errorBody, notEmulated, refused } from './errors.ts'
import type { Environment, Operation } from './operation.ts'

const maxOperations = 1_000

/** Rows in order. Without `odata.continue-on-error` the first that fails is the last. */
export const serveBatch = (
  environment: Environment,
  call: ApiCall,
  operationOf: (line: {
    method: string
    target: string
    header: Operation['header']
    text: string
  }) => Operation,
): CrmAnswer => {
  const [, boundary] =
    /^multipart\/mixed; ?boundary="?([^";]+)"?$/i.exec(call.header('content-type') ?? '') ?? []
  if (boundary === undefined) throw badRequest('', 'The batch request must have a boundary.')
  const parts = partsOf(call.text, boundary)
  if (parts.length > maxOperations)
    throw badRequest('', `Number of operations exceeds the limit of ${maxOperations}.`)
  const goesOn = (call.header('prefer') ?? '').includes('odata.continue-on-error')
  const answers: CrmAnswer[] = []
  for (const [index, part] of parts.entries()) {
    const { fault } = call
    if (fault?.kind === 'half-batch' && index >= fault.rows)
      throw refused(500, '0x80040216', 'An unexpected error occurred.')
    const answer =
      fault?.kind === 'row-fails' && fault.row === index
        ? { status: 400, body: errorBody(fault.code, 'The row was refused.') }
        : answerPart(environment, () => operationOf(parsePart(part)))
    answers.push(answer)
    if (answer.status >= 400 && !goesOn) break
  }
  const isRefused = !goesOn && answers.some(({ status }) => status >= 400)
  const own = `batchresponse_${randomUUID()}`
  return {
    status: isRefused ? 400 : 200,
    headers: { 'content-type': `multipart/mixed; boundary=${own}`, 'odata-version': '4.0' },
    body: [...answers.flatMap((answer) => [`--${own}`, ...linesOf(answer)]), `--${own}--`, ''].join(
      '\r\n',
    ),
  }
}

const answerPart = (environment: Environment, operation: () => Operation): CrmAnswer => {
  try {
    return dispatch(environment, operation())
  } catch (error) {
    if (error instanceof CrmRefused) return error.answer
    throw error
  }
}

/** Lines end with CR LF; a lone LF is refused as Dataverse does. */
const partsOf = (text: string, boundary: string): readonly string[] => {
  const [before, ...parts] = text.split(`--${boundary}`)
  if (before !== '' || parts.at(-1)?.trimEnd() !== '--')
    throw badRequest('', 'The batch request has no closing boundary.')
  const rows = parts.slice(0, -1)
  for (const row of rows)
    if (!row.startsWith('\r\n') || !row.endsWith('\r\n'))
      throw badRequest('', 'A line of the batch does not end with CR LF.')
  return rows.map((row) => row.slice(2, -2))
}

const parsePart = (
  part: string,
): { method: string; target: string; header: Operation['header']; text: string } => {
  const [head = '', request = '', ...rest] = part.split('\r\n\r\n')
  if (!/^content-type: application\/http$/im.test(head))
    throw notEmulated('a change set, or a part that is not application/http')
  if (!/^content-transfer-encoding: binary$/im.test(head))
    throw badRequest('', 'The part has no Content-Transfer-Encoding.')
  const [line = '', ...headers] = request.split('\r\n')
  const [, method, target] = /^(GET|POST|PATCH|DELETE) (\S+) HTTP\/1\.1$/.exec(line) ?? []
  if (method === undefined || target === undefined)
    throw badRequest('', `Invalid request line: ${line}`)
  const named = new Map(
    headers.map((each): [string, string] => {
      const colon = each.indexOf(':')
      return [each.slice(0, colon).toLowerCase(), each.slice(colon + 1).trim()]
    }),
  )
  return { method, target, header: (name) => named.get(name), text: rest.join('\r\n\r\n') }
}

const linesOf = ({ status, body, headers = {} }: CrmAnswer): readonly string[] => [
  'Content-Type: application/http',
  'Content-Transfer-Encoding: binary',
  '',
  `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
  ...(body === undefined
    ? []
    : ['Content-Type: application/json; odata.metadata=minimal; odata.streaming=true']),
  ...Object.entries(headers).map(([name, value]) => `${canonical(name)}: ${value}`),
  '',
  typeof body === 'object' ? JSON.stringify(body) : (body ?? ''),
]

const canonical = (name: string): string =>
  name === 'odata-entityid' ? 'OData-EntityId' : name === 'odata-version' ? 'OData-Version' : name
