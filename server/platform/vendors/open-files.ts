import { join } from 'node:path'
import { folderFiles, type FileStore } from './files.ts'
import { s3Files, type Bucket } from './files-s3.ts'

/** Object storage if it is set, or else a folder of the data folder. */
export const openFiles = (env: { dataFolder: string; files: Bucket | undefined }): FileStore => {
  const folder = join(env.dataFolder, 'files')
  return env.files ? s3Files(env.files, folder) : folderFiles(folder)
}
