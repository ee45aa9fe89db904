import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { checked, spooled, type FileStore } from './files.ts'

/** A bucket of object storage that speaks S3; `endpoint` without the bucket, which is addressed by path. */
export type Bucket = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Files in object storage. A file is first written to a draft in `drafts`, so that its size and its hash are known and signed. */
export const s3Files = (bucket: Bucket, drafts: string, send: typeof fetch = fetch): FileStore => {
  const client = new AwsClient({
    accessKeyId: bucket.accessKeyId,
    secretAccessKey: bucket.secretAccessKey,
    region: bucket.region,
    service: 's3',
  })
  const at = (key: string): string =>
    `${bucket.endpoint.replace(/(?<!\/)\/+$/, '')}/${bucket.bucket}/${checked(key)}`
  const ask = async (
    method: string,
    key: string,
    headers: Record<string, string> = { 'x-amz-content-sha256': emptySha256 },
    rest: RequestInit = {},
  ): Promise<Response> => {
    const signed = await client.sign(at(key), { method, headers })
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
      const draft = await spooled(drafts, content)
      try {
        const headers = {
          'x-amz-content-sha256': draft.sha256,
          'content-length': String(draft.bytes),
        }
        const options = {
          body: Readable.toWeb(createReadStream(draft.path)),
          // Node's fetch wants this said of a body that is read while it is sent.
          duplex: 'half',
        }
        // The types of fetch know neither Node's streams nor duplex.
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
        throw new Error(`object storage answered ${answer.status} to a question for a file`)
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
  }
}

/** A large file on a slow line takes a while; for ever would hold a worker. */
const patienceMs = 300_000
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
