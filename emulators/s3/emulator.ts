import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export type S3Emulator = {
  /** Its URL, without a bucket. */
  endpoint: string
  /** Stored objects by bucket and key: 'files/org_1/a.csv'. */
  objects: ReadonlyMap<string, Buffer>
  refused: readonly string[]
  close(): Promise<void>
}

export type S3Account = { accessKeyId: string; secretAccessKey: string; region: string }

/**
 * Only what the product uses (PUT, GET, DELETE by path, ListObjectsV2 with two keys a page); checks the signature (version 4, in the header), the body's hash and its
 * length.
 */
export const startS3 = async (account: S3Account): Promise<S3Emulator> => {
  const objects = new Map<string, Buffer>()
  const refused: string[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const fault = faultOf(request, body, account)
    if (fault !== null) {
      refused.push(fault)
      response.writeHead(403, { 'content-type': 'application/xml' })
      response.end(`<Error><Code>${fault}</Code></Error>`)
      return
    }
    const [path = '/', query = ''] = (request.url ?? '/').split('?')
    if (query !== '') {
      const page = listPage([...objects.keys()], path.slice(1), new URLSearchParams(query))
      response.writeHead(200, { 'content-type': 'application/xml' }).end(page)
      return
    }
    const key = decodeURIComponent(path.slice(1))
    const stored = objects.get(key)
    if (request.method === 'PUT') objects.set(key, body)
    if (request.method === 'DELETE') objects.delete(key)
    if (request.method === 'GET' && stored === undefined) {
      response.writeHead(404).end()
      return
    }
    const given = request.method === 'GET' && stored ? stored : Buffer.alloc(0)
    response.writeHead(request.method === 'DELETE' ? 204 : 200, { 'content-length': given.length })
    response.end(given)
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    refused,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

const keysPerPage = 2

const listPage = (stored: readonly string[], bucket: string, query: URLSearchParams): string => {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const keys = stored
    .filter((key) => key.startsWith(`${bucket}/`))
    .map((key) => key.slice(bucket.length + 1))
    .filter((key) => key.startsWith(prefix) && key > after)
    .toSorted()
  const page = keys.slice(0, keysPerPage)
  const last = page.at(-1)
  const next =
    keys.length > page.length && last !== undefined
      ? `<NextContinuationToken>${last}</NextContinuationToken>`
      : ''
  return `<ListBucketResult>${page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}${next}</ListBucketResult>`
}

const faultOf = (request: IncomingMessage, body: Buffer, account: S3Account): string | null => {
  const header = (name: string): string => String(request.headers[name] ?? '')
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
      header('authorization'),
    )
  if (!parts) return 'AuthorizationHeaderMalformed'
  const [, id, day = '', region = '', names = '', signature = ''] = parts
  if (id !== account.accessKeyId || region !== account.region) return 'InvalidAccessKeyId'
  const stamp = header('x-amz-date')
  if (!stamp.startsWith(day) || Math.abs(Date.now() - momentOf(stamp)) > 15 * 60_000)
    return 'RequestTimeTooSkewed'
  const bodyHash = header('x-amz-content-sha256')
  if (bodyHash !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  if (request.method === 'PUT' && header('content-length') !== String(body.length))
    return 'MissingContentLength'
  const signed = names.split(';')
  for (const needed of ['host', 'x-amz-content-sha256', 'x-amz-date'])
    if (!signed.includes(needed)) return 'AccessDenied'
  const canonical = [
    request.method,
    (request.url ?? '/').split('?')[0],
    canonicalQuery((request.url ?? '').split('?')[1] ?? ''),
    ...signed.map((name) => `${name}:${header(name).trim()}`),
    '',
    names,
    bodyHash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', stamp, scope, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer>(
    (secret, part) => hmac(secret, part),
    Buffer.from(`AWS4${account.secretAccessKey}`),
  )
  const right = hmac(key, text)
  return timingSafeEqual(right, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch'
}

const canonicalQuery = (query: string): string =>
  [...new URLSearchParams(query)]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&')

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const momentOf = (stamp: string): number =>
  Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
