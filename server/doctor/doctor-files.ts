import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { fileStoreOf } from '../settings/file-stores.ts'
import { type Check, fail, orOk } from './doctor-setup.ts'

/** The folder of files is in the data folder, whose check is its own. */
export const files: Check = {
  name: 'files',
  reads: /^PORTREEVE_(FILES|DATA_DIR)$/,
  run: async ({ settings }) => {
    if (!settings.files) return []
    const { bucket } = settings.files
    const key = `doctor/${randomUUID()}`
    try {
      const store = await fileStoreOf(settings)
      await store.put(key, Readable.from([Buffer.from('ok')]))
      const read = (await (await store.get(key))?.toArray())?.join('')
      await store.remove(key)
      return orOk(
        [read !== 'ok' && fail(`The bucket ${bucket} does not give back what was stored in it.`)],
        `A file could be stored in the bucket ${bucket}, read and removed.`,
      )
    } catch (error) {
      const { name, message } = error as Error
      return [
        fail(
          `The bucket ${bucket} of PORTREEVE_FILES cannot be used (${name}: ${message}): check its name, AWS_REGION, and the key with its rights.`,
        ),
      ]
    }
  },
}
