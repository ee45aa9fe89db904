import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { checkKey, isKey, writeDraft, type FileStore } from './files.ts'

/** S3-compatible; `endpoint` excludes the bucket, which is addressed by path. */
export type Bucket = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** First writes a draft in `drafts`, so that size and hash are known and signed. */
export const s3Files = (bucket: Bucket, drafts: string, send: typeof fetch = fetch): FileStore => {
  const client = new AwsClient({
    accessKeyId: bucket.accessKeyId,
    secretAccessKey: bucket.secretAccessKey,
    region: bucket.region,
    service: 's3',
  })
  const root = `${bucket.endpoint.replace(/(?<!\/)\/+$/, '')}/${bucket.bucket}`
  const at = (key: string): string => `${root}/${checkKey(key)}`
  const ask = (
    method: string,
    key: string,
    headers?: Record<string, string>,
    rest?: RequestInit,
  ): Promise<Response> => call(method, at(key), headers, rest)
  const call = async (
    method: string,
    address: string,
    headers: Record<string, string> = { 'x-amz-content-sha256': emptySha256 },
    rest: RequestInit = {},
  ): Promise<Response> => {
    const signed = await client.sign(address, { method, headers })
    return send(signed.url, {
      method,
      headers: signed.headers,
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
      ...rest,
    })
  }

  return {
    write: async (key, content) => {
      const draft = await writeDraft(drafts, content)
      try {
        const headers = {
          'x-amz-content-sha256': draft.sha256,
          'content-length': String(draft.bytes),
        }
        const options = {
          body: Readable.toWeb(createReadStream(draft.path)),
          // Node's fetch requires it for a streamed body.
          duplex: 'half',
        }
        // fetch's types do not include Node's streams and duplex.
        const answer = await ask('PUT', key, headers, options as unknown as RequestInit)
        await answer.body?.cancel()
        if (!answer.ok) throw new Error(`object storage answered ${answer.status} to a file`)
        return draft.bytes
      } finally {
        await rm(draft.path, { force: true })
      }
    },
    read: async (key) => {
      const answer = await ask('GET', key)
      if (answer.status === 404) {
        await answer.body?.cancel()
        return undefined
      }
      if (!answer.ok || answer.body === null)
        throw new Error(`object storage answered ${answer.status} to a request for a file`)
      return {
        content: Readable.fromWeb(answer.body),
        bytes: Number(answer.headers.get('content-length')),
      }
    },
    remove: async (key) => {
      const answer = await ask('DELETE', key)
      await answer.body?.cancel()
      if (!answer.ok && answer.status !== 404)
        throw new Error(`object storage answered ${answer.status} to a deletion`)
    },
    list: async (folder = '') => {
      const keys: string[] = []
      let next: string | undefined
      do {
        const query = new URLSearchParams({
          'list-type': '2',
          ...(folder !== '' && { prefix: `${folder}/` }),
          ...(next !== undefined && { 'continuation-token': next }),
        })
        const answer = await call('GET', `${root}?${query.toString()}`)
        const page = await answer.text()
        if (!answer.ok) throw new Error(`object storage answered ${answer.status} to a list`)
        keys.push(...[...page.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key))
        next = /<NextContinuationToken>([^<]*)</.exec(page)?.[1]
      } while (next !== undefined)
      return keys.filter(isKey).toSorted()
    },
  }
}

/** Long enough for a large file on a slow connection; without a timeout a worker would block. */
const patienceMs = 300_000
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
