import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import type { Bucket } from './files-s3.ts'
import type { Get } from './guarded-get.ts'

/** Reads an object of an S3-compatible bucket, which the operator sets. */
export const bucketGet =
  (bucket: Bucket, send: typeof fetch = fetch) =>
  (key: string): Get => {
    const client = new AwsClient({ ...bucket, service: 's3' })
    const path = key.split('/').map(encodeURIComponent).join('/')
    const url = `${bucket.endpoint.replace(/(?<!\/)\/+$/, '')}/${bucket.bucket}/${path}`
    return async (headers, signal) => {
      const signed = await client.sign(url, {
        method: 'GET',
        headers: { ...headers, 'x-amz-content-sha256': emptySha256 },
      })
      const answer = await send(signed.url, {
        headers: signed.headers,
        redirect: 'error',
        signal,
      })
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: chunksOf(answer),
        drop: () => void answer.body?.cancel(),
      }
    }
  }

/** Locks the body only when it is read. */
async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array, void, undefined> {
  if (body === null) return
  const content: AsyncIterable<Uint8Array> = Readable.fromWeb(body)
  yield* content
}

const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
