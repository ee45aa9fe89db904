import { gunzipSync, inflateSync } from 'node:zlib'

/** The text that a service received: PostHog packs events with gzip or base64, Sentry recordings with zlib. */
export const decode = (body: Buffer): string => {
  if (body[0] === 0x1f && body[1] === 0x8b) return gunzipSync(body).toString()
  const recording = body.indexOf('{"segment_id"')
  if (recording >= 0) {
    const end = body.indexOf('\n', recording) + 1
    return `${body.subarray(0, end).toString()}${inflated(body.subarray(end))}`
  }
  const text = body.toString()
  const form = /^data=(.*)$/s.exec(text)?.[1]
  return form === undefined ? text : Buffer.from(decodeURIComponent(form), 'base64').toString()
}

const inflated = (bytes: Buffer): string =>
  // 0x78 begins zlib; a recording may come as it is.
  bytes[0] === 0x78 ? inflateSync(bytes).toString() : bytes.toString()
