import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { FileStore } from './file-store.ts'

/** A bucket, and where in it. The region and the key are those of the SDK's own variables. */
export interface S3Place {
  bucket: string
  /** Empty, or ends with a slash. */
  prefix: string
  /** The address of a store that is not Amazon's. */
  endpoint?: string
}

/** Milliseconds until a store must be reached, and between two signs of its life. */
const [connectionTimeout, requestTimeout] = [3000, 30_000]

/** Keeps files in a bucket of Amazon S3, or of a store that speaks its protocol. A key is the path below the prefix. */
export function s3Store({ bucket: Bucket, prefix, endpoint }: S3Place): FileStore {
  const client = new S3Client({
    ...(endpoint && { endpoint, forcePathStyle: true }),
    requestHandler: { connectionTimeout, requestTimeout, throwOnRequestTimeout: true },
    // Other stores do not know the checksums that are Amazon's default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const of = (key: string) => ({ Bucket, Key: prefix + key })
  const remove = async (key: string) => void (await client.send(new DeleteObjectCommand(of(key))))
  return {
    // An object is there when it is whole. What is larger than 5 MB is sent in parts, which an error removes.
    put: async (key, bytes) => {
      await new Upload({ client, params: { ...of(key), Body: Readable.from(bytes) }, queueSize: 1 }).done()
    },
    get: async (key, length) => {
      const range = length === undefined ? {} : { Range: `bytes=0-${length - 1}` }
      try {
        const { Body } = await client.send(new GetObjectCommand({ ...of(key), ...range }))
        return Body instanceof Readable ? Body : undefined
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined
        throw error
      }
    },
    remove,
    removeAll: async (place) => {
      const folder = { Bucket, Prefix: `${prefix}${place}/` }
      for (let after: string | undefined; ; ) {
        const page = await client.send(
          new ListObjectsV2Command({ ...folder, ...(after && { ContinuationToken: after }) }),
        )
        for (const { Key = '' } of page.Contents ?? []) await remove(Key.slice(prefix.length))
        if (!page.NextContinuationToken) return
        after = page.NextContinuationToken
      }
    },
  }
}
