import type { Bucket } from '../vendors/files-s3.ts'

type Set = Record<string, string | undefined>

const bucketParts = [
  'FILES_S3_ENDPOINT',
  'FILES_S3_BUCKET',
  'FILES_S3_ACCESS_KEY_ID',
  'FILES_S3_SECRET_ACCESS_KEY',
] as const

export const filesProblems = (set: Set): string[] => {
  const missing = bucketParts.filter((name) => set[name] === undefined)
  return missing.length === 0 || missing.length === bucketParts.length
    ? []
    : [
        `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set: set all of ${bucketParts.join(', ')} for object storage, or none of them for the data folder.`,
      ]
}

/** Where downloads are stored; undefined: the data folder. */
export const filesOf = (set: Set): Bucket | undefined => {
  const [endpoint, bucket, accessKeyId, secretAccessKey] = bucketParts.map((name) => set[name])
  return endpoint && bucket && accessKeyId && secretAccessKey
    ? { endpoint, bucket, region: set['FILES_S3_REGION'] ?? 'auto', accessKeyId, secretAccessKey }
    : undefined
}
