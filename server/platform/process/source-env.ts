import * as z from 'zod/mini'
import type { Bucket } from '../vendors/files-s3.ts'

export type SourceEnv = {
  /** Undefined: the first organisation. */
  operator: string | undefined
  /** Undefined: `sources` in the data folder. */
  folder: string | undefined
  bucket: Bucket | undefined
}

type Set = Record<string, string | undefined>

const bucketParts = [
  'SOURCES_S3_ENDPOINT',
  'SOURCES_S3_BUCKET',
  'SOURCES_S3_ACCESS_KEY_ID',
  'SOURCES_S3_SECRET_ACCESS_KEY',
] as const

export const sourceProblems = (set: Set): string[] => {
  const missing = bucketParts.filter((name) => set[name] === undefined)
  const problems =
    missing.length > 0 && missing.length < bucketParts.length
      ? [`${missing.join(' and ')} not set: set all of ${bucketParts.join(', ')}, or none of them.`]
      : []
  const endpoint = set['SOURCES_S3_ENDPOINT']
  if (endpoint !== undefined && !z.url({ protocol: /^https?$/ }).safeParse(endpoint).success)
    problems.push('SOURCES_S3_ENDPOINT must be a web address, starting with https://.')
  return problems
}

export const sourcesOf = (set: Set): SourceEnv => {
  const [endpoint, bucket, accessKeyId, secretAccessKey] = bucketParts.map((name) => set[name])
  return {
    operator: set['FIELDBOOK_OPERATOR']?.trim(),
    folder: set['SOURCES_FOLDER'],
    bucket:
      endpoint && bucket && accessKeyId && secretAccessKey
        ? {
            endpoint,
            bucket,
            region: set['SOURCES_S3_REGION'] ?? 'auto',
            accessKeyId,
            secretAccessKey,
          }
        : undefined,
  }
}
