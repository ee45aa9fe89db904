import { Unreadable } from '../errors.ts'

/** A row of a `$batch`. `path` is under the base address. */
export type Operation = {
  method: 'PATCH'
  path: string
  headers: Readonly<Record<string, string>>
  body: object
}

/** `headers` by lower-case name. */
export type PartAnswer = {
  status: number
  headers: Readonly<Record<string, string>>
  text: string
}

/** Each line ends with CR LF: Dataverse refuses others. */
export const writeMultipart = (
  operations: readonly Operation[],
  basePath: string,
  boundary: string,
): string =>
  [
    ...operations.flatMap(({ method, path, headers, body }) => [
      `--${boundary}`,
      'Content-Type: application/http',
      'Content-Transfer-Encoding: binary',
      '',
      `${method} ${basePath}${path} HTTP/1.1`,
      'Content-Type: application/json; type=entry',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '',
      JSON.stringify(body),
    ]),
    `--${boundary}--`,
    '',
  ].join('\r\n')

/** In the order of the operations. Throws Unreadable, also without the closing boundary. */
export const parseMultipart = (contentType: string, text: string): readonly PartAnswer[] => {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined || !/^multipart\//i.test(contentType))
    throw new Unreadable(`not multipart: ${text.slice(0, 200)}`)
  const [, ...parts] = text.split(`--${boundary}`)
  const end = parts.findIndex((part) => part.startsWith('--'))
  if (end === -1) throw new Unreadable('The answer has no end.')
  return parts.slice(0, end).map(parsePart)
}

const parsePart = (part: string): PartAnswer => {
  const http = afterBlankLine(part.replaceAll('\r\n', '\n').replace(/^\n/, ''))
  const [head = ''] = http.split('\n\n', 1)
  const [statusLine = '', ...lines] = head.split('\n')
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(statusLine) ?? []
  if (status === undefined) throw new Unreadable(`no HTTP status: ${statusLine.slice(0, 200)}`)
  const headers = lines.flatMap((line): [string, string][] => {
    const colon = line.indexOf(':')
    return colon > 0 ? [[line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]] : []
  })
  return {
    status: Number(status),
    headers: Object.fromEntries(headers),
    text: afterBlankLine(http).trim(),
  }
}

const afterBlankLine = (text: string): string => {
  const at = text.indexOf('\n\n')
  return at === -1 ? '' : text.slice(at + 2)
}
