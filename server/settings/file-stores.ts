import { join } from 'node:path'
import type { FileStore } from '../adapters/file-store.ts'
import { folderStore } from '../adapters/file-store-folder.ts'
import type { ServerSettings } from './settings.ts'

/** The store of the files of staff. The library of S3 is loaded only for a bucket. */
export const fileStoreOf = async ({
  files,
  dataFolder,
}: Pick<ServerSettings, 'files' | 'dataFolder'>): Promise<FileStore> =>
  files
    ? (await import('../adapters/file-store-s3.ts')).s3Store(files)
    : folderStore(join(dataFolder, 'files'))
